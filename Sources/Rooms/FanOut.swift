import GameState
import Nodes

/// Bounds the time that a turn of the loop spends on telling many what happens in a room.
///
/// Small audiences are told at once. Of larger ones a turn tells so many; the rest is told in the next turns, in which
/// rooms take turns by the address that has caused it, so that nobody's crowd delays others. Every delivery is charged to
/// the address that has caused it.
///
/// Confined to the loop's thread.
package final class FanOut {
    /// Connections of a room that are always told at once.
    static let directSize = 8
    /// Deliveries to larger audiences in one turn of the loop: one takes about 10 microseconds.
    static let deliveriesPerTurn = 128
    /// Deliveries in one turn for one room, where several wait.
    static let deliveriesPerRoom = 32

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let rooms: RoomDirectory
    private let budgets: AddressBudgets?
    private var waiting = FairQueue<RoomName>()
    private var deliveries = 0
    /// Begins the next turn.
    private var turnTimer: (any OneShotTimer)?
    private var isTurnScheduled = false

    /// - Parameters:
    ///   - timer: makes a timer that calls when it is due.
    ///   - budgets: the budgets that deliveries are charged to; nil: none, in tests.
    package init(
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer, rooms: RoomDirectory,
        budgets: AddressBudgets? = nil
    ) {
        self.timer = timer
        self.rooms = rooms
        self.budgets = budgets
    }

    /// The number of rooms in which not everybody has been told.
    package var count: Int { waiting.count }

    /// Whether a room may tell so many connections something at once.
    func mayDeliver(to count: Int) -> Bool {
        if count <= Self.directSize { return true }
        guard waiting.isEmpty, deliveries + count <= Self.deliveriesPerTurn else { return false }
        deliveries += count
        scheduleTurn()
        return true
    }

    /// Has `room` tell the rest in the next turns.
    /// - Parameter group: where it was caused (``ClientConnection/group``); empty: by nobody.
    package func add(_ room: RoomName, for group: String) {
        waiting.add(room, for: group)
        scheduleTurn()
    }

    /// Charges what `sender` has caused to its address: a delivery as much as a message.
    package func charge(_ sender: ClientConnection, deliveries count: Int) {
        guard count > Self.directSize else { return }
        budgets?.chargeWork(sender, bytes: count * AddressBudgets.bytesPerMessage)
    }

    private func scheduleTurn() {
        guard !isTurnScheduled else { return }
        isTurnScheduled = true
        let timer = turnTimer ?? timer { [weak self] in self?.beginTurn() }
        timer.schedule(afterMilliseconds: 0)
        turnTimer = timer
    }

    /// Tells the next ones.
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
