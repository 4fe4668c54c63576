import GameState

extension Glicko2 {
    /// How long a period of the paper is here, in milliseconds: five days, in which an active player has the ten games
    /// or so that the paper recommends.
    static let period = 5 * 86_400_000.0

    /// Nobody is surer than this, however many games a day: strength changes.
    static let leastDeviation = 45.0

    /// The most points by which one win lifts a rating above the opponent's proven strength, or one loss drops it below.
    /// A difference of 400 points means ten wins to one.
    public static let surpriseLimit = 400.0
    /// The lower quartile of the normal distribution, in standard deviations below the mean: a player is stronger than
    /// `rating - lowerQuartile * deviation`, the proven strength, with a probability of three in four.
    private static let lowerQuartile = 0.6745

    /// Both ratings after a game between them that ended at `now`.
    ///
    /// A win lifts a rating to ``surpriseLimit`` points above the opponent's proven strength at most. A loss drops it in the
    /// same way. The strength of a new name is unknown, so wins against new names have little effect: 48 wins against eight of
    /// them end at 1,665 points instead of 2,150.
    ///
    /// - Parameters:
    ///   - before: ratings as they were kept; nil where there was none.
    ///   - asOf: when each was last changed, server milliseconds; nil where there was none.
    ///   - winner: nil for a draw.
    ///   - isBounded: whether the bound applies. It does not for games that earlier versions settled.
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
