import TestSupport
import Wire
import GameState
import Testing

@testable import GomokuServer

@Suite("A table shows nothing before it is stored")
struct LiveRoomTests {
    @Test("Deltas, rejections, acknowledgements and snapshots wait for what they were judged on, in order")
    func order() throws {
        let test = TestHouse()
        let table = try test.table()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        table.join(ann, knowing: nil)
        #expect(annHears.news() == ["snapshot:0"])

        table.handle(try put("1", "a", "x"), from: ann)
        table.handle(try put("2", "a", "y", base: 0, guards: .all), from: ann)
        table.handle(try put("1", "a", "x"), from: ann)
        table.join(bob, knowing: nil)
        table.handle(try put("3", "b", "z"), from: ann)
        #expect(annHears.news() == ["participants:"], "nothing of what is not stored")
        #expect(bobHears.news() == [])

        test.store.release(1)
        #expect(annHears.news() == ["delta:1", "reject:conflict", "delta:1:again"])
        #expect(bobHears.news() == ["snapshot:1"], "as of the join, not of what came after")
        test.store.release()
        #expect(annHears.news() == ["delta:2"])
        #expect(bobHears.news() == ["delta:2"])
    }

    @Test("What cannot be stored is rejected and never shown, and what was judged on it is void")
    func unavailable() throws {
        let test = TestHouse()
        let table = try test.table()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        table.join(ann, knowing: nil)
        table.join(bob, knowing: nil)
        _ = (annHears.news(), bobHears.news())
        table.handle(try put("1", "a", "x"), from: ann)
        test.store.release()
        table.handle(try put("2", "a", "y"), from: ann)
        table.handle(try put("3", "a", "z", base: 1, guards: .all), from: bob)
        _ = (annHears.news(), bobHears.news())
        test.store.release(failing: .unavailable("The disk is full."))
        #expect(annHears.news() == ["reject:read-only"])
        #expect(bobHears.news() == ["reject:read-only"])
        #expect(table.room.rev == 1)
        #expect(table.room.state.text("a") == "x")
        // The disk has room again: the same id is tried again and goes through.
        table.handle(try put("2", "a", "y"), from: ann)
        test.store.release()
        #expect(annHears.news() == ["delta:2"])
        #expect(bobHears.news() == ["delta:2"])
    }

