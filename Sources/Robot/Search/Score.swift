/// The scale of search values: ``WinningChance`` says what they are worth, and a five in n plies is `win - n`.
enum Score {
    static let win = 30_000
    /// Beyond it a value says in how many plies the game is decided.
    static let decided = 29_000
    static let infinite = 32_000
    /// Evaluations stay within it.
    static let evaluationLimit = 20_000

    /// A value as the table keeps it: plies counted from the entry's position.
    @inline(__always) static func stored(_ value: Int, _ ply: Int) -> Int {
        value >= decided ? value &+ ply : value <= -decided ? value &- ply : value
    }

    @inline(__always) static func restored(_ value: Int, _ ply: Int) -> Int {
        value >= decided ? value &- ply : value <= -decided ? value &+ ply : value
    }
}
