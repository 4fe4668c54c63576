import GameState
import Nodes
import Storage

/// The services of the server that all rooms share. Complete once initialized.
package final class RoomServices {
    package let store: any RoomStore
    package let limits: Limits
    /// The same limits, in the object that all ``Room`` values share.
    let roomLimits: RoomLimits
    package let counters: Counters
    /// Server time, milliseconds since 1970.
    package let now: () -> Int
    /// Makes a timer that calls the closure when it fires.
    package let timer: (@escaping () -> Void) -> any OneShotTimer
    /// The time at which the server was last known to run before this start, in milliseconds since
    /// 1970.
    package let lastAlive: Int
    /// The servers that share the store.
    package let network: any NodeNetwork
    /// The rooms in memory.
    package let rooms: RoomDirectory
    /// Rooms whose joins and leaves wait to be announced together.
    package let presenceBatches: PresenceNews
    /// The budget of memory and disk.
    package let budget: ResourceBudget
    /// Large snapshots that wait for their turn.
    package let snapshots: SnapshotQueue
    /// Broadcasts to large audiences, which take turns.
    package let fanOut: FanOut
    /// Whether the server admits new clients.
    package let gate: Gate
    /// Whether moves can be stored now.
    package let outage: Outage
    /// The rated games in progress, whose positions their players must not analyse.
    package let ratedGames: RatedGames
    /// The puzzles of races. nil if the server has none.
    let racePuzzles: (any RacePuzzles)?
    /// The analysis rooms of this server that each participant is in.
    private let studies = StudyReaders()
    /// Observers of room events.
    package let observers: [any RoomObserver]
    private let chains = ChainCounter()

    package init(
        store: any RoomStore, limits: Limits, counters: Counters = Counters(), now: @escaping () -> Int,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer, lastAlive: Int = 0,
        network: any NodeNetwork = SingleNode(), links: NodeLinks = .single, rooms: RoomDirectory = RoomDirectory(),
        news: PresenceNews? = nil,
        budget: ResourceBudget = .unlimited, snapshots: SnapshotQueue? = nil, fanOut: FanOut? = nil,
        gate: Gate = Gate(), outage: Outage? = nil, racePuzzles: (any RacePuzzles)? = nil,
        observers: [any RoomObserver] = []
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
        self.presenceBatches = news ?? PresenceNews(timer: timer)
        self.budget = budget
        self.snapshots = snapshots ?? SnapshotQueue(timer: timer, budget: budget, now: now)
        self.fanOut = fanOut ?? FanOut(timer: timer, rooms: rooms)
        self.gate = gate
        self.outage = outage ?? Outage(now: now, resume: rooms.resumeClocks)
        self.racePuzzles = racePuzzles
        self.observers = observers
        let searches = StudySearches(timer: timer) { player, room in
            rooms[room]?.hideRatedPositions(from: [player])
        }
        ratedGames = RatedGames(links) { [studies] player in
            for study in studies.rooms(of: player) { searches.add(player, in: study) }
        }
    }

    package func publish(_ event: RoomEvent) {
        switch event {
        case .settled(let live): ratedGames.note(live.ratedGame, in: live.name)
        case .closed(let name): ratedGames.note(nil, in: name)
        }
        for observer in observers { observer.observe(event) }
    }

    /// Notes whether the participant is in the analysis room.
    func noteReader(_ participant: ParticipantID, in room: RoomName, isPresent: Bool) {
        studies.note(participant, in: room, isPresent: isPresent)
    }

    /// Evicts the room from memory.
    package func close(_ live: LiveRoom) {
        guard rooms.remove(live) else { return }
        publish(.closed(live.name))
        network.release(live.name)
    }

    /// Looks up the server that serves the room. If there is none, this server claims the room.
    package func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void) {
        network.place(room, done)
    }

    /// Returns the number of a new chain of appends (``Append/chain``). No room in this process has
    /// had it before.
    func newChain() -> Int { chains.next() }
}

private final class ChainCounter {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}
