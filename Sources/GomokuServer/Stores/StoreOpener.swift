import GameState
import Storage
import WebSockets

/// Opens a store that outlives the process. There is one for each kind of store, and one line in ``ServeOptions`` that makes
/// it from the options; nothing else of the server knows which store it has.
protocol StoreOpener {
    /// Where rooms are kept, as operators are told.
    var place: String { get }

    /// Opens the store on `loop`: from then on its answers are called there.
    func open(on loop: EventLoop, telling listener: StoreListener) throws(DaemonFailure) -> any LastingStore

    /// Throws what ``open(on:telling:)`` would throw, as far as that shows without changing anything; returns doubts, in
    /// sentences for the operator.
    func probe() throws(DaemonFailure) -> [String]
}

/// What a store tells by itself.
struct StoreListener {
    /// ``LastingStore/health`` may be another.
    let looked: (any LastingStore) -> Void
    /// Nothing can be stored any more, for good: the server has to end. A sentence for the operator.
    let gaveUp: (any Error & Sendable) -> Void
    /// Something that the operator should know, and that is no reason not to start.
    let doubt: (String) -> Void
}
