import GameState

extension Request {
    /// The request `leave`, which leaves a room.
    public struct Leave: Message {
        public static let type: StaticString = "leave"
        public let room: RoomName

        public init(room: RoomName) { self.room = room }

        public init(_ fields: Fields) throws(BadMember) { room = try fields.room() }

        public func write(into writer: inout JSONWriter) { writer.member("room", room.text) }
    }
}
