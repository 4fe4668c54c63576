import GameState

extension Notice {
    /// The notice `paired`: the lobby has found an opponent, and the game is in the given room.
    public struct Paired: Message {
        public static let type: StaticString = "paired"
        /// The `id` of the request.
        public let id: String?
        public let room: RoomName
        public let side: Stone

        public init(id: String?, room: RoomName, side: Stone) {
            self.id = id
            self.room = room
            self.side = side
        }

        public init(_ fields: Fields) throws(BadMember) {
            guard let side = fields["side"]?.string.flatMap({ Stone(rawValue: $0) }) else {
                throw BadMember("side", "\"side\" must be \"x\" or \"o\".")
            }
            self.side = side
            id = fields["id"]?.string
            room = try fields.room()
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("room", room.text)
            writer.member("side", side.rawValue)
        }
    }

    public static func paired(id: String?, room: RoomName, side: Stone) -> Notice {
        .paired(Paired(id: id, room: room, side: side))
    }
}
