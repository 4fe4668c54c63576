import GameState
import Storage
import TestSupport
import Testing
import WebSockets
import Wire

@testable import GomokuServer
@testable import Rooms

@Suite("A room shows nothing before it is stored")
struct LiveRoomTests {
    @Test("Deltas, rejections, acknowledgements and snapshots wait for their appends, in order")
    func order() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        #expect(annHears.news() == ["snapshot:0"])

        live.handle(try put("1", "a", "x"), from: ann)
        live.handle(try put("2", "a", "y", base: 0, guards: .all), from: ann)
        live.handle(try put("1", "a", "x"), from: ann)
        live.join(bob, knowing: nil)
        live.handle(try put("3", "b", "z"), from: ann)
        #expect(annHears.news() == ["participants:"], "nothing that is not stored yet")
        #expect(bobHears.news() == [])

        test.store.release(1)
        #expect(annHears.news() == ["delta:1", "reject:conflict", "delta:1:again"])
        #expect(bobHears.news() == ["snapshot:1"], "the state at the join, without later deltas")
        test.store.release()
        #expect(annHears.news() == ["delta:2"])
        #expect(bobHears.news() == ["delta:2"])
    }

    @Test("Deltas beyond the limit of uncommitted ones are rejected at once, with a retry time")
    func uncommitted() throws {
        var limits = Limits()
        limits.uncommittedPerRoom = 3
        let test = TestServer(limits: limits)
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        _ = annHears.news()
        for id in 1...5 { live.handle(try put("\(id)", "a", "x\(id)"), from: ann) }
        #expect(annHears.heard.map { $0["retryAfter"]?.integer } == [100, 100])
        #expect(annHears.news() == ["reject:rate-limited", "reject:rate-limited"])
        test.store.release()
        #expect(annHears.news() == ["delta:1", "delta:2", "delta:3"])
        // The ID of a rejected delta is free, so the delta can be sent again.
        live.handle(try put("4", "a", "x4"), from: ann)
        test.store.release()
        #expect(annHears.news() == ["delta:4"])
    }

    @Test(
        "A chat message has limits in characters, in bytes, and in marks per character",
        arguments: [
            (String(repeating: "x", count: 500), nil),
            (String(repeating: "x", count: 501), "500 characters"),
            // A flag takes 8 bytes.
            (String(repeating: "\u{1f1e9}\u{1f1ea}", count: 500), nil),
            (String(repeating: "\u{1f1e9}\u{1f1ea}", count: 499) + "\u{1f469}\u{200d}\u{1f33e}", "4000 bytes"),
            ("a" + String(repeating: "\u{301}", count: 15), nil),
            ("a" + String(repeating: "\u{301}", count: 16), "A character can have at most 15 combining marks."),
        ] as [(String, String?)])
    func lineLimits(_ text: String, _ refusal: String?) {
        let test = TestServer()
        let (ann, annHears) = test.connection("ann")
        func send(_ text: String) { test.dispatcher.receive(Array(text.utf8), from: ann, now: test.time) }
        send(#"{"type":"join","room":"r","kind":"open"}"#)
        _ = annHears.news()
        send(#"{"type":"say","room":"r","id":"s","text":"\#(text)"}"#)
        let answer = annHears.heard.last
        #expect(answer?["type"]?.string == (refusal == nil ? "said" : "error"))
        #expect(answer?["code"]?.string == (refusal == nil ? nil : "too-large"))
        if let refusal { #expect(answer?["message"]?.string?.contains(refusal) == true) }
    }

    @Test("A full room refuses clients until one leaves")
    func full() throws {
        var limits = Limits()
        limits.connectionsPerRoom = 2
        let test = TestServer(limits: limits)
        let people = ["ann", "bob", "eve"].map { test.connection($0) }
        func send(_ text: String, from place: Int) {
            test.dispatcher.receive(Array(text.utf8), from: people[place].0, now: test.time)
        }
        let join = #"{"type":"join","room":"r","kind":"open"}"#
        for place in 0..<3 { send(join, from: place) }
        #expect(people[1].1.news() == ["snapshot:0"])
        #expect(people[0].1.news() == ["snapshot:0", "participants:"], "only Bob's join is announced")
        #expect(people[2].1.heard.map { $0["code"]?.string } == ["room-full"])
        _ = people[2].1.news()
        send(#"{"type":"leave","room":"r"}"#, from: 0)
        send(join, from: 2)
        #expect(people[2].1.news() == ["snapshot:0"])
        #expect(people[1].1.news() == ["participants:", "participants:"])
    }

    @Test("A client that fell behind receives nothing before its snapshot, and everything after it")
    func refreshed() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        live.join(bob, knowing: nil)
        _ = (annHears.news(), bobHears.news())
        live.handle(try put("1", "a", "x"), from: ann)
        live.handle(try put("2", "a", "y"), from: ann)
        live.refresh(bob)
        live.handle(try put("3", "a", "z"), from: ann)
        test.store.release(1)
        #expect(bobHears.news() == [], "the delta is part of the coming snapshot")
        test.store.release()
        #expect(bobHears.news() == ["snapshot:2", "delta:3"])
        #expect(annHears.news() == ["delta:1", "delta:2", "delta:3"])
        live.refresh(bob)
        #expect(bobHears.news() == ["snapshot:3"], "nothing is pending")
    }

    @Test("A delta that cannot be stored is rejected and never shown, as is everything judged on it")
    func unavailable() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        live.join(bob, knowing: nil)
        _ = (annHears.news(), bobHears.news())
        live.handle(try put("1", "a", "x"), from: ann)
        test.store.release()
        live.handle(try put("2", "a", "y"), from: ann)
        live.handle(try put("3", "a", "z", base: 1, guards: .all), from: bob)
        _ = (annHears.news(), bobHears.news())
        test.store.release(failing: .unavailable("The disk is full."))
        #expect(annHears.news() == ["reject:read-only"])
        #expect(bobHears.news() == ["reject:read-only"])
        #expect(live.room.rev == 1)
        #expect(live.room.state.text("a") == "x")
        // The disk has space again, so the same ID is accepted when it is sent again.
        live.handle(try put("2", "a", "y"), from: ann)
        test.store.release()
        #expect(annHears.news() == ["delta:2"])
        #expect(bobHears.news() == ["delta:2"])
    }

    @Test("After another server's append, its delta is shown and pending deltas are judged again")
    func moved() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        _ = annHears.news()
        live.handle(try put("1", "a", "x"), from: ann)
        test.store.release()
        #expect(annHears.news() == ["delta:1"])

        // Another server appends revision 2 to the same room.
        let other = AcceptedDelta(
            rev: 2, by: ParticipantID("eve"), at: 0, id: "e1", delta: Delta(changes: [.init("a", .string("theirs"))]))
        let header = RoomHeader(name: live.name, kind: .open, epoch: "k", host: ParticipantID("ann"), created: 0)
        test.store.inner.append(Append(room: header, scope: .shared, delta: other)) { #expect($0 == nil) }

        live.handle(try put("2", "b", "mine"), from: ann)
        live.handle(try put("3", "a", "mine", base: 1, guards: .all), from: ann)
        test.store.release(1)
        #expect(annHears.news() == ["delta:2"], "the other server's delta; Ann's own is judged again and pending")
        test.store.release()
        #expect(annHears.news() == ["delta:3", "reject:conflict"])
        #expect(live.room.state.text("a") == "theirs")
        #expect(live.room.state.text("b") == "mine")
    }

    @Test("A repeated id known only to the store is answered with the original acceptance")
    func duplicate() throws {
        var limits = Limits()
        limits.historyPerRoom = 4
        let test = TestServer(limits: limits)
        test.store.holdsAppends = false
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        for number in 1...10 { live.handle(try put("\(number)", "k\(number)", "v"), from: ann) }
        _ = annHears.news()
        live.handle(try put("2", "k2", "v"), from: ann)
        #expect(annHears.news() == ["delta:2:again"])
        #expect(live.room.rev == 10, "the delta is not applied twice")
        live.handle(try put("11", "k", "v"), from: ann)
        #expect(annHears.news() == ["delta:11"])
    }

    @Test("Requests that arrive during a reload wait for it")
    func whileReloading() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        _ = annHears.news()
        test.store.holdsLoads = true
        live.handle(try put("1", "a", "x"), from: ann)
        test.store.release(failing: .unavailable("The disk is full."))
        live.handle(try put("2", "a", "y"), from: ann)
        live.join(bob, knowing: nil)
        #expect(bobHears.news() == [])
        test.store.releaseLoads()
        #expect(annHears.news() == ["participants:", "reject:read-only"])
        #expect(bobHears.heard.isEmpty, "his snapshot waits for the append")
        test.store.release()
        #expect(annHears.news() == ["delta:1"])
        #expect(bobHears.heard.first?["state"]?["a"]?.string == "y", "without the value that could not be stored")
        #expect(bobHears.news() == ["snapshot:1"])
    }

    @Test("A durable snapshot shows only stored state, or reports that the room cannot be read")
    func snapshots() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        live.handle(try put("1", "a", "x"), from: ann)
        var found: [Int?] = []
        var settled: [Bool] = []
        live.durableSnapshot { found.append($0?.state.rev) }
        live.whenSettled { settled.append($0) }
        test.store.release(failing: .unavailable("The disk is full."))
        #expect(found == [0] && settled == [true], "the value that could not be stored is not shown")
        live.handle(try put("2", "a", "x"), from: ann)
        live.durableSnapshot { found.append($0?.state.rev) }
        live.whenSettled { settled.append($0) }
        live.join(bob, knowing: nil)
        test.store.holdsLooks = true
        test.store.release(failing: .moved)
        #expect(found == [0] && settled == [true])
        test.store.answerLooks(failing: StoreFailure("The disk is gone."))
        #expect(found == [0, nil] && settled == [true, false])
        #expect(annHears.closedWith == .internalError)
        #expect(bobHears.closedWith == .internalError, "also the client that was about to join")
        #expect(bobHears.heard.isEmpty)
    }

    @Test("After an append with unknown outcome, clients are disconnected without a rejection")
    func unknown() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        for connection in [ann, bob] { live.join(connection, knowing: nil) }
        for number in ["1", "2"] { live.handle(try put(number, "a", number), from: ann) }
        _ = annHears.news()
        test.store.release(failing: .unknown)
        #expect(annHears.closedWith == .goingAway && bobHears.closedWith == .goingAway)
        #expect(annHears.news() == [])
    }

    @Test("A stopping server rejects nothing, and closes connections as going away")
    func stopping() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        live.handle(try put("1", "a", "x"), from: ann)
        _ = annHears.news()
        test.services.gate.stop()
        test.dispatcher.receive(Array("nonsense".utf8), from: ann, now: test.time)
        test.store.release(failing: .unavailable("The server is stopping."))
        #expect(annHears.news() == [])
        #expect(annHears.closedWith == .goingAway)
    }

    @Test("If the store cannot be reached, clients are disconnected as going away")
    func outOfReach() throws {
        let test = TestServer()
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        live.handle(try put("1", "a", "x"), from: ann)
        _ = annHears.news()
        test.store.holdsLooks = true
        test.store.release(failing: .unavailable("It cannot be reached."))
        test.store.answerLooks(failing: StoreFailure("It cannot be reached.", isOutOfReach: true))
        #expect(annHears.news() == ["reject:read-only"])
        #expect(annHears.closedWith == .goingAway)
    }

    @Test("A reconnecting client gets every missed delta in order, or a snapshot", arguments: [0, 5, 9, 10, 11, 3])
    func resume(since: Int) throws {
        var limits = Limits()
        limits.historyPerRoom = 6
        let test = TestServer(limits: limits)
        test.store.holdsAppends = false
        let live = try test.live()
        let (ann, _) = test.connection("ann")
        live.join(ann, knowing: nil)
        for number in 1...10 { live.handle(try put("\(number)", "k\(number)", "v"), from: ann) }
        let (bob, bobHears) = test.connection("bob")
        live.join(bob, knowing: .init(rev: since, epoch: "k"))
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
        live.join(eve, knowing: .init(rev: 10, epoch: "another life"))
        #expect(eveHears.heard.first?["type"] == .string("snapshot"))
    }

    @Test(
        "After random appends, failures and joins, every client has the room's state at every revision",
        arguments: TestSpeed.seeds(20, all: 60))
    func laws(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let test = TestServer()
        let live = try test.live()
        var clients = ["ann", "bob", "eve"].map { (follower: Follower(), pair: test.connection($0)) }
        for client in clients { live.join(client.pair.0, knowing: nil) }
        var next = 0
        for step in 0..<150 {
            let index = Int.random(in: 0..<clients.count, using: &random)
            let connection = clients[index].pair.0
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                next += 1
                let base =
                    Bool.random(using: &random) ? Int.random(in: 0...live.broadcastRev, using: &random) : nil
                live.handle(
                    try put(
                        "\(next)", "k\(Int.random(in: 0..<5, using: &random))", "\(next)", base: base, guards: .all),
                    from: connection)
            case 5..<8: test.store.release(Int.random(in: 1...3, using: &random))
            case 8: test.store.release(1, failing: .unavailable("The disk is full."))
            default:
                live.lost(connection)
                let fresh = test.connection(connection.participant.id.text)
                let known = clients[index].follower
                clients[index].pair = fresh
                live.join(fresh.0, knowing: .init(rev: known.rev, epoch: "k"))
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
            #expect(clients[index].follower.rev == live.room.rev, "seed \(seed)")
            #expect(
                clients[index].follower.values
                    == Dictionary(uniqueKeysWithValues: live.room.state.values.map { ($0.key, $0.value) }),
                "seed \(seed)")
        }
        var stored: StoredRoom?
        test.store.inner.load(live.name) { stored = try? $0.get() }
        if let stored {
            #expect(try Room(stored).state == live.room.state, "seed \(seed): the shown state is the stored state")
        }
    }
}

/// A client that follows a room by its messages and detects every gap.
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

extension RecordingOutlet {
    fileprivate func take() -> [JSON] {
        let messages = heard
        _ = news()
        return messages
    }
}
