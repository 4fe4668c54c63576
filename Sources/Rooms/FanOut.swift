import GameState
import Nodes

/// A limit on the time that broadcasts to large rooms take in each turn of the event loop.
///
/// Broadcasts to small audiences are sent at once. Broadcasts to larger ones are limited to a
/// number of deliveries per turn; the rest waits for the next turns. Rooms with waiting deliveries
/// take turns by the address that caused the broadcast, so that the crowded rooms of one address do
/// not delay those of others. Every delivery is charged to that address.
///
/// Confined to the event loop's thread.
package final class FanOut {
    /// The size of an audience that always receives broadcasts at once.
    static let directSize = 8
    /// Deliveries to larger audiences per turn of the event loop. A delivery takes about 10
    /// microseconds.
    static let deliveriesPerTurn = 128
    /// Deliveries per turn for one room, while several rooms wait.
    static let deliveriesPerRoom = 32

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let rooms: RoomDirectory
    private let budgets: AddressBudgets?
    private var waiting = FairQueue<RoomName>()
    private var deliveries = 0
    /// A timer that begins the next turn.
    private var turnTimer: (any OneShotTimer)?
    private var isTurnScheduled = false

    /// - Parameters:
    ///   - timer: makes a timer that calls the closure when it fires.
    ///   - budgets: the budgets that deliveries are charged to; nil in tests.
    package init(
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer, rooms: RoomDirectory,
        budgets: AddressBudgets? = nil
    ) {
        self.timer = timer
        self.rooms = rooms
        self.budgets = budgets
    }

    /// The number of rooms that have deliveries waiting.
    package var count: Int { waiting.count }

    /// Whether a room may send to `count` connections at once.
    func mayDeliver(to count: Int) -> Bool {
        if count <= Self.directSize { return true }
        guard waiting.isEmpty, deliveries + count <= Self.deliveriesPerTurn else { return false }
        deliveries += count
        scheduleTurn()
        return true
    }

    /// Queues the rest of the deliveries of `room` for the next turns.
    /// - Parameter group: the group that caused them (``ClientConnection/group``); empty if no
    ///   client did.
    package func add(_ room: RoomName, for group: String) {
        waiting.add(room, for: group)
        scheduleTurn()
    }

    /// Charges the deliveries that `sender` caused to its address. A delivery costs as much as a
    /// message.
    package func charge(_ sender: ClientConnection, deliveries count: Int) {
        guard count > Self.directSize else { return }
        budgets?.chargeWork(sender, bytes: count * AddressBudgets.bytesPerMessage)
    }

    /// Charges an answer of so many bytes to the address of `asker`.
    package func charge(_ asker: ClientConnection, bytes: Int) { budgets?.chargeWork(asker, bytes: bytes) }

    private func scheduleTurn() {
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        let timer = turnTimer ?? timer { [weak self] in self?.beginTurn() }
        timer.schedule(afterMilliseconds: 0)
        turnTimer = timer
    }

    /// Begins a turn, and makes its deliveries.
    func beginTurn() {
        isTurnScheduled = false
        deliveries = 0
        while deliveries < Self.deliveriesPerTurn, let (name, group) = waiting.nextWithGroup() {
            guard let live = rooms[name] else { continue }
            let limit = waiting.isEmpty ? Self.deliveriesPerTurn - deliveries : Self.deliveriesPerRoom
            deliveries += live.deliver(atMost: limit)
            if live.audience.hasBacklog { waiting.add(name, for: group) }
        }
        if deliveries > 0 || !waiting.isEmpty { scheduleTurn() }
    }
}
