import GameState
import Testing

@testable import GomokuServer
@testable import Web

@Suite("List of stored rooms")
struct StoredRoomsTests {
    private final class Time {
        var now = 1_000
    }

    private let time = Time()
    private let store = HeldStore()
    private let rooms: StoredRooms

    init() {
        store.holdsLooks = true
        rooms = StoredRooms(store: store, now: { [time] in time.now })
    }

    private final class Answers {
        var counts: [Int] = []
    }

    @Test("Requests at the same time or within a second share one read of the store")
    func together() throws {
        let answers = Answers()
        func ask(_ limit: Int) { rooms.newest(limit) { answers.counts.append((try? $0.get().count) ?? -1) } }
        for _ in 0..<5 { ask(100) }
        ask(10)
        #expect(store.pendingLooks == 1 && answers.counts.isEmpty)
        store.answerLooks()
        #expect(answers.counts.count == 6)
        ask(100)
        #expect(answers.counts.count == 7 && store.pendingLooks == 0)
        time.now += StoredRooms.keptMilliseconds
        ask(100)
        #expect(store.pendingLooks == 1)
        store.answerLooks()
        #expect(answers.counts.count == 8)
    }

    @Test("A request for more rooms than a running read returns starts another read")
    func more() throws {
        let answers = Answers()
        func ask(_ limit: Int) { rooms.newest(limit) { answers.counts.append((try? $0.get().count) ?? -1) } }
        ask(10)
        ask(500)
        ask(200)
        store.answerLooks()
        #expect(answers.counts.count == 1 && store.pendingLooks == 1)
        store.answerLooks()
        #expect(answers.counts.count == 3 && store.pendingLooks == 0)
        ask(300)
        #expect(answers.counts.count == 4 && store.pendingLooks == 0, "fewer rooms than are cached")
    }
}
