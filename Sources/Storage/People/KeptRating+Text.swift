import GameState

extension RatingKind {
    /// By rule, then by speed, as they are called.
    public func isBefore(_ other: RatingKind) -> Bool {
        (rule.rawValue, speed.rawValue) < (other.rule.rawValue, other.speed.rawValue)
    }
}

/// How stores write a rating: `rating deviation volatility games time`.
extension KeptRating {
    public var text: String {
        "\(rating.rating) \(rating.deviation) \(rating.volatility) \(rating.games) \(asOf)"
    }

    /// Reads what ``text`` writes; nil for anything else.
    public init?(text: String, kind: RatingKind) {
        let parts = text.split(separator: " ")
        guard parts.count == 5, let points = Double(parts[0]), let deviation = Double(parts[1]),
            let volatility = Double(parts[2]), let games = Int(parts[3]), let asOf = Int(parts[4])
        else { return nil }
        let rating = Glicko2.Rating(rating: points, deviation: deviation, volatility: volatility, games: games)
        self.init(kind: kind, rating: rating, asOf: asOf)
    }
}
