import GameState

extension Notice {
    /// The notice `said`: a chat message in a room.
    public struct Said: Message {
        public static let type: StaticString = "said"
        public let room: RoomName
        public let line: ChatMessage

        public init(room: RoomName, _ line: ChatMessage) {
            self.room = room
            self.line = line
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            line = try fields.line()
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.members(of: line)
        }
    }

    public static func said(room: RoomName, _ line: ChatMessage) -> Notice { .said(Said(room: room, line)) }
}
