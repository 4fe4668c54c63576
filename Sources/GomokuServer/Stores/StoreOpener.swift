import GameState
import Storage
import WebSockets
import Wire

/// Opens a store that outlives the process. Each kind of store has an opener, which
/// ``ServeOptions`` makes from the options. No other part of the server knows which store is in
/// use.
protocol StoreOpener {
    /// The location of the store, for messages to operators.
    var place: String { get }

    /// Opens the store on `loop`, which then calls the store's callbacks.
    func open(on loop: EventLoop, telling listener: StoreListener) throws(DaemonFailure) -> any PersistentStore

    /// Checks whether ``open(on:telling:)`` would throw, without changing anything. Returns
    /// warnings, as sentences for the operator.
    func probe() throws(DaemonFailure) -> [String]
}

/// Callbacks for events of a store.
struct StoreListener {
    /// Called when ``PersistentStore/health`` may have changed.
    let healthMayHaveChanged: (any PersistentStore) -> Void
    /// Called when the store has failed for good, so that the server has to stop. The error is a
    /// sentence for the operator.
    let gaveUp: (any ExitStatusError) -> Void
    /// Called with a warning for the operator that does not prevent the start.
    let warn: (String) -> Void
}
