import GameState

extension Notice {
    /// The notice `thinking` for the players of a room: the built-in robot thinks for a shorter
    /// time than usual, because many rooms wait for robots.
    public struct Thinking: Message {
        public static let type: StaticString = "thinking"
        public let room: RoomName
        /// The robot's side.
        public let side: Stone
        /// The maximum time for this move, in milliseconds.
        public let milliseconds: Int
        /// The robot's usual time for the move, when no other rooms wait, in milliseconds.
        public let usual: Int

        public init(room: RoomName, side: Stone, milliseconds: Int, usual: Int) {
            self.room = room
            self.side = side
            self.milliseconds = milliseconds
            self.usual = usual
        }

        public init(_ fields: Fields) throws(BadMember) {
            guard let side = fields["side"]?.string.flatMap({ Stone(rawValue: $0) }) else {
                throw BadMember("side", "\"side\" must be \"x\" or \"o\".")
            }
            self.side = side
            room = try fields.room()
            milliseconds = try fields.number("milliseconds")
            usual = try fields.number("usual")
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("side", side.rawValue)
            writer.member("milliseconds", milliseconds)
            writer.member("usual", usual)
        }
    }
}
