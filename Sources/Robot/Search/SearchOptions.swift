/// What a search may do besides plain alpha-beta. The weak levels and the tests switch things off.
struct SearchOptions {
    enum Table {
        case off
        /// Only entries of exactly the wanted depth answer; the value is the same as without a table.
        case equalDepth
        case full
    }

    var table = Table.full
    /// Reductions, futility, move counts, razoring, singular extensions: all that may change a fixed depth's value.
    var prunes = true
    /// Fours tried at a leaf; 0 is blind to them.
    var leafFours = 48
    /// How many fours deep.
    var leafFourDepth = 12
    /// Whether a win by fours and threes is looked for before anything else.
    var usesThreats = true
    /// Whether the best moves are checked for losing to the opponent's threats.
    var checksThreats = true
    /// Adds up to this much to or from each evaluation, by the position's hash.
    var noise = 0
    /// Seed of the noise.
    var seed: UInt64 = 0
}

/// The numbers that decide what is left out, in score points, hundredths of a logarithm, or moves; known to the compiler.
enum Margins {
    /// A position this far above beta, for each ply left, needs no search.
    static let standStep = 60
    static let standBase = 30
    /// A quiet move cannot gain more than this.
    static let gainStep = 70
    static let gainBase = 80
    /// Nor a position that only fours could save.
    static let hopeStep = 90
    static let hopeBase = 150
    /// Moves tried at a depth: `countBase + depth² · countStep / 4`.
    static let countBase = 3
    static let countStep = 3
    /// Moves whose order lies this far behind the best one's are left out, up to depth ``gapDepth``.
    static let gapBase = 500
    static let gapStep = 100
    static let gapDepth = 4
    /// Every such gap reduces a move by a ply, at most ``gapLimit``.
    static let gapPly = 300
    static let gapLimit = 2
    /// How much worse than the table's move the others must be for it to be singular, for each ply.
    static let singular = 2
    /// The least depth of it; and of the reduction without a table's move.
    static let singularDepth = 7
    static let blindDepth = 4
}
