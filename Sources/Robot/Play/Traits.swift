import GameState

/// How a level differs from everything the robot can do.
///
/// The weakest choose many of their moves by what a point looks like, as beginners do: they love their own lines, look
/// near the last moves, and sometimes miss a four. The next think one or two moves ahead, always. From then on the
/// horizon grows, and with it the sight for wins by fours and threes; the judgement gets steadier. The numbers are
/// chosen so that each wins about three quarters of its games against the one below (`gomoku-lab bench-levels`).
struct Traits: Sendable {
    /// Plies looked ahead.
    var depth: Int
    /// Score points an evaluation may be off.
    var noise: Int
    /// How many fours in a row are seen ahead, and how many are tried.
    var fourDepth: Int
    var fours: Int
    /// Percent of the opponent's fours that are missed.
    var missedFours: Int
    /// Percent of points far from the last moves that are not considered.
    var missedPoints: Int
    /// Percent of the weight that the opponent's lines get, when choosing by looks.
    var caution: Int
    /// When choosing by looks: hundredths of a natural logarithm that make a move e times less likely.
    var whim: Int
    /// Percent of the moves that are chosen by looks instead of thought about.
    var haste = 0

    /// Nil for the strongest, which has no weakness on purpose.
    static func of(_ level: Level) -> Traits? {
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
    ) -> Traits {
        Traits(
            depth: 1, noise: noise, fourDepth: 0, fours: 0, missedFours: missedFours, missedPoints: missedPoints,
            caution: caution, whim: whim, haste: percent)
    }

    private static func thinking(depth: Int, noise: Int, fourDepth: Int, fours: Int, missedPoints: Int) -> Traits {
        Traits(
            depth: depth, noise: noise, fourDepth: fourDepth, fours: fours, missedFours: 0,
            missedPoints: missedPoints, caution: 100, whim: 0)
    }

    var options: SearchOptions {
        var options = SearchOptions()
        options.noise = noise
        options.leafFours = fours
        options.leafFourDepth = fourDepth
        return options
    }
}
