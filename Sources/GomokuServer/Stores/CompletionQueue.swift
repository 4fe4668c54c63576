import DequeModule
import GomokuStore
import WebSockets

/// Hands what the store has finished to those who wait for it, a slice in each turn of the loop.
///
/// A commit that hundreds of rooms share comes back as hundreds of fan-outs. Done in one go they would keep the loop
/// from everybody else for tens of milliseconds; in slices, a ping or a move that arrives meanwhile waits for one
/// slice.
final class CompletionQueue {
    /// How long a slice may take before the sockets have their turn.
    static let slice = Duration.microseconds(100)
    /// Completions between two looks at the clock.
    private static let stride = 8

    private let store: DurableStore
    private let clock = ContinuousClock()
    private let nextTurn: Mailbox<Void>
    private let afterSlice: () -> Void
    private var completions = Deque<StoreCompletion>()
    /// How many of the first completion's answers are handed out.
    private var done = 0

    /// - Parameters:
    ///   - nextTurn: what is posted there leads to ``handOut()`` in the loop's next turn; whoever has the loop sees to it.
    ///   - afterSlice: called after each slice.
    init(_ store: DurableStore, nextTurn: Mailbox<Void>, afterSlice: @escaping () -> Void) {
        self.store = store
        self.nextTurn = nextTurn
        self.afterSlice = afterSlice
    }

    /// What came from the store's threads.
    func add(_ completion: StoreCompletion) {
        let isWaiting = !completions.isEmpty
        completions.append(completion)
        if !isWaiting { handOut() }
    }

    /// One slice.
    func handOut() {
        let end = clock.now + Self.slice
        while let completion = completions.first {
            let stop = min(done + Self.stride, completion.count)
            for index in done..<stop { store.complete(completion, at: index) }
            done = stop
            if done == completion.count {
                completions.removeFirst()
                done = 0
            }
            if !completions.isEmpty, clock.now >= end {
                nextTurn.post(())
                break
            }
        }
        afterSlice()
    }
}
