/// A game open to spectators, as the room `~lobby` shows it under `play.<room>`.
public struct ListedGame: Equatable, Sendable {
    /// A player of the listed game.
    public struct Player: Equatable, Sendable {
        /// The player's ID, by which clients recognize their own games, or `nil` if it is unknown.
        public let id: ParticipantID?
        public let name: String
        /// The player's rating for this kind of game, or `nil` if there is none.
        public let rating: Int?

        public init(id: ParticipantID? = nil, name: String, rating: Int?) {
            self.id = id
            self.name = name
            self.rating = rating
        }
    }

    public let players: ByStone<Player>
    /// The terms that the list shows. Other terms have their default values.
    public let terms: GameTerms
    /// The position, if the lobby shows it.
    public let board: ListedBoard?

    public init(players: ByStone<Player>, terms: GameTerms, board: ListedBoard? = nil) {
        self.players = players
        self.board = board
        self.terms = GameTerms.Field.carried(by: .listing).reduce(into: GameTerms()) { shown, field in
            if let text = terms[field] { _ = shown.set(field, to: text) }
        }
    }

    /// Returns the key for the game of `room`.
    public static func key(_ room: RoomName) -> String { prefix + room.text }
    private static let prefix = "play."

    /// Returns the room that `key` names, or `nil` if it is not the key of a listed game.
    public static func room(ofKey key: String) -> RoomName? {
        key.hasPrefix(prefix) ? RoomName(String(key.dropFirst(prefix.count))) : nil
    }

    /// The value under ``key(_:)``. It does not contain the board, which has a key of its own.
    public var json: JSON {
        func player(_ player: Player) -> JSON {
            .object(
                (player.id.map { [.init("id", .string($0.text))] } ?? []) + [.init("name", .string(player.name))]
                    + (player.rating.map { [.init("rating", JSON($0))] } ?? []))
        }
        return .object([.init("x", player(players.x)), .init("o", player(players.o))] + terms.members(.listing))
    }

    /// Parses the value under ``key(_:)``. Returns `nil` if it is not a listed game.
    public init?(_ json: JSON) {
        func player(_ side: String) -> Player? {
            json[side]?["name"]?.string.map { name in
                Player(
                    id: json[side]?["id"]?.string.flatMap { ParticipantID($0) }, name: name,
                    rating: json[side]?["rating"]?.integer)
            }
        }
        guard let x = player("x"), let o = player("o"), let terms = GameTerms(json) else { return nil }
        self.init(players: ByStone(x: x, o: o), terms: terms, board: json[Self.boardMember].flatMap { ListedBoard($0) })
    }

    /// The game with its board, for messages between servers.
    public var jsonWithBoard: JSON {
        guard let board, case .object(let members) = json else { return json }
        return .object(members + [.init(Self.boardMember, board.json)])
    }

    private static let boardMember = "board"
}
