import GameState

/// The deltas of a file that is being imported, which are sent one after the other. Pure.
struct StudyImport: Equatable {
    private var deltas: [Delta]
    /// The number of deltas at the beginning, and of those that the server has accepted.
    let total: Int
    private(set) var done = 0
    /// The number of moves that the file adds, and the sentences about the parts that are left out.
    let moves: Int
    let losses: [String]
    /// The id of the request that waits for its answer.
    var id: String?
    /// The time to send the same delta again, in milliseconds of the loop's clock.
    private(set) var retryAt: Int?

    init(_ changes: StudyChanges, losses: [String]) {
        deltas = changes.deltas
        total = changes.deltas.count
        moves = changes.moves
        self.losses = losses + changes.losses.sentences
    }

    /// The delta to send.
    var next: Delta? { deltas.first }

    /// Whether the next delta can be sent: none waits for its answer or for a time.
    var isIdle: Bool { next != nil && id == nil && retryAt == nil }

    mutating func accepted() {
        deltas.removeFirst()
        done += 1
        id = nil
    }

    mutating func wait(until time: Int) {
        id = nil
        retryAt = time
    }

    mutating func retry() { retryAt = nil }
}
