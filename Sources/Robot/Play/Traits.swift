import GameState

/// How a level differs from everything the robot can do.
///
/// The weakest choose by what a point looks like, as beginners do: they love their own lines, look near the last
/// moves, and sometimes miss a four. The next think one or two moves ahead. From then on the horizon grows, and with
/// it the sight for wins by fours and threes; the judgement gets steadier.
struct Traits: Sendable {
    /// Plies looked ahead; 0 chooses by looks.
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

    /// Nil for the strongest, which has no weakness on purpose.
    static func of(_ level: Level, _ rule: Rule) -> Traits? {
        switch level.number {
        // Where a five needs an open end a row is closed sooner, so that good looks go further and one move ahead less far.
        case 3 where rule.facts.needsOpenEnd: looking(missedFours: 2, missedPoints: 20, caution: 90, whim: 75)
        case 4 where rule.facts.needsOpenEnd: thinking(depth: 1, noise: 90, fourDepth: 0, fours: 0, missedPoints: 20)
        case 1: looking(missedFours: 15, missedPoints: 50, caution: 55, whim: 160)
        case 2: looking(missedFours: 6, missedPoints: 35, caution: 75, whim: 110)
        case 3: looking(missedFours: 1, missedPoints: 15, caution: 95, whim: 40)
        case 4: thinking(depth: 1, noise: 140, fourDepth: 0, fours: 0, missedPoints: 35)
        case 5: thinking(depth: 2, noise: 90, fourDepth: 0, fours: 0, missedPoints: 15)
        case 6: thinking(depth: 3, noise: 50, fourDepth: 2, fours: 6, missedPoints: 5)
        case 7: thinking(depth: 4, noise: 25, fourDepth: 4, fours: 16, missedPoints: 0)
        case 8: thinking(depth: 6, noise: 12, fourDepth: 8, fours: 32, missedPoints: 0)
        case 9: thinking(depth: 8, noise: 5, fourDepth: 12, fours: 48, missedPoints: 0)
        default: nil
        }
    }

    private static func looking(missedFours: Int, missedPoints: Int, caution: Int, whim: Int) -> Traits {
        Traits(
            depth: 0, noise: 0, fourDepth: 0, fours: 0, missedFours: missedFours, missedPoints: missedPoints,
            caution: caution, whim: whim)
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
