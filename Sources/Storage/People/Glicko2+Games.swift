import GameState

extension Glicko2 {
    /// The length of a rating period, in milliseconds. In five days, an active player plays about
    /// ten games, as the paper recommends.
    static let period = 5 * 86_400_000.0

    /// The smallest deviation. Even after many games it is not 0, because a player's strength
    /// changes over time.
    static let leastDeviation = 45.0

    /// The limit of the effect of a single game, in points. A win lifts a rating at most this far
    /// above the opponent's proven strength. A loss drops it at most this far below. A difference
    /// of 400 points means ten wins to one.
    public static let surpriseLimit = 400.0
    /// The lower quartile of the normal distribution, in standard deviations below the mean. With a
    /// probability of 75 %, a player is stronger than `rating - lowerQuartile * deviation`, the
    /// proven strength.
    private static let lowerQuartile = 0.6745

    /// Returns both ratings after a game that ended at `now`.
    ///
    /// A win lifts a rating at most to ``surpriseLimit`` points above the opponent's proven
    /// strength. A loss drops it in the same way. The strength of a new name is unknown, so wins
    /// against new names have little effect. For example, 48 wins against eight new names lead to
    /// 1,665 points instead of 2,150.
    ///
    /// - Parameters:
    ///   - before: The stored ratings. `nil` for a player without one.
    ///   - asOf: The server time of the last change of each rating, in milliseconds. `nil` for a
    ///     player without one.
    ///   - winner: The winner, or `nil` for a draw.
    ///   - isBounded: Whether ``surpriseLimit`` applies. It does not apply to games that earlier
    ///     versions of the server settled.
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

    /// Returns the rating at `now`. Its deviation has grown since the last change.
    public static func current(_ rating: Rating?, asOf: Int?, now: Int) -> Rating {
        rested(rating ?? .start, periods: periods(since: asOf, now: now))
    }

    private static func periods(since asOf: Int?, now: Int) -> Double {
        Double(max(0, now - (asOf ?? now))) / period
    }
}
