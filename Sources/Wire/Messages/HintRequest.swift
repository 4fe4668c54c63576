import GameState

extension Request {
    /// The request `hint`, which asks the robot for a move.
    public struct HintRequest: Message {
        public static let type: StaticString = "hint"
        public let room: RoomName
        /// The id, which the answer repeats.
        public let id: String?

        public init(room: RoomName, id: String?) {
            self.room = room
            self.id = id
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            id = fields.id
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.memberIfAny("id", id)
        }
    }
}
