import GameState
import TestSupport
import Testing

@testable import GomokuServer
@testable import Nodes
@testable import Rooms

@Suite("Large snapshots take turns")
struct SnapshotQueueTests {
    /// Timers that fire when the test says so.
    private final class Timers {
        final class Timer: OneShotTimer {
            let fire: () -> Void
            var delay: Int?
            init(_ fire: @escaping () -> Void) { self.fire = fire }
            func schedule(afterMilliseconds delay: Int) { self.delay = delay }
            func cancel() { delay = nil }
        }

        private var all: [Timer] = []

        func make(_ fire: @escaping () -> Void) -> any OneShotTimer {
            let timer = Timer(fire)
            all.append(timer)
            return timer
        }

        /// Fires the timers that are due within `milliseconds`. Returns whether there were any.
        @discardableResult
        func pass(_ milliseconds: Int) -> Bool {
            let due = all.filter { $0.delay.map { $0 <= milliseconds } ?? false }
            for timer in due {
                timer.delay = nil
                timer.fire()
            }
            return !due.isEmpty
        }
    }

    private let timers = Timers()
    private let test = TestServer()
    private let room = RoomName("large")!
    private static let megabyte = 1 << 20

    private func queue(budgets: AddressBudgets? = nil) -> SnapshotQueue {
        let timers = timers
        return SnapshotQueue(timer: { timers.make($0) }, budgets: budgets, now: { 1_000 })
    }

    /// A client's request for a snapshot, and whether the queue has made it.
    private final class Wish {
        let connection: ClientConnection
        let outlet: RecordingOutlet
        var isMade = false
        init(_ one: (ClientConnection, RecordingOutlet)) { (connection, outlet) = one }
    }

    private func ask(_ queue: SnapshotQueue, _ address: String, bytes: Int = megabyte, unread: Bool = true) -> Wish {
        let wish = Wish(test.connection("p", address: address))
        queue.admit(wish.connection, to: room, bytes: bytes, isPlayer: false) { [room] in
            wish.isMade = true
            wish.outlet.unsentBytes = unread ? bytes : 0
            queue.sent(wish.connection, room)
        }
        return wish
    }

    @Test("Small snapshots are made at once; large ones one per turn, and addresses take turns")
    func turns() {
        let queue = queue()
        let first = (0..<3).map { _ in ask(queue, "192.0.2.1", unread: false) }
        let other = ask(queue, "192.0.2.2", unread: false)
        #expect(ask(queue, "192.0.2.1", bytes: SnapshotQueue.largeBytes - 1).isMade)
        #expect(first.map(\.isMade) == [true, false, false] && !other.isMade && queue.count == 3)
        timers.pass(1)
        #expect(first.map(\.isMade) == [true, true, false] && !other.isMade)
        timers.pass(1)
        #expect(other.isMade, "after the next snapshot of the first address")
        timers.pass(1)
        #expect(first.map(\.isMade) == [true, true, true] && queue.count == 0)
    }

    @Test("An address with too many unread snapshots waits, and others do not")
    func unread() {
        let queue = queue()
        let greedy = (0..<8).map { _ in ask(queue, "192.0.2.1") }
        while timers.pass(1) {}
        let most = SnapshotQueue.unreadBytesPerAddress / Self.megabyte
        #expect(greedy.count(where: \.isMade) == most)
        #expect(ask(queue, "192.0.2.2").isMade)
        // The client reads one, and the queue makes the next.
        greedy[0].outlet.unsentBytes = 0
        queue.read(greedy[0].connection)
        while timers.pass(1) {}
        #expect(greedy.count(where: \.isMade) == most + 1)
        // The waiting clients disconnect. The queue removes their requests, although their address
        // still waits.
        let waiting = greedy.filter { !$0.isMade }
        for wish in waiting {
            wish.outlet.isOpen = false
            queue.lost(wish.connection)
        }
        #expect(queue.count == 0)
        // The other clients disconnect, too, and are no longer counted.
        for wish in greedy {
            wish.outlet.isOpen = false
            queue.lost(wish.connection)
        }
        let again = (0..<most).map { _ in ask(queue, "192.0.2.1") }
        while timers.pass(1) {}
        #expect(again.count(where: \.isMade) == most)
    }

