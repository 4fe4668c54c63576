import GameState

extension Request {
    /// The request `say`, which sends a chat message to a room.
    public struct Say: Message {
        public static let type: StaticString = "say"
        public let room: RoomName
        public let id: String
        public let text: String

        public init(room: RoomName, id: String, text: String) {
            self.room = room
            self.id = id
            self.text = text
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            guard let id = fields.id else {
                throw BadMember("id", "\"id\" must be a string of up to \(fields.limits.idBytes) bytes.")
            }
            self.id = id
            text = try fields.text("text")
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("id", id)
            writer.member("text", text)
        }
    }
}
