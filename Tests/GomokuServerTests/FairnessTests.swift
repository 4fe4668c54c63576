import GameState
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer
@testable import Rooms

@Suite("Fair sharing of scarce resources")
struct FairnessTests {
    private func all(_ queue: inout FairQueue<String>) -> [String] {
        var order: [String] = []
        while let next = queue.next() { order.append(next) }
        return order
    }

    @Test("Groups take turns, and within a group the first element comes first")
    func turns() {
        var queue = FairQueue<String>()
        for number in 1...4 { queue.add("a\(number)", for: "a") }
        queue.add("b1", for: "b")
        queue.add("a2", for: "b")
        queue.add("c1", for: "c")
        #expect(queue.count == 6, "an element that already waits is not added again")
        #expect(all(&queue) == ["a1", "b1", "c1", "a2", "a3", "a4"])
        #expect(queue.isEmpty && queue.next() == nil)
        queue.add("a1", for: "a")
        #expect(all(&queue) == ["a1"])
    }

    @Test(
        "A newcomer waits for at most one element of each other group",
        arguments: 0..<50 as Range<UInt64>)
    func bound(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = FairQueue<Int>()
        var (number, groups) = (0, Set<String>())
        for _ in 0..<200 {
            let group = "g\(Int.random(in: 0..<6, using: &random))"
            queue.add(number, for: group)
            groups.insert(group)
            number += 1
            if Int.random(in: 0..<4, using: &random) == 0 { _ = queue.next() }
        }
        queue.add(-1, for: "late")
        var waited = 0
        while let next = queue.next(), next != -1 { waited += 1 }
        #expect(waited <= groups.count, "seed \(seed)")
    }

    @Test("A budget may be overdrawn by its last charge, and stays closed until the debt is refilled")
    func debt() {
        var bucket = TokenBucket(burst: 10, perSecond: 10, now: 0)
        let first = bucket.spend(25, now: 0)
        let second = bucket.spend(1, now: 0)
        let early = bucket.isOpen(now: 1_500)
        let late = bucket.isOpen(now: 1_600)
        #expect((first, second, early, late) == (true, false, false, true))
    }

