/// The scale of search values. ``WinningChance`` converts them to a probability; a five in n plies
/// is `win - n`.
enum Score {
    static let win = 30_000
    /// The least absolute value that means a decided game. Such values contain the number of plies
    /// to the five.
    static let decided = 29_000
    static let infinite = 32_000
    /// The greatest absolute value of a static evaluation.
    static let evaluationLimit = 20_000

    /// Returns a value in the form that the table stores: plies count from the entry's position
    /// instead of the root.
    @inline(__always) static func stored(_ value: Int, _ ply: Int) -> Int {
        value >= decided ? value &+ ply : value <= -decided ? value &- ply : value
    }

    @inline(__always) static func restored(_ value: Int, _ ply: Int) -> Int {
        value >= decided ? value &- ply : value <= -decided ? value &+ ply : value
    }
}
