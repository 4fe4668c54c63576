import DequeModule
import GomokuStore
import WebSockets

/// Delivers the store's results to their callers, one slice per turn of the loop.
///
/// A commit that hundreds of rooms share returns hundreds of results, each with a broadcast.
/// Delivered at once, they would block the loop for tens of milliseconds. In slices, a ping or a
/// move that arrives meanwhile waits for one slice only.
final class CompletionQueue {
    /// The duration of a slice, after which the sockets have their turn.
    static let slice = Duration.microseconds(100)
    /// The number of results between checks of the clock.
    private static let stride = 8

    private let store: DurableStore
    private let clock = ContinuousClock()
    private let nextTurn: Mailbox<Void>
    private let afterSlice: () -> Void
    private var completions = Deque<StoreCompletion>()
    /// The number of delivered results of the first completion.
    private var done = 0

    /// - Parameters:
    ///   - nextTurn: a mailbox whose messages call ``handOut()`` in the loop's next turn. The owner
    ///     of the loop attaches it.
    ///   - afterSlice: called after each slice.
    init(_ store: DurableStore, nextTurn: Mailbox<Void>, afterSlice: @escaping () -> Void) {
        self.store = store
        self.nextTurn = nextTurn
        self.afterSlice = afterSlice
    }

    /// Adds results from the store's threads.
    func add(_ completion: StoreCompletion) {
        let isWaiting = !completions.isEmpty
        completions.append(completion)
        if !isWaiting { handOut() }
    }

    /// Delivers one slice.
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