    @Test("When another server was faster, what it wrote is shown, and the rest is judged again on it")
    func moved() throws {
        let test = TestHouse()
        let table = try test.table()
        let (ann, annHears) = test.connection("ann")
        table.join(ann, knowing: nil)
        _ = annHears.news()
        table.handle(try put("1", "a", "x"), from: ann)
        test.store.release()
        #expect(annHears.news() == ["delta:1"])

        // Somebody else appends revision 2 to the same room.
        let other = AcceptedDelta(
            rev: 2, by: ParticipantID("eve"), at: 0, id: "e1", delta: Delta(changes: [.init("a", .string("theirs"))]))
        let header = RoomHeader(name: table.name, kind: .open, epoch: "k", host: ParticipantID("ann"), created: 0)
        test.store.inner.append(Append(room: header, scope: .shared, delta: other)) { #expect($0 == nil) }

        table.handle(try put("2", "b", "mine"), from: ann)
        table.handle(try put("3", "a", "mine", base: 1, guards: .all), from: ann)
        test.store.release(1)
        #expect(annHears.news() == ["delta:2"], "theirs; mine is judged again and on its way")
        test.store.release()
        #expect(annHears.news() == ["delta:3", "reject:conflict"])
        #expect(table.room.state.text("a") == "theirs")
        #expect(table.room.state.text("b") == "mine")
    }

    @Test("An id that only the store remembers is answered as it was accepted then")
    func duplicate() throws {
        var limits = Limits()
        limits.historyPerRoom = 4
        let test = TestHouse(limits: limits)
        test.store.holdsAppends = false
        let table = try test.table()
        let (ann, annHears) = test.connection("ann")
        table.join(ann, knowing: nil)
        for number in 1...10 { table.handle(try put("\(number)", "k\(number)", "v"), from: ann) }
        _ = annHears.news()
        table.handle(try put("2", "k2", "v"), from: ann)
        #expect(annHears.news() == ["delta:2:again"])
        #expect(table.room.rev == 10, "not applied twice")
        table.handle(try put("11", "k", "v"), from: ann)
        #expect(annHears.news() == ["delta:11"])
    }

    @Test("Requests that come while the room is loaded again wait for it")
    func whileReloading() throws {
        let test = TestHouse()
        let table = try test.table()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        table.join(ann, knowing: nil)
        _ = annHears.news()
        test.store.holdsLoads = true
        table.handle(try put("1", "a", "x"), from: ann)
        test.store.release(failing: .unavailable("The disk is full."))
        table.handle(try put("2", "a", "y"), from: ann)
        table.join(bob, knowing: nil)
        #expect(bobHears.news() == [])
        test.store.releaseLoads()
        #expect(annHears.news() == ["participants:", "reject:read-only"])
        #expect(bobHears.news() == ["snapshot:0"] || bobHears.heard.isEmpty, "told as soon as the room is certain")
        test.store.release()
        #expect(annHears.news() == ["delta:1"])
    }

    @Test("Somebody who comes back gets every delta since, in order, or everything", arguments: [0, 5, 9, 10, 11, 3])
    func resume(since: Int) throws {
        var limits = Limits()
        limits.historyPerRoom = 6
        let test = TestHouse(limits: limits)
        test.store.holdsAppends = false
        let table = try test.table()
        let (ann, _) = test.connection("ann")
        table.join(ann, knowing: nil)
        for number in 1...10 { table.handle(try put("\(number)", "k\(number)", "v"), from: ann) }
        let (bob, bobHears) = test.connection("bob")
        table.join(bob, knowing: .init(rev: since, epoch: "k"))
        let answer = try #require(bobHears.heard.first)
        if (4...10).contains(since) {
            #expect(answer["type"] == .string("deltas"))
            #expect(answer["deltas"]?.array?.compactMap { $0["rev"]?.integer } == Array((since + 1)..<11))
            #expect(answer["participants"]?.array?.count == 2)
        } else {
            #expect(answer["type"] == .string("snapshot"))
            #expect(answer["rev"]?.integer == 10)
        }
        let (eve, eveHears) = test.connection("eve")
        table.join(eve, knowing: .init(rev: 10, epoch: "another life"))
        #expect(eveHears.heard.first?["type"] == .string("snapshot"))
    }

    @Test(
        "The sum of random appends, failures and joins: everybody has the room's state at every revision",
        arguments: 0..<60 as Range<UInt64>)
    func laws(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let test = TestHouse()
        let table = try test.table()
        var clients = ["ann", "bob", "eve"].map { (follower: Follower(), pair: test.connection($0)) }
        for client in clients { table.join(client.pair.0, knowing: nil) }
        var next = 0
        for step in 0..<150 {
            let index = Int.random(in: 0..<clients.count, using: &random)
            let connection = clients[index].pair.0
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                next += 1
                let base = Bool.random(using: &random) ? Int.random(in: 0...table.shown, using: &random) : nil
                table.handle(
                    try put(
                        "\(next)", "k\(Int.random(in: 0..<5, using: &random))", "\(next)", base: base, guards: .all),
                    from: connection)
            case 5..<8: test.store.release(Int.random(in: 1...3, using: &random))
            case 8: test.store.release(1, failing: .unavailable("The disk is full."))
            default:
                table.lost(connection)
                let fresh = test.connection(connection.participant.id.text)
                let known = clients[index].follower
                clients[index].pair = fresh
                table.join(fresh.0, knowing: .init(rev: known.rev, epoch: "k"))
            }
            for index in clients.indices {
                for message in clients[index].pair.1.take() {
                    clients[index].follower.hear(message, note: "seed \(seed), step \(step)")
                }
            }
        }
        test.store.release()
        for index in clients.indices {
            for message in clients[index].pair.1.take() { clients[index].follower.hear(message, note: "seed \(seed)") }
            #expect(clients[index].follower.rev == table.room.rev, "seed \(seed)")
            #expect(
                clients[index].follower.values
                    == Dictionary(uniqueKeysWithValues: table.room.state.values.map { ($0.key, $0.value) }),
                "seed \(seed)")
        }
        var stored: StoredRoom?
        test.store.inner.load(table.name) { stored = try? $0.get() }
        if let stored {
            #expect(try Room(stored).state == table.room.state, "seed \(seed): what is shown is what is stored")
        }
    }
}

/// Somebody who follows a room by its messages and finds every gap.
private struct Follower {
    var rev = 0
    var values: [String: JSON] = [:]

    mutating func hear(_ message: JSON, note: String) {
        switch message["type"]?.string {
        case "snapshot":
            rev = message["rev"]?.integer ?? -1
            values = Dictionary(uniqueKeysWithValues: (message["state"]?.members ?? []).map { ($0.name, $0.value) })
        case "deltas": for delta in message["deltas"]?.array ?? [] { apply(delta, note) }
        case "delta": if message["again"] == nil { apply(message, note) }
        default: break
        }
    }

    private mutating func apply(_ delta: JSON, _ note: String) {
        #expect(delta["rev"]?.integer == rev + 1, "\(note): a gap")
        rev = delta["rev"]?.integer ?? -1
        for member in delta["set"]?.members ?? [] { values[member.name] = member.value.isNull ? nil : member.value }
    }
}

extension Ear {
    fileprivate func take() -> [JSON] {
        let messages = heard
        _ = news()
        return messages
    }
}