    @Test("A snapshot that is refused when its turn comes counts as read")
    func refused() {
        let queue = queue()
        for _ in 0..<8 {
            let wish = Wish(test.connection("p", address: "192.0.2.1"))
            queue.admit(wish.connection, to: room, bytes: Self.megabyte, isPlayer: false) { [room] in
                wish.isMade = true
                queue.cancel(wish.connection, room)
            }
            while timers.pass(1) {}
            #expect(wish.isMade)
            #expect(!queue.isReserved(wish.connection, room))
        }
    }

    @Test("Each turn searches one analysis for positions of rated games, and each analysis once")
    func searches() throws {
        let timers = timers
        var made: [String] = []
        let searches = StudySearches(
            timer: { timers.make($0) }, search: { player, room in made.append("\(player) \(room)") })
        for name in ["a", "b", "c", "b", "c"] { searches.add("p", in: try #require(RoomName(name))) }
        #expect(made == ["p a"])
        timers.pass(0)
        #expect(made == ["p a", "p b"])
        searches.add("p", in: try #require(RoomName("b")))
        while timers.pass(0) {}
        #expect(made == ["p a", "p b", "p c", "p b"])
        searches.add("p", in: try #require(RoomName("d")))
        #expect(made.last == "p d", "at once after an idle turn")
    }

    @Test("An address pays for its snapshots before they are made")
    func budget() {
        let queue = queue(budgets: AddressBudgets(storageBytes: 0))
        var made = 0
        // Each client reads immediately and leaves, so only the budget for work limits them.
        for _ in 0..<200 {
            let wish = ask(queue, "192.0.2.1", unread: false)
            while timers.pass(1) {}
            made += wish.isMade ? 1 : 0
            wish.outlet.isOpen = false
            queue.lost(wish.connection)
        }
        let paid = AddressBudgets.work.burst * AddressBudgets.bytesPerMessage / Self.megabyte
        #expect((paid...(paid + 1)).contains(made), "\(made)")
        #expect(ask(queue, "192.0.2.2").isMade)
    }

    @Test("Clients that fell behind get a large room's snapshots in turn, and none after they leave")
    func refreshes() throws {
        let live = try test.live()
        let clients = (0..<4).map { test.connection("p\($0)", address: "192.0.2.\($0)") }
        for (connection, _) in clients { live.join(connection, knowing: nil) }
        for number in 0..<3 {
            live.handle(
                try put("\(number)", "k\(number)", String(repeating: "x", count: 32_000)), from: clients[0].0)
            test.store.release()
        }
        for (_, outlet) in clients { _ = outlet.news() }
        // Each snapshot has 96 kB. The third one reaches the limit of a turn, and the test's timers
        // start no other turn.
        for (connection, _) in clients { live.refreshInTurn(connection) }
        #expect(clients.map { $0.1.news() } == [["snapshot:3"], ["snapshot:3"], ["snapshot:3"], []])
        #expect(test.services.snapshots.count == 1)
        live.lost(clients[3].0)
        test.services.snapshots.lost(clients[3].0)
        #expect(clients[3].1.news() == [] && test.services.snapshots.count == 0)
    }

    @Test("With memory full, only players get their snapshots")
    func memory() {
        let budget = ResourceBudget(memory: 100, disk: 0, usedMemory: { 100 }, usedDisk: { 0 })
        _ = budget.updateLevel()
        let timers = timers
        let queue = SnapshotQueue(timer: { timers.make($0) }, budget: budget, now: { 1_000 })
        #expect(!ask(queue, "192.0.2.1").isMade)
        let player = test.connection("p", address: "192.0.2.2").0
        var isMade = false
        queue.admit(player, to: room, bytes: Self.megabyte, isPlayer: true) { isMade = true }
        #expect(isMade)
    }

    @Test("Over the memory budget, the largest holders are disconnected first, and players last")
    func relief() {
        var gone: [Int] = []
        let holders = [(20_000, false), (50_000, true), (1_000, false), (90_000, false), (60_000, true)].enumerated()
            .map { number, one in
                MemoryRelief.Holder(bytes: one.0, isPlaying: one.1) { gone.append(number) }
            }
        #expect(MemoryRelief.disconnect(holders, toFree: 100_000) == 2 && gone == [3, 0])
        gone = []
        #expect(MemoryRelief.disconnect(holders, toFree: 1 << 30) == 4 && gone == [3, 0, 4, 1])
    }
}
