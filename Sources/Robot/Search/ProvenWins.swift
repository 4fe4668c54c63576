/// Positions proven to be won for the side to move, each with a winning move.
///
/// Unlike table entries, these are never replaced by other positions. After claiming a win, the
/// searcher finds its next moves here.
struct ProvenWins {
    struct Win: Equatable {
        let move: Int
        /// The value of the win; ``Score/decided`` if the number of plies is unknown.
        let score: Int
    }

    /// The greatest number of positions kept for the present proof, and for the previous one: 300
    /// kB together. Most proofs have several hundred positions.
    static let limit = 4_096

    private var wins: [UInt64: Win] = [:]
    private var before: [UInt64: Win] = [:]

    var isFull: Bool { wins.count >= Self.limit }

    /// The win of the position with this hash. Setting a new one has no effect when the limit is
    /// reached.
    subscript(hash: UInt64) -> Win? {
        get { wins[hash] ?? before[hash] }
        set { if !isFull || wins[hash] != nil { wins[hash] = newValue } }
    }

    /// Begins a new proof. The previous proof is kept until the next call.
    mutating func begin() {
        before = wins
        wins = [:]
    }
}