    @Test(
        "An IPv6 /64 network counts as one group, an IPv4 address as one, and loopback as none",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8::7", "2001:db8:0:0::/64"),
            ("fe80::1:2:3:4", "fe80:0:0:0::/64"), ("::ffff", "0:0:0:0::/64"), ("127.0.0.1", nil), ("::1", nil),
            ("127.9.9.9", nil),
        ] as [(String, String?)])
    func groups(_ address: String, _ group: String?) {
        #expect(AddressGroup.counted(address, loopback: false) == group)
        #expect(AddressGroup.counted(address, loopback: true) != nil)
    }

    @Test(
        "An IPv6 address belongs to its /64, /56 and /48 networks",
        arguments: [
            ("192.0.2.7", ["192.0.2.7"]),
            ("2001:db8:1:2345::7", ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]),
            ("2001:db8:1:2:3:4:5:6", ["2001:db8:1:2::/64", "2001:db8:1:0::/56", "2001:db8:1::/48"]),
            ("2001:db8::7", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]),
        ])
    func networks(_ address: String, _ networks: [String]) {
        let group = AddressGroup(address)
        #expect(group.networks == networks && group.isIPv6 == (networks.count > 1))
        #expect(AddressGroup(group.text) == group, "parsing a group's text gives the same group")
    }

    @Test("Removal takes the newest element of the largest group, and turns continue")
    func largest() {
        var queue = FairQueue<String>()
        for (name, group) in [("a1", "a"), ("b1", "b"), ("b2", "b"), ("c1", "c")] { queue.add(name, for: group) }
        let removed = (0..<2).map { _ in queue.removeLastOfLargest() }
        #expect(removed == ["b2", "c1"], "of equally large groups, the one whose turn comes last")
        queue.add("c2", for: "c")
        queue.add("c1", for: "c")
        #expect(all(&queue) == ["a1", "b1", "c2", "c1"])
        let none = queue.removeLastOfLargest()
        #expect(none == nil && queue.isEmpty)
    }

    @Test("New rooms are limited per participant and per address, and unloaded rooms do not count")
    func quota() throws {
        let test = TestServer(roomsPerIdentity: 2, roomsPerAddress: 3)
        func open(_ name: String, _ connection: ClientConnection) throws -> String {
            var found: Result<LiveRoom, RoomRegistry.Failure>?
            test.registry.open(try #require(RoomName(name)), kind: .open, by: RoomMaker(connection)) { found = $0 }
            return switch try #require(found) {
            case .success: "made"
            case .failure(.tooManyMade(let limit)): "\(limit)"
            case .failure(let failure): "\(failure)"
            }
        }
        let ann = test.connection("ann", address: "192.0.2.1").0
        let bob = test.connection("bob", address: "192.0.2.1").0
        let eve = test.connection("eve", address: "192.0.2.2").0
        #expect(try [open("a1", ann), open("a2", ann), open("a3", ann)] == ["made", "made", "2"])
        #expect(
            try [open("b1", bob), open("b2", bob), open("b1", bob)] == ["made", "3", "made"], "b1 exists already")
        #expect(try open("e1", eve) == "made")
        test.time += RoomRegistry.idleMilliseconds
        test.registry.sweep()
        #expect(test.services.rooms.count == 1, "only the lobby is left")
        #expect(try [open("a4", ann), open("a5", ann), open("a6", ann)] == ["made", "made", "2"])
    }

    @Test("Each address has a storage budget that its participants share and that refills over time")
    func storage() throws {
        let budgets = AddressBudgets(storageBytes: 1 << 20)
        let test = TestServer()
        let ann = test.connection("ann", address: "192.0.2.1").0
        let bob = test.connection("bob", address: "192.0.2.1").0
        func stored(_ connection: ClientConnection, now: Int) -> Int {
            var count = 0
            while count < 100, budgets.payForStorage(connection, bytes: 65_536, now: now) == nil { count += 1 }
            return count
        }
        #expect(stored(ann, now: 1_000) == 16)
        #expect(stored(bob, now: 1_000) == 0)
        let wait = try #require(budgets.payForStorage(bob, bytes: 1, now: 1_000))
        #expect(budgets.payForStorage(bob, bytes: 65_536, now: 1_000 + wait + 1) == nil, "after the announced wait")
        #expect(
            stored(test.connection("eve", address: "192.0.2.2").0, now: 1_000) == 16,
            "another address has its own budget")
        #expect(stored(test.connection("here").0, now: 1_000) == 100, "a connection without an address is not charged")
        #expect(
            (16...17).contains(stored(ann, now: 7_300_000)),
            "an hour later the budget is full again, and no larger than at first")
    }

    @Test("A closing connection returns its unused budget to the payer that it was drawn from")
    func givenBack() {
        let budgets = AddressBudgets(storageBytes: 1 << 20)
        let test = TestServer()
        func comeAndGo(_ name: String, as other: String? = nil, address: String) -> Bool {
            let connection = test.connection(name, address: address).0
            let isPaid = budgets.payForStorage(connection, bytes: 1, now: 1_000) == nil
            if let other { connection.participant = Participant(id: ParticipantID(other), name: other) }
            budgets.refund(connection)
            return isPaid
        }
        let came = (0..<1_000).filter { _ in comeAndGo("ann", address: "192.0.2.1") }
        #expect(came.count == 1_000, "a client that reconnects for each row can pay each time")
        let bob = test.connection("bob", address: "192.0.2.2").0
        #expect((0..<100).count { _ in budgets.payForStorage(bob, bytes: 65_536, now: 1_000) == nil } == 16)
        for number in 0..<100 {
            #expect(comeAndGo("eve \(number)", as: "bob", address: "198.51.100.\(number)"))
        }
        let again = test.connection("bob", address: "192.0.2.3").0
        #expect(
            budgets.payForStorage(again, bytes: 1, now: 1_000) != nil,
            "budget that others have drawn is not returned to Bob")
        // A message and its answer have a cost, even if the connection breaks after it.
        var messages = 0
        while messages < 1_000 {
            let one = test.connection("m", address: "203.0.113.1").0
            guard budgets.payForWork(one, answered: 999 * AddressBudgets.bytesPerMessage, now: 1_000) == 0 else {
                break
            }
            budgets.refund(one)
            messages += 1
        }
        #expect((199...201).contains(messages), "\(messages) messages")
    }

    @Test("Connections of one address share a budget; each connection without an address has its own")
    func payers() {
        let test = TestServer()
        func payer(_ address: String? = nil) -> String { test.connection("Ann", address: address).0.payer }
        #expect(payer("10.0.0.1") == "10.0.0.1" && payer("10.0.0.1") == "10.0.0.1")
        // Each connection is freed before the next one is created, so the allocator reuses memory
        // addresses.
        #expect(Set((0..<1_000).map { _ in payer() }).count == 1_000)
    }

    @Test("An address is read at a steady rate over all its connections, and local connections each")
    func bytes() {
        let second = 1 << 20
        let budgets = AddressBudgets(storageBytes: 0, bytesPerSecond: second)
        let test = TestServer()
        /// Sends `count` messages from each client, one after another as soon as allowed. Returns
        /// the end time, and the number of messages after which the client had to wait.
        func send(_ clients: [ClientConnection], _ count: Int, bytes: Int, from start: Int) -> (end: Int, waits: Int) {
            var turns = clients.map { (client: $0, at: start, left: count) }
            var waits = 0
            var end = start
            while let next = turns.indices.filter({ turns[$0].left > 0 }).min(by: { turns[$0].at < turns[$1].at }) {
                let wait = budgets.payForBytes(turns[next].client, bytes, now: turns[next].at)
                if wait > 0 { waits += 1 }
                turns[next].at += wait
                turns[next].left -= 1
                end = max(end, turns[next].at)
            }
            return (end, waits)
        }
        func clients(_ name: String, _ count: Int, address: String?) -> [ClientConnection] {
            (0..<count).map { test.connection("\(name) \($0)", address: address).0 }
        }
        let alone = send(clients("ann", 1, address: "192.0.2.1"), 256, bytes: 32_768, from: 1_000)
        #expect((8_800...9_100).contains(alone.end), "8 MiB at 1 MiB per second")
        #expect(alone.waits > 250, "it waits after each message")
        let crowd = send(clients("bob", 128, address: "192.0.2.2"), 2, bytes: 32_768, from: 1_000)
        #expect((8_800...9_300).contains(crowd.end), "the same rate for all connections together")
        let here = send(clients("here", 4, address: nil), 64, bytes: 32_768, from: 1_000)
        #expect((2_800...3_100).contains(here.end), "2 MiB per connection")
        let moves = send(clients("eve", 1, address: "192.0.2.3"), 600, bytes: 100, from: 1_000)
        #expect(moves.waits == 0, "the moves of a game need no wait")
        // A client that connects and disconnects pays for the bytes that it has sent, and no more.
        for number in 0..<1_000 {
            let one = test.connection("z \(number)", address: "192.0.2.4").0
            #expect(budgets.payForBytes(one, 32, now: 1_000) == 0)
            budgets.refund(one)
        }
    }

    @Test("HTTP requests and their answers are charged to the address")
    func requests() {
        let budgets = AddressBudgets(storageBytes: 0)
        var answered = 0
        while budgets.payForRequest("192.0.2.1", now: 1_000) == nil {
            budgets.payForAnswer("192.0.2.1", bytes: 1 << 20)
            answered += 1
        }
        #expect((15...25).contains(answered), "large answers")
        #expect(budgets.payForRequest("192.0.2.2", now: 1_000) == nil)
        #expect(budgets.payForRequest(nil, now: 1_000) == nil)
        #expect(budgets.payForRequest("192.0.2.1", now: 3_000) == nil)
    }

    @Test("Messages and their answers are charged to the address, over all its connections")
    func work() {
        let budgets = AddressBudgets(storageBytes: 0)
        let test = TestServer()
        let clients = (0..<4).map { test.connection("m\($0)", address: "192.0.2.1").0 }
        var joins = 0
        while budgets.payForWork(clients[joins % 4], answered: 1 << 20, now: 1_000) == 0, joins < 1_000 { joins += 1 }
        #expect((30...45).contains(joins), "\(joins) answers of a megabyte at once")
        #expect(budgets.payForWork(clients[joins % 4], answered: 0, now: 1_000) > 0)
        #expect(budgets.payForWork(test.connection("eve", address: "192.0.2.2").0, answered: 0, now: 1_000) == 0)
        #expect(
            budgets.payForWork(test.connection("here").0, answered: 1 << 30, now: 1_000) == 0,
            "a connection without an address is not charged")
        #expect(budgets.payForWork(clients[1], answered: 0, now: 20_000) == 0, "the budget refills")
    }
}
