import GameState

extension Request {
    /// "What would the robot do in this room?"
    public struct HintRequest: Message {
        public static let type: StaticString = "hint"
        public let room: RoomName
        /// Repeated in the answer.
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
