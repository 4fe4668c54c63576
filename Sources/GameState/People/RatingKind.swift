/// What a rating is for: a rule at a speed.
public struct RatingKind: Hashable, Sendable {
    public let rule: Rule
    public let speed: Speed

    public init(rule: Rule, speed: Speed) {
        self.rule = rule
        self.speed = speed
    }
}

extension Glicko2 {
    /// How long a period of the paper is here, in milliseconds: five days, in which an active player has the ten games
    /// or so that the paper recommends.
    static let period = 5 * 86_400_000.0

    /// Nobody is surer than this, however many games a day: strength changes.
    static let leastDeviation = 45.0

    /// Both ratings after a game between them that ended at `now`.
    ///
    /// - Parameters:
    ///   - before: ratings as they were kept; nil where there was none.
    ///   - asOf: when each was last changed, server milliseconds; nil where there was none.
    ///   - winner: nil for a draw.
    public static func settled(
        _ before: ByStone<Rating?>, asOf: ByStone<Int?>, winner: Stone?, now: Int
    ) -> ByStone<Rating> {
        func after(_ stone: Stone) -> Rating {
            let opponent = current(before[stone.opponent], asOf: asOf[stone.opponent], now: now)
            let score = winner.map { $0 == stone ? 1.0 : 0 } ?? 0.5
            var after = updated(
                before[stone] ?? .start, by: [Outcome(opponent: opponent, score: score)],
                periods: periods(since: asOf[stone], now: now))
            after.deviation = max(leastDeviation, after.deviation)
            return after
        }
        return ByStone(x: after(.x), o: after(.o))
    }

    /// A rating as it is `now`: less sure than when it was last changed.
    public static func current(_ rating: Rating?, asOf: Int?, now: Int) -> Rating {
        rested(rating ?? .start, periods: periods(since: asOf, now: now))
    }

    private static func periods(since asOf: Int?, now: Int) -> Double {
        Double(max(0, now - (asOf ?? now))) / period
    }
}
