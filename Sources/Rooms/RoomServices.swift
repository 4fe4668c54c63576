import GameState
import Nodes
import Storage

/// What every room needs of the server it stands in: complete when it is made, and the same object for all of them.
package final class RoomServices {
    package let store: any RoomStore
    package let limits: Limits
    /// The same, as rooms share them.
    let roomLimits: RoomLimits
    package let counters: Counters
    /// Server time, milliseconds since 1970.
    package let now: () -> Int
    /// Makes a timer that calls when it is due.
    package let timer: (@escaping () -> Void) -> any OneShotTimer
    /// When the server was last known to run before it was started, milliseconds since 1970.
    package let lastAlive: Int
    /// The servers that share the store.
    package let network: any NodeNetwork
    /// The rooms in memory.
    package let rooms: RoomDirectory
    /// Rooms in which coming and going waits to be told together.
    package let news: PresenceNews
    /// What is left of memory and disk.
    package let budget: ResourceBudget
    /// Large snapshots that wait for their turn.
    package let snapshots: SnapshotQueue
    /// What large audiences are told.
    package let fanOut: FanOut
    /// Whether the server is about to end.
    package let gate: Gate
    /// Whether moves can be stored just now.
    package let outage: Outage
    /// Who is told what happens.
    package let observers: [any RoomObserver]
    private let lives = LifeCounter()

    package init(
        store: any RoomStore, limits: Limits, counters: Counters = Counters(), now: @escaping () -> Int,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer, lastAlive: Int = 0,
        network: any NodeNetwork = SingleNode(), rooms: RoomDirectory = RoomDirectory(), news: PresenceNews? = nil,
        budget: ResourceBudget = .unlimited, snapshots: SnapshotQueue? = nil, fanOut: FanOut? = nil,
        gate: Gate = Gate(), outage: Outage? = nil, observers: [any RoomObserver] = []
    ) {
        self.store = store
        self.limits = limits
        roomLimits = RoomLimits(limits)
        self.counters = counters
        self.now = now
        self.timer = timer
        self.lastAlive = lastAlive
        self.network = network
        self.rooms = rooms
        self.news = news ?? PresenceNews(timer: timer)
        self.budget = budget
        self.snapshots = snapshots ?? SnapshotQueue(timer: timer, budget: budget, now: now)
        self.fanOut = fanOut ?? FanOut(timer: timer, rooms: rooms)
        self.gate = gate
        self.outage = outage ?? Outage(now: now, resume: rooms.resumeClocks)
        self.observers = observers
    }

    package func tell(_ event: RoomEvent) {
        for observer in observers { observer.observe(event) }
    }

    /// The room leaves memory.
    package func close(_ live: LiveRoom) {
        guard rooms.remove(live) else { return }
        tell(.closed(live.name))
        network.release(live.name)
    }

    /// Who serves the room: this server, from now on, where nobody else does.
    package func place(_ room: RoomName, _ done: @escaping (Result<RoomPlace, StoreFailure>) -> Void) {
        network.place(room, done)
    }

    /// A number that no life of any room has had before.
    func newLife() -> Int { lives.next() }
}

private final class LifeCounter {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}
