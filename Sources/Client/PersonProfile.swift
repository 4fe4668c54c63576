import GameState
import Wire

/// What the server tells of somebody: `GET /api/people/{name or id}`.
public struct PersonProfile: Equatable, Sendable {
    public struct Rating: Equatable, Sendable {
        public let rule: String
        /// `blitz`, `rapid`, `long`.
        public let speed: String
        public let rating: Int
        public let deviation: Int
        public let games: Int
    }

    public let person: Participant
    public let isClaimed: Bool
    /// Milliseconds since 1970; nil where it is not told.
    public let since: Int?
    public let ratings: [Rating]
    public let games: Int
    public let won: Int
    public let lost: Int
    public let drawn: Int

    /// Ratings that are read: every rule at every speed, and some.
    private static let ratingsLimit = 64

    /// Nil where it is no profile.
    public init?(_ json: JSON) {
        guard let id = json["id"]?.string else { return nil }
        person = Participant(id: ParticipantID(id), name: json["name"]?.string ?? id, isBot: json["bot"]?.bool ?? false)
        isClaimed = json["claimed"]?.bool ?? false
        since = json["since"]?.integer
        ratings = (json["ratings"]?.array ?? []).prefix(Self.ratingsLimit).compactMap { rating in
            guard let rule = rating["rule"]?.string, let value = rating["rating"].flatMap(Self.rounded) else {
                return nil
            }
            return Rating(
                rule: rule, speed: rating["speed"]?.string ?? "", rating: value,
                deviation: rating["deviation"].flatMap(Self.rounded) ?? 0, games: rating["games"]?.integer ?? 0)
        }
        games = json["games"]?.integer ?? 0
        won = json["won"]?.integer ?? 0
        lost = json["lost"]?.integer ?? 0
        drawn = json["drawn"]?.integer ?? 0
    }

    /// Ratings may come with decimals.
    private static func rounded(_ json: JSON) -> Int? {
        if let whole = json.integer { return whole }
        guard case .number(let text) = json, let value = Double(text), value.magnitude < 1e9 else { return nil }
        return Int(value.rounded())
    }
}
