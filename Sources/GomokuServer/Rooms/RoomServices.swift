import GameState
import Nodes

/// Calls once, some time from now; letting go of it cancels it.
protocol RoomTimer: AnyObject {
    func schedule(afterMilliseconds delay: Int)
    func cancel()
}

/// What every room needs of the server it stands in: complete when it is made, and the same object for all of them.
final class RoomServices {
    let store: any RoomStore
    let limits: Limits
    /// The same, as rooms share them.
    let roomLimits: RoomLimits
    let counters: Counters
    /// Server time, milliseconds since 1970.
    let now: () -> Int
    /// Makes a timer that calls when it is due.
    let timer: (@escaping () -> Void) -> any RoomTimer
    /// When the server was last known to run before it was started, milliseconds since 1970.
    let lastAlive: Int
    /// The servers that share the store.
    let network: any NodeNetwork
    /// The rooms in memory.
    let rooms: RoomDirectory
    /// Rooms in which coming and going waits to be told together.
    let news: PresenceNews
    /// What is left of memory and disk.
    let budget: ResourceBudget
    /// Large snapshots that wait for their turn.
    let snapshots: SnapshotQueue
    /// What large audiences are told.
    let fanOut: FanOut
    /// Whether the server is about to end.
    let gate: Gate
    /// Whether moves can be stored just now.
    let outage: Outage
    /// Who is told what happens.
    let observers: [any RoomObserver]
    private let lives = LifeCounter()

    init(
        store: any RoomStore, limits: Limits, counters: Counters = Counters(), now: @escaping () -> Int,
        timer: @escaping (@escaping () -> Void) -> any RoomTimer, lastAlive: Int = 0,
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

    func tell(_ event: RoomEvent) {
        for observer in observers { observer.observe(event) }
    }

    /// The room leaves memory.
    func close(_ live: LiveRoom) {
        guard rooms.remove(live) else { return }
        tell(.closed(live.name))
        network.release(live.name)
    }

    /// Who serves the room: this server, from now on, where nobody else does.
    func place(_ room: RoomName, _ done: @escaping (Result<RoomPlace, StoreFailure>) -> Void) {
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
