import GameState
import Wire

/// A person's profile from `GET /api/people/{name or id}`.
public struct PersonProfile: Equatable, Sendable {
    public struct Rating: Equatable, Sendable {
        public let rule: String
        /// The speed: `blitz`, `rapid` or `long`.
        public let speed: String
        public let rating: Int
        public let deviation: Int
        public let games: Int
    }

    public let person: Participant
    public let isClaimed: Bool
    /// The time at which the person claimed the name, in milliseconds since 1970, or `nil` if the
    /// server does not send it.
    public let since: Int?
    public let ratings: [Rating]
    public let games: Int
    public let won: Int
    public let lost: Int
    public let drawn: Int

    /// The number of ratings to read. Larger than the number of combinations of rule and speed.
    private static let ratingsLimit = 64

    /// Parses a profile. Returns `nil` if the value is not a profile.
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

    /// Returns the value as a whole number. Ratings may have decimals.
    private static func rounded(_ json: JSON) -> Int? {
        if let whole = json.integer { return whole }
        guard case .number(let text) = json, let value = Double(text), value.magnitude < 1e9 else { return nil }
        return Int(value.rounded())
    }
}
