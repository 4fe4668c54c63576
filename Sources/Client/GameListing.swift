import GameState
import Wire

/// A finished game in the server's lists and records.
public struct GameListing: Equatable, Sendable {
    public struct Player: Equatable, Sendable {
        public let id: ParticipantID
        public let name: String
        /// The rating before the game, and after it. `nil` if the game is unrated.
        public let rating: Int?
        public let after: Int?
    }

    /// The permanent ID, `<epoch>-<n>`.
    public let id: String
    /// The players. `nil` for a seat that was empty at the end.
    public let players: ByStone<Player?>
    public let rule: String
    public let clock: String?
    public let isRated: Bool
    /// The result: `x`, `o` or `draw`.
    public let result: String
    public let reason: Game.Reason?
    /// The time at which the game ended, in milliseconds since 1970.
    public let ended: Int

    /// Parses a listing. Returns `nil` if the value is not a game.
    public init?(_ json: JSON) {
        func player(_ stone: Stone) -> Player? {
            guard let player = json[stone.rawValue], let id = player["id"]?.string else { return nil }
            return Player(
                id: ParticipantID(id), name: player["name"]?.string ?? id, rating: player["rating"]?.integer,
                after: player["after"]?.integer)
        }
        guard let id = json["id"]?.string, json["result"] != nil else { return nil }
        self.id = id
        players = ByStone(x: player(.x), o: player(.o))
        rule = json["rule"]?.string ?? "freestyle"
        clock = json["clock"]?.string
        isRated = json["rated"]?.bool ?? (json["rated"]?.string == "yes")
        result = json["result"]?.string ?? "draw"
        reason = json["reason"]?.string.flatMap { Game.Reason(rawValue: $0) }
        ended = json["ended"]?.integer ?? 0
    }
}
