import GameState
import WebSockets

/// Opens a store that outlives the process. There is one for each kind of store, and one line in ``Serve`` that makes
/// it from the options; nothing else of the server knows which store it has.
protocol StoreOpener {
    /// Where rooms are kept, as operators are told.
    var place: String { get }

    /// Opens the store on `loop`: from then on its answers are called there.
    ///
    /// - Parameter looked: called after answers were handed out, when ``LastingStore/health`` may be another.
    func open(on loop: EventLoop, looked: @escaping (any LastingStore) -> Void) throws(DaemonFailure)
        -> any LastingStore
}
