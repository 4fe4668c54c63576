import GameState

extension RatingKind {
    /// Returns whether this kind precedes `other` in the order of rule names, then speed names.
    public func isBefore(_ other: RatingKind) -> Bool {
        (rule.rawValue, speed.rawValue) < (other.rule.rawValue, other.speed.rawValue)
    }
}

/// The stored form of a rating: `rating deviation volatility games time`.
extension StoredRating {
    public var text: String {
        "\(rating.rating) \(rating.deviation) \(rating.volatility) \(rating.games) \(asOf)"
    }

    /// Parses the form of ``text``. Returns `nil` for any other text.
    public init?(text: String, kind: RatingKind) {
        let parts = text.split(separator: " ")
        guard parts.count == 5, let points = Double(parts[0]), let deviation = Double(parts[1]),
            let volatility = Double(parts[2]), let games = Int(parts[3]), let asOf = Int(parts[4])
        else { return nil }
        let rating = Glicko2.Rating(rating: points, deviation: deviation, volatility: volatility, games: games)
        self.init(kind: kind, rating: rating, asOf: asOf)
    }
}
