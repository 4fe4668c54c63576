/// Options of a search beyond plain alpha-beta. Weak levels and tests turn some of them off.
struct SearchOptions {
    enum Table {
        case off
        /// An entry's value is used only if it has exactly the wanted depth. So, without
        /// ``SearchOptions/prunes``, the search returns the same value as without a table.
        case equalDepth
        case full
    }

    var table = Table.full
    /// Whether to use methods that can change the value at a fixed depth: reductions, futility
    /// pruning, late move pruning, razoring and singular extensions.
    var prunes = true
    /// The greatest number of fours tried at a leaf; 0 turns this off.
    var leafFours = 48
    /// The greatest depth of these fours.
    var leafFourDepth = 12
    /// Whether to look for a win by fours and threes before the search.
    var usesThreats = true
    /// Whether to check if the best moves lose to the opponent's threats.
    var checksThreats = true
    /// The greatest noise added to or subtracted from each evaluation, derived from the position's
    /// hash.
    var noise = 0
    /// The seed of the noise.
    var seed: UInt64 = 0
}

/// Pruning parameters in score points, hundredths of a logarithm, or numbers of moves. They are
/// constants, so the compiler can fold them.
enum Margins {
    /// A position this far above beta, per remaining ply, is not searched.
    static let standStep = 60
    static let standBase = 30
    /// A quiet move is assumed to gain no more than this.
    static let gainStep = 70
    static let gainBase = 80
    /// A position this far below alpha is only searched for wins by fours.
    static let hopeStep = 90
    static let hopeBase = 150
    /// The number of moves tried at a depth: `countBase + depth² · countStep / 4`.
    static let countBase = 3
    static let countStep = 3
    /// Up to depth ``gapDepth``, moves are skipped if their ordering score is this far below the
    /// best one's.
    static let gapBase = 500
    static let gapStep = 100
    static let gapDepth = 4
    /// A move is reduced by one ply per gap of this size, up to ``gapLimit`` plies.
    static let gapPly = 300
    static let gapLimit = 2
    /// The table's move is singular if all other moves are worse by this much per ply of depth.
    static let singular = 2
    /// The least depth for singular extensions, and for the reduction of positions without a table
    /// move.
    static let singularDepth = 7
    static let blindDepth = 4
}
