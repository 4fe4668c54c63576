import GameState
import Testing
import WebSockets

@testable import GomokuServer
@testable import Rooms

@Suite("Clients that do not read")
struct UnreadTests {
    private func ping(_ number: Int, _ connection: ClientConnection, _ test: TestServer) {
        test.dispatcher.receive(Array("{\"type\":\"ping\",\"at\":\(number)}".utf8), from: connection, now: test.time)
    }

    @Test("Requests wait while answers are unread, and then continue in order")
    func waits() {
        let test = TestServer()
        let (ann, hears) = test.connection("ann")
        hears.unsentBytes = test.services.limits.unreadBytes
        ping(1, ann, test)
        #expect(hears.heard.map { $0["at"]?.integer } == [1], "the limit itself is allowed")
        hears.unsentBytes += 1
        for number in 2...40 { ping(number, ann, test) }
        #expect(hears.heard.count == 1 && !hears.isReading && hears.isOpen)
        hears.unsentBytes = 0
        ping(41, ann, test)
        #expect(hears.heard.count == 1, "earlier requests are answered first")
        test.dispatcher.drained(ann)
        #expect(hears.heard.map { $0["at"]?.integer } == Array(1...41) && hears.isReading)
    }

    @Test("History pages are read one at a time, and none after the client has left")
    func pages() {
        let test = TestServer()
        let (ann, hears) = test.connection("ann")
        func send(_ text: String) { test.dispatcher.receive(Array(text.utf8), from: ann, now: test.time) }
        send(#"{"type":"join","room":"tea","kind":"open"}"#)
        send(#"{"type":"delta","room":"tea","id":"1","set":{"k":1}}"#)
        test.store.release()
        _ = hears.news()
        test.store.holdsLooks = true
        for _ in 0..<3 { send(#"{"type":"history","room":"tea","from":1}"#) }
        #expect(test.store.pendingLooks == 1 && hears.heard.isEmpty)
        test.store.answerLooks()
        #expect(test.store.pendingLooks == 1 && hears.news() == ["history:1"])
        hears.close(.normal, reason: "")
        test.store.answerLooks()
        #expect(test.store.pendingLooks == 0 && test.services.counters.holdsDropped == 0)
    }
}
