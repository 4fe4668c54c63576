/// Ratings in puzzles: an attempt is a game between the person and the puzzle.
///
/// `web-static/puzzles/record.js` calculates the ratings of guests in the same way.
public enum SolverRating {
    /// The deviation of a puzzle's rating, which the solver's work only estimates.
    public static let puzzleDeviation = 110.0
    /// The constraint on changes of the volatility.
    public static let tau = 0.75
    /// The smallest deviation of a person's rating.
    public static let leastDeviation = 45.0

    /// Returns the rating after the first attempt at a puzzle.
    ///
    /// - Parameter weight: The part of the change that counts.
    public static func updated(
        _ before: Glicko2.Rating, puzzle: Int, isSolved: Bool, weight: PuzzleAttempt.Weight = .full
    ) -> Glicko2.Rating {
        let opponent = Glicko2.Rating(
            rating: Double(puzzle), deviation: puzzleDeviation, volatility: Glicko2.Rating.start.volatility)
        let after = Glicko2.updated(before, by: [.init(opponent: opponent, score: isSolved ? 1 : 0)], tau: tau)
        func between(_ old: Double, _ new: Double) -> Double { old + weight.rawValue * (new - old) }
        return Glicko2.Rating(
            rating: between(before.rating, after.rating),
            deviation: between(before.deviation, after.deviation),
            volatility: between(before.volatility, after.volatility), games: after.games
        ).possible
    }
}

extension Glicko2.Rating {
    /// The ratings that a person's record may contain.
    private static let ratings = -4_000.0...8_000.0
    private static let deviations = SolverRating.leastDeviation...Glicko2.Rating.start.deviation
    private static let volatilities = 0.000_1...1.0
    private static let games = 0...1_000_000

    /// The nearest rating that a person's record may contain.
    fileprivate var possible: Self {
        func nearest<Value>(_ value: Value, in range: ClosedRange<Value>) -> Value {
            min(max(value, range.lowerBound), range.upperBound)
        }
        return Self(
            rating: nearest(rating, in: Self.ratings), deviation: nearest(deviation, in: Self.deviations),
            volatility: nearest(volatility, in: Self.volatilities), games: nearest(games, in: Self.games))
    }

    /// Parses the value of the key `rating` in a person's record of puzzles. Returns `nil` if a
    /// member is missing or out of range.
    public init?(_ value: JSON) {
        func number(_ name: String) -> Double? {
            if case .number(let text) = value[name] { Double(text) } else { nil }
        }
        guard let rating = number("rating"), Self.ratings.contains(rating),
            let deviation = number("deviation"), Self.deviations.contains(deviation),
            let volatility = number("volatility"), Self.volatilities.contains(volatility),
            let games = value["games"]?.integer, Self.games.contains(games)
        else { return nil }
        self.init(rating: rating, deviation: deviation, volatility: volatility, games: games)
    }

    /// The value of the key `rating` in a person's record of puzzles.
    public var json: JSON {
        .object([
            .init("rating", .number("\(rating)")), .init("deviation", .number("\(deviation)")),
            .init("volatility", .number("\(volatility)")), .init("games", JSON(games)),
        ])
    }
}
