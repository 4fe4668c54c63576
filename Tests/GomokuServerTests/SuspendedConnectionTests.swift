import GameState
import Storage
import Testing
import WebSockets

@testable import GomokuServer
@testable import Rooms

/// Every request that needs a lookup, with every possible failure. Requests that arrive meanwhile
/// must be answered in order once the lookup has ended.
@Suite("Connections that wait for a lookup")
struct SuspendedConnectionTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case hello, login, claim, join, seek, accept

        var testDescription: String { rawValue }

        var text: String {
            switch self {
            case .hello: #"{"type":"hello","name":"Ann","token":"t"}"#
            case .login: #"{"type":"login","name":"Ann","password":"password"}"#
            case .claim: #"{"type":"claim","name":"Ann","password":"password"}"#
            case .join: #"{"type":"join","room":"tea","kind":"open"}"#
            case .seek: #"{"type":"seek","id":"s"}"#
            case .accept: #"{"type":"accept","id":"a","seek":"seek.1"}"#
            }
        }
    }

    @Test("When the server stops, a room may release a suspended connection whose next request asks for rooms")
    func roomsEnd() throws {
        let test = TestServer()
        let rooms = test.services.rooms
        let others = rooms.count
        var asked: [Int] = []
        weak var ended: LiveRoom?
        do {
            let live = try test.live()
            ended = live
            rooms.add(live)
            let (ann, _) = test.connection("ann")
            live.join(ann, knowing: nil)
            live.handle(try put("1", "k", "v"), from: ann)
            let hold = SuspendedConnection(test.connection("bob").0, counters: test.services.counters) { _ in
                asked.append(rooms.count)
            }
            live.whenSettled { _ in hold.finish() }
            live.lost(ann)
            test.store.drop()
        }
        #expect(rooms.count == others + 1)
        rooms.removeAll()
        #expect(ended == nil && asked == [0])
    }

    private func send(_ text: String, _ connection: ClientConnection, _ test: TestServer) {
        test.dispatcher.receive(Array(text.utf8), from: connection, now: test.time)
    }

    /// Sends a request that needs a lookup, and two pings right after it.
    private func begin(_ kind: Kind, _ test: TestServer) -> (ClientConnection, RecordingOutlet) {
        test.store.holdsLooks = true
        let (ann, hears) = test.connection("ann")
        ann.isKnown = kind != .hello && kind != .login
        ann.participant.isClaimed = kind == .seek || kind == .accept
        for text in [kind.text, #"{"type":"ping","at":1}"#, #"{"type":"ping","at":2}"#] { send(text, ann, test) }
        #expect(hears.heard.isEmpty, "no answer is sent before the lookup ends")
        #expect(test.store.pendingLooks == 1 && ann.isSuspended)
        return (ann, hears)
    }

    private func expectPongs(_ hears: RecordingOutlet, after count: Int, _ test: TestServer) {
        #expect(hears.heard.suffix(2).map { $0["at"]?.integer } == [1, 2], "the pings are answered in order")
        #expect(hears.heard.count == count + 2)
        #expect(test.services.counters.holdsDropped == 0, "the hold was finished, not dropped")
    }

    @Test("A failed lookup is reported, and later requests are answered in order", arguments: Kind.allCases)
    func storeFailure(_ kind: Kind) {
        let test = TestServer()
        let (ann, hears) = begin(kind, test)
        test.store.answerLooks(failing: StoreFailure("The disk is gone."))
        #expect(!ann.isSuspended)
        #expect(hears.heard.first?["code"]?.string == "unavailable")
        expectPongs(hears, after: 1, test)
        // The client can try again.
        test.store.holdsLooks = false
        send(#"{"type":"hello","name":"Ann"}"#, ann, test)
        #expect(hears.heard.last?["type"]?.string == "welcome")
    }

    @Test(
        "A connection that closes during a lookup is released, and its later requests are dropped",
        arguments: Kind.allCases)
    func connectionGone(_ kind: Kind) {
        let test = TestServer(waitingPasswords: 0)
        let (ann, hears) = begin(kind, test)
        hears.isOpen = false
        while test.store.pendingLooks > 0 { test.store.answerLooks() }
        #expect(!ann.isSuspended)
        #expect(hears.heard.allSatisfy { $0["type"]?.string == "error" }, "no pong is sent to a closed connection")
        #expect(ann.rooms.isEmpty && test.services.counters.holdsDropped == 0)
    }

    @Test(
        "A lookup that the store drops without an answer releases the connection, and later requests are answered",
        arguments: [Kind.login, .claim])
    func dropped(_ kind: Kind) {
        let test = TestServer()
        let (ann, hears) = begin(kind, test)
        test.store.dropLooks()
        #expect(!ann.isSuspended)
        expectPongs(hears, after: 0, test)
    }

    @Test(
        "A full password queue is reported as busy, and later requests are answered in order",
        arguments: [Kind.login, .claim])
    func busy(_ kind: Kind) {
        let test = TestServer(waitingPasswords: 0)
        let (ann, hears) = begin(kind, test)
        test.store.answerLooks()
        #expect(!ann.isSuspended)
        #expect(hears.heard.first?["code"]?.string == "busy")
        expectPongs(hears, after: 1, test)
    }

    @Test(
        "After a successful lookup, later requests are answered in order",
        arguments: [Kind.hello, .join, .seek, .accept])
    func answered(_ kind: Kind) {
        let test = TestServer()
        let (ann, hears) = begin(kind, test)
        while test.store.pendingLooks > 0 { test.store.answerLooks() }
        #expect(!ann.isSuspended)
        expectPongs(hears, after: 1, test)
    }

    @Test("A waiting request may start a lookup of its own, and the requests behind it wait again")
    func twice() {
        let test = TestServer()
        let (ann, hears) = begin(.hello, test)
        for text in [
            Kind.join.text, #"{"type":"ping","at":3}"#, #"{"type":"hello","name":"Zoe"}"#, #"{"type":"ping","at":4}"#,
        ] {
            send(text, ann, test)
        }
        var rounds = 0
        while test.store.pendingLooks > 0, rounds < 20 {
            test.store.answerLooks()
            rounds += 1
        }
        #expect(rounds > 2)
        let types = hears.heard.compactMap { $0["type"]?.string }.filter { $0 != "participants" }
        #expect(types == ["welcome", "pong", "pong", "snapshot", "pong", "welcome", "pong"])
        #expect(test.services.counters.holdsDropped == 0)
    }

    @Test("A client that sends more requests than may wait is disconnected")
    func limit() {
        var limits = Limits()
        limits.requestsWhileLoading = 8
        let test = TestServer(limits: limits)
        let (ann, hears) = begin(.join, test)
        for _ in 0..<6 { send(#"{"type":"ping"}"#, ann, test) }
        #expect(hears.closedWith == nil)
        send(#"{"type":"ping"}"#, ann, test)
        #expect(hears.closedWith == .policy)
        test.store.answerLooks()
        #expect(hears.heard.isEmpty && ann.rooms.isEmpty)
    }

    @Test("A hold that is dropped without being finished resumes the connection, and is counted")
    func forgotten() {
        let test = TestServer()
        let (ann, _) = test.connection("ann")
        var goneOn = 0
        do {
            let hold = SuspendedConnection(ann, counters: test.services.counters) { _ in goneOn += 1 }
            #expect(ann.isSuspended)
            withExtendedLifetime(hold) {}
        }
        #expect(!ann.isSuspended && goneOn == 1 && test.services.counters.holdsDropped == 1)
        let hold = SuspendedConnection(ann, counters: test.services.counters) { _ in goneOn += 1 }
        hold.finish()
        hold.finish()
        #expect(goneOn == 2 && test.services.counters.holdsDropped == 1)
    }
}
