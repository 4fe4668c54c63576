import Foundation

/// The wins, draws and losses of a player, with the Elo difference that they suggest.
package struct MatchScore: Equatable, Sendable {
    /// The number of games that the player has won.
    package var wins: Int
    /// The number of drawn games.
    package var draws: Int
    /// The number of games that the player has lost.
    package var losses: Int

    /// Creates a score. Without arguments, it is the score before the first game.
    package init(wins: Int = 0, draws: Int = 0, losses: Int = 0) {
        self.wins = wins
        self.draws = draws
        self.losses = losses
    }

    var games: Int { wins + draws + losses }

    /// The average points per game, from 0 to 1.
    package var rate: Double { games == 0 ? 0.5 : (Double(wins) + Double(draws) / 2) / Double(games) }

    /// Returns the Elo difference of a rate, or nil for 0 and 1, for which the difference would be
    /// infinite.
    static func elo(rate: Double) -> Double? {
        rate > 0 && rate < 1 ? 400 * log10(rate / (1 - rate)) : nil
    }

    /// The standard deviation of the rate.
    private var deviation: Double {
        guard games > 0 else { return 0 }
        let mean = rate
        let n = Double(games)
        let sum =
            Double(wins) * pow(1 - mean, 2) + Double(draws) * pow(0.5 - mean, 2) + Double(losses) * pow(mean, 2)
        return (sum / n / n).squareRoot()
    }

    /// The Elo difference with half the width of its 95% interval. If one side has won every game,
    /// only the finite end of the interval.
    package var difference: String {
        guard let elo = Self.elo(rate: rate) else { return rate > 0.5 ? "> \(bound(1))" : "< \(bound(-1))" }
        let high = Self.elo(rate: min(0.9999, rate + 1.96 * deviation)) ?? elo
        let low = Self.elo(rate: max(0.0001, rate - 1.96 * deviation)) ?? elo
        return String(format: "%+.0f ± %.0f", elo, (high - low) / 2)
    }

    /// Returns the finite end of the exact interval of Clopper and Pearson (1934) after one side
    /// has won every game. If the players differ by this much, one side wins every game in one of
    /// forty matches.
    private func bound(_ sign: Double) -> String {
        String(format: "%+.0f", sign * (Self.elo(rate: pow(0.025, 1 / Double(games))) ?? 0))
    }

    /// Returns the log-likelihood ratio of an Elo difference of `high` against one of `low`.
    ///
    /// Uses the normal approximation of the generalized sequential probability ratio test.
    package func likelihoodRatio(low: Double, high: Double) -> Double {
        guard games > 0, deviation > 0 else { return 0 }
        let expected = { (elo: Double) in 1 / (1 + pow(10, -elo / 400)) }
        let variance = deviation * deviation * Double(games)
        let (a, b) = (expected(low), expected(high))
        return Double(games) * (b - a) * (2 * rate - a - b) / (2 * variance)
    }

    /// The absolute log-likelihood ratio at which the sequential test ends, for an error rate of 5%
    /// either way.
    package static let decisive = log(0.95 / 0.05)

    /// The counts, the rate in percent and the Elo difference, in one line.
    package var summary: String {
        "\(wins) wins, \(draws) draws, \(losses) losses of \(games): "
            + String(format: "%.1f%%", 100 * rate) + ", Elo \(difference)"
    }
}
