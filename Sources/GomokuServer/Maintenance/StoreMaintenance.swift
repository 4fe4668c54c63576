import GameState
import Logging
import Rooms
import Storage
import WebSockets

/// The periodic work of a store: heartbeats, health checks and the removal of old rooms.
final class StoreMaintenance {
    /// The interval between heartbeats, in milliseconds. After a crash, up to this much time on a
    /// game's clock is charged to neither player.
    static let heartbeatMilliseconds = 5_000
    /// The interval between checks that the store is reachable, in milliseconds.
    static let lookMilliseconds = 500
    /// The interval between removals of old rooms, in milliseconds.
    static let purgeMilliseconds = 600_000
    /// The number of rooms removed per transaction, for which deltas have to wait.
    static let purgeBatch = 100

    private static let day = 86_400_000

    private let store: any PersistentStore
    private let registry: RoomRegistry
    private let log: Logger
    private let finishedDays: Int
    private let idleDays: Int
    private let heartbeat: LoopTimer
    private let look: LoopTimer
    private var purge: LoopTimer?

    init(store: any PersistentStore, registry: RoomRegistry, options: ServeOptions, loop: EventLoop, log: Logger) {
        self.store = store
        self.registry = registry
        self.log = log
        finishedDays = options.keepFinished
        idleDays = options.keepIdle
        heartbeat = loop.timer { store.heartbeat { _ in } }
        heartbeat.schedule(everyMilliseconds: Self.heartbeatMilliseconds)
        look = loop.timer {
            store.checkFiles()
            _ = registry.services.outage.lasts()
        }
        look.schedule(everyMilliseconds: Self.lookMilliseconds)
        guard finishedDays > 0 || idleDays > 0 else { return }
        purge = loop.timer { [weak self] in self?.removeRooms() }
        purge?.schedule(afterMilliseconds: 1_000)
    }

    private func removeRooms() {
        let now = registry.services.now()
        let retention = Retention(
            finishedBefore: finishedDays > 0 ? now - finishedDays * Self.day : nil,
            unchangedBefore: idleDays > 0 ? now - idleDays * Self.day : nil)
        store.purge(retention, keeping: registry.names, limit: Self.purgeBatch) { [self] result in
            switch result {
            case .failure(let failure): log.error("old rooms could not be removed: \(failure)")
            case .success(let count):
                if count > 0 { log.info("removed \(count) old rooms") }
                // A full batch means that more rooms may be left.
                purge?.schedule(afterMilliseconds: count == Self.purgeBatch ? 1 : Self.purgeMilliseconds)
                return
            }
            purge?.schedule(afterMilliseconds: Self.purgeMilliseconds)
        }
    }
}
