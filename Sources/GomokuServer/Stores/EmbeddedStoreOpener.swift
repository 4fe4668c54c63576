import GameState
import GomokuStore
import Rooms
import Storage
import WebSockets

/// Opens the store in a directory of this machine.
struct EmbeddedStoreOpener: StoreOpener {
    let directory: String
    let durability: StoreDurability
    let limits: Limits
    let filing: JournalOptions

    var place: String { directory }

    func open(on loop: EventLoop, telling listener: StoreListener) throws(DaemonFailure) -> any PersistentStore {
        let completions = Mailbox<StoreCompletion>()
        let store: DurableStore
        do {
            store = try DurableStore(
                directory: directory, durability: durability, limits: limits, filing: filing, now: ServerClock.now,
                notify: { completions.post($0) })
        } catch {
            throw .store(error)
        }
        if let why = store.newEpochs { listener.warn(why) }
        // The queue delivers the store's results to their callers.
        let turns = Mailbox<Void>()
        let queue = CompletionQueue(store, nextTurn: turns) { listener.healthMayHaveChanged(store) }
        loop.attach(turns) { queue.handOut() }
        loop.attach(completions) { queue.add($0) }
        return store
    }

    func probe() throws(DaemonFailure) -> [String] {
        do { try StoreProbe.check(directory: directory) } catch { throw .store(error) }
        return []
    }
}
