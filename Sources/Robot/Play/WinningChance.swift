/// The chance to win with a score: 0 and 1 where the game is decided, a logistic curve between.
///
/// Fitted to 7,888 positions of the robot's games of 3,000 nodes a move under the four rules, one half kept back: of that the
/// mean loss is 0.404 (a coin has 0.693), and in each tenth of chances what came lies within 4% of what was told
/// (docs/ROBOT.md).
public enum WinningChance {
    /// The score with which the chances are e to one.
    static let scale = 83.0

    /// The chance of the side whose score it is.
    public static func of(_ score: Int) -> Double {
        if abs(score) >= Score.decided { return score > 0 ? 1 : 0 }
        return 1 / (1 + exponential(-Double(score) / scale))
    }

    /// e to the power of a number of up to 400 either way, by its series: the same on every machine.
    private static func exponential(_ number: Double) -> Double {
        let part = number / 1_024
        var result = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4 * (1 + part / 5))))
        for _ in 0..<10 { result *= result }
        return result
    }
}
