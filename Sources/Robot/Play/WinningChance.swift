/// The chance to win with a score: 0 or 1 if the game is decided, otherwise a logistic curve.
///
/// The curve was fitted to one half of 7,888 positions from the robot's games of 3,000 nodes per
/// move under the four rules. On the other half the mean logarithmic loss is 0.404 (0.693 for a
/// coin). In each of ten ranges of the predicted chance, the observed results lie within 4% of the
/// prediction (docs/ROBOT.md).
public enum WinningChance {
    /// The score at which the odds of winning are e to one.
    static let scale = 83.0

    /// Returns the winning chance of the side that the score belongs to.
    public static func of(_ score: Int) -> Double {
        if abs(score) >= Score.decided { return score > 0 ? 1 : 0 }
        return 1 / (1 + exponential(-Double(score) / scale))
    }

    /// Returns the winning chance in percent, as it is shown. Only a decided game has 0 or 100.
    public static func percent(of score: Int) -> Int {
        if abs(score) >= Score.decided { return score > 0 ? 100 : 0 }
        return min(99, max(1, Int((of(score) * 100).rounded())))
    }

    /// Returns e to the power of a number from -400 to 400. Computed as a series, to be the same on
    /// every machine.
    static func exponential(_ number: Double) -> Double {
        let part = number / 1_024
        var result = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4 * (1 + part / 5))))
        for _ in 0..<10 { result *= result }
        return result
    }
}
