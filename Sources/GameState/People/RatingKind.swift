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

    /// How far a win lifts a rating above what the opponent has shown at most, and a loss drops it below that: 400
    /// points, which is ten wins to one.
    public static let surpriseLimit = 400.0
    /// Deviations below the rating that a strength lies above with a probability of three in four.
    private static let lowerQuartile = 0.6745

    /// Both ratings after a game between them that ended at `now`.
    ///
    /// A win shows no strength beyond ``surpriseLimit`` above the one that the opponent has with a probability of three in
    /// four, and a loss none below it in the same way. So new names, whose strength nobody knows, cannot lift
    /// each other without end: 48 wins against eight of them end at 1,665 instead of 2,150.
    ///
    /// - Parameters:
    ///   - before: ratings as they were kept; nil where there was none.
    ///   - asOf: when each was last changed, server milliseconds; nil where there was none.
    ///   - winner: nil for a draw.
    ///   - isBounded: false: as games were settled before there was that bound.
    public static func settled(
        _ before: ByStone<Rating?>, asOf: ByStone<Int?>, winner: Stone?, now: Int, isBounded: Bool = true
    ) -> ByStone<Rating> {
        func after(_ stone: Stone) -> Rating {
            let opponent = current(before[stone.opponent], asOf: asOf[stone.opponent], now: now)
            let score = winner.map { $0 == stone ? 1.0 : 0 } ?? 0.5
            let old = before[stone] ?? .start
            var after = updated(
                old, by: [Outcome(opponent: opponent, score: score)], periods: periods(since: asOf[stone], now: now))
            after.deviation = max(leastDeviation, after.deviation)
            if isBounded, let winner {
                let reach = surpriseLimit - lowerQuartile * opponent.deviation
                after.rating =
                    winner == stone
                    ? min(after.rating, max(old.rating, opponent.rating + reach))
                    : max(after.rating, min(old.rating, opponent.rating - reach))
            }
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
