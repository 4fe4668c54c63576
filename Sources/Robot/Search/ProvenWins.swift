/// Positions that were proven to be won by the side to move, each with a move that wins.
///
/// What is proven stays true whatever the tables forget: whoever has said that it wins finds its next move here.
struct ProvenWins {
    struct Win: Equatable {
        let move: Int
        /// ``Score/decided`` where nobody knows how many plies it takes.
        let score: Int
    }

    /// Positions kept; and as many of those before: 300 kB in all. Most proofs have some hundred.
    static let limit = 4_096

    private var wins: [UInt64: Win] = [:]
    private var before: [UInt64: Win] = [:]

    var isFull: Bool { wins.count >= Self.limit }

    /// The win of the position with this hash. Beyond the limit nothing new is kept.
    subscript(hash: UInt64) -> Win? {
        get { wins[hash] ?? before[hash] }
        set { if !isFull || wins[hash] != nil { wins[hash] = newValue } }
    }

    /// Makes room for others, and keeps what is there until the next time.
    mutating func begin() {
        before = wins
        wins = [:]
    }
}
