/// A game that may be watched, as the room `~lobby` shows it under `play.<room>`.
public struct ListedGame: Equatable, Sendable {
    /// One of the two.
    public struct Player: Equatable, Sendable {
        public let name: String
        /// Nil: it has none for such games.
        public let rating: Int?

        public init(name: String, rating: Int?) {
            self.name = name
            self.rating = rating
        }
    }

    public let players: ByStone<Player>
    /// Those of them that the list shows: the rest is the standard.
    public let terms: GameTerms

    public init(players: ByStone<Player>, terms: GameTerms) {
        self.players = players
        self.terms = GameTerms.Field.carried(by: .listing).reduce(into: GameTerms()) { shown, field in
            if let text = terms[field] { _ = shown.set(field, to: text) }
        }
    }

    /// The key that the game of `room` has.
    public static func key(_ room: RoomName) -> String { prefix + room.text }
    private static let prefix = "play."

    /// The room that such a key names; nil for other texts.
    public static func room(ofKey key: String) -> RoomName? {
        key.hasPrefix(prefix) ? RoomName(String(key.dropFirst(prefix.count))) : nil
    }

    /// The key's value.
    public var json: JSON {
        func player(_ player: Player) -> JSON {
            .object([.init("name", .string(player.name))] + (player.rating.map { [.init("rating", JSON($0))] } ?? []))
        }
        return .object([.init("x", player(players.x)), .init("o", player(players.o))] + terms.members(.listing))
    }

    /// Reads the key's value; nil when it is none.
    public init?(_ json: JSON) {
        func player(_ side: String) -> Player? {
            json[side]?["name"]?.string.map { Player(name: $0, rating: json[side]?["rating"]?.integer) }
        }
        guard let x = player("x"), let o = player("o"), let terms = GameTerms(json) else { return nil }
        self.init(players: ByStone(x: x, o: o), terms: terms)
    }
}
