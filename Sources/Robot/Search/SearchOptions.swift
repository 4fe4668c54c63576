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
    /// Adds up to this much to or from each evaluation, by the position's hash.
    var noise = 0
    /// Seed of the noise.
    var seed: UInt64 = 0
}
