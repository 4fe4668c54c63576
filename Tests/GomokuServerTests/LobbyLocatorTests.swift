import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Locating the lobby")
struct LobbyLocatorTests {
    /// A network that reports the location of a room when the test says so.
    private final class Network: NodeNetwork {
        let id = NodeID("a")
        var asked: [(Result<RoomAssignment, StoreFailure>) -> Void] = []
        var isAlone: Bool { false }

        func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) { done(.success([])) }
        func begin(_ observer: any NodeObserver) {}
        func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void) {
            asked.append(done)
        }
        func release(_ room: RoomName) {}
        func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void) { done([]) }
        func rewind(_ room: RoomName, epoch: String) {}
        func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void) { done(nil) }
        func send(_ bytes: [UInt8], to node: NodeID) {}
        func broadcast(_ bytes: [UInt8]) {}
        func publish(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void) { heard(0) }

        func answer(_ result: Result<RoomAssignment, StoreFailure>) {
            let waiting = asked
            asked = []
            for done in waiting { done(result) }
        }
    }

    private let network = Network()
    private let test: TestServer

    init() { test = TestServer(network: network) }

    private func send(_ texts: String..., by connection: ClientConnection) {
        for text in texts { test.dispatcher.receive(Array(text.utf8), from: connection, now: 1_000) }
    }

    @Test("Requests to the lobby wait until it is located, and later requests wait behind them")
    func found() {
        let (ann, annHears) = test.connection("ann")
        send(
            "{\"type\":\"seek\",\"id\":\"s\"}", "{\"type\":\"unseek\"}", "{\"type\":\"seek\",\"id\":\"t\"}",
            "{\"type\":\"ping\",\"at\":1}", by: ann)
        #expect(annHears.news() == [])
        network.answer(.success(.here(lastAlive: nil)))
        #expect(annHears.heard.compactMap { $0["id"]?.string } == ["s", "t"])
        #expect(annHears.news() == ["seeking:", "seeking:", "pong:"])
        #expect(test.services.counters.holdsDropped == 0)
    }

    @Test("If the lobby cannot be located, each request gets an error and can be retried")
    func unknown() {
        let (ann, annHears) = test.connection("ann")
        send("{\"type\":\"seek\",\"id\":\"s\"}", "{\"type\":\"accept\",\"id\":\"a\",\"seek\":\"seek.1\"}", by: ann)
        network.answer(.failure(StoreFailure("Redis is gone.")))
        network.answer(.failure(StoreFailure("Redis is gone.")))
        #expect(annHears.heard.compactMap { $0["id"]?.string } == ["s", "a"])
        #expect(annHears.news() == ["error:unavailable", "error:unavailable"])
        send("{\"type\":\"seek\",\"id\":\"t\"}", by: ann)
        network.answer(.success(.here(lastAlive: nil)))
        #expect(annHears.news() == ["seeking:"])
    }
}
