import GameState

/// The weaknesses of a level below the strongest.
///
/// The weakest levels choose many moves by the points' patterns, without a search, like beginners.
/// They prefer their own lines, look near the last moves, and sometimes miss a four. The next
/// levels always search, but only one or two plies deep. Higher levels search deeper, see longer
/// wins by fours and threes, and evaluate with less noise. The numbers are chosen so that each
/// level wins about three quarters of its games against the next lower one (`gomoku-lab
/// bench-levels`).
struct Weaknesses: Sendable {
    /// The search depth in plies.
    var depth: Int
    /// The greatest error of an evaluation, in score points.
    var noise: Int
    /// The greatest length of a win by fours that is seen, in fours. `fours` is the number of fours
    /// tried.
    var fourDepth: Int
    var fours: Int
    /// The percentage of the opponent's fours that are missed.
    var missedFours: Int
    /// The percentage of points far from the last moves that are not considered.
    var missedPoints: Int
    /// The weight of the opponent's lines in casual moves, in percent.
    var caution: Int
    /// The randomness of casual moves: the score difference, in hundredths of a natural logarithm,
    /// that makes a move e times less likely.
    var casualNoise: Int
    /// The percentage of moves that are casual: chosen by the points' patterns, without a search.
    var casualPercent = 0

    /// Returns the weaknesses of a level, or nil for the strongest, which has none on purpose.
    static func of(_ level: Level) -> Weaknesses? {
        switch level.number {
        case 1: hasty(percent: 67, noise: 400, missedFours: 12, missedPoints: 35, caution: 80, whim: 90)
        case 2: hasty(percent: 35, noise: 300, missedFours: 2, missedPoints: 30, caution: 88, whim: 70)
        case 3: thinking(depth: 1, noise: 90, fourDepth: 0, fours: 0, missedPoints: 20)
        case 4: thinking(depth: 2, noise: 95, fourDepth: 0, fours: 0, missedPoints: 14)
        case 5: thinking(depth: 3, noise: 158, fourDepth: 0, fours: 0, missedPoints: 12)
        case 6: thinking(depth: 3, noise: 42, fourDepth: 2, fours: 6, missedPoints: 6)
        case 7: thinking(depth: 4, noise: 25, fourDepth: 4, fours: 16, missedPoints: 0)
        case 8: thinking(depth: 6, noise: 12, fourDepth: 8, fours: 32, missedPoints: 0)
        case 9: thinking(depth: 8, noise: 5, fourDepth: 12, fours: 48, missedPoints: 0)
        default: nil
        }
    }

    private static func hasty(
        percent: Int, noise: Int, missedFours: Int, missedPoints: Int, caution: Int, whim: Int
    ) -> Weaknesses {
        Weaknesses(
            depth: 1, noise: noise, fourDepth: 0, fours: 0, missedFours: missedFours, missedPoints: missedPoints,
            caution: caution, casualNoise: whim, casualPercent: percent)
    }

    private static func thinking(depth: Int, noise: Int, fourDepth: Int, fours: Int, missedPoints: Int) -> Weaknesses {
        Weaknesses(
            depth: depth, noise: noise, fourDepth: fourDepth, fours: fours, missedFours: 0,
            missedPoints: missedPoints, caution: 100, casualNoise: 0)
    }

    var options: SearchOptions {
        var options = SearchOptions()
        options.noise = noise
        options.leafFours = fours
        options.leafFourDepth = fourDepth
        return options
    }
}
