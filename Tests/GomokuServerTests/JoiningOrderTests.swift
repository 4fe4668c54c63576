import GameState
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Joining order")
struct JoiningOrderTests {
    private func here(_ order: JoiningOrder, _ count: Int = .max) -> [String] { order.first(count).map(\.text) }

    @Test("Participants are listed in joining order, and a returning one regains its old place")
    func comesBack() {
        var order = JoiningOrder()
        #expect(["ann", "bob", "cy"].map { order.enter(ParticipantID($0)) } == [1, 2, 3])
        order.leave("ann")
        order.leave("nobody")
        #expect(here(order) == ["bob", "cy"])
        #expect(order.enter("dan") == 4)
        #expect(order.enter("ann") == 1)
        // A second arrival adds no second entry.
        #expect(order.enter("ann") == 1)
        #expect(here(order) == ["ann", "bob", "cy", "dan"])
        #expect(here(order, 2) == ["ann", "bob"])
        order.leave("ann")
        order.leave("ann")
        #expect(here(order) == ["bob", "cy", "dan"])
    }

    @Test("With too many absent participants, all absent ones are evicted and present ones are kept")
    func forgets() {
        var order = JoiningOrder()
        _ = order.enter("stays")
        for number in 0...JoiningOrder.absentLimit { _ = order.enter(ParticipantID("p\(number)")) }
        let newest = JoiningOrder.absentLimit + 2
        for number in 0..<JoiningOrder.absentLimit { order.leave(ParticipantID("p\(number)")) }
        var atLimit = order
        #expect(atLimit.enter("p0") == 2)
        order.leave(ParticipantID("p\(JoiningOrder.absentLimit)"))
        #expect(order.enter("p0") == newest + 1)
        #expect(order.enter("stays") == 1)
        #expect(here(order) == ["stays", "p0"])
    }

    @Test("A stored order gives returning participants their old places")
    func kept() {
        var order = JoiningOrder(kept: ["ann", "bob"])
        #expect(!order.isNew && here(order) == [])
        #expect(order.enter("cy") == 3)
        #expect(order.isNew && order.toStore().map(\.text) == ["ann", "bob", "cy"] && !order.isNew)
        #expect(order.enter("bob") == 2)
        #expect(!order.isNew && here(order) == ["bob", "cy"])
    }

    @Test("Any sequence of joins and leaves lists the present participants by place", arguments: UInt64(1)...20)
    func anyOrder(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var order = JoiningOrder()
        var places: [ParticipantID: Int] = [:]
        var present: Set<ParticipantID> = []
        for _ in 0..<400 {
            let id = ParticipantID("p\(Int.random(in: 0..<30, using: &random))")
            if Bool.random(using: &random) {
                let place = order.enter(id)
                #expect(places[id, default: places.count + 1] == place, "seed \(seed)")
                places[id] = place
                present.insert(id)
            } else {
                order.leave(id)
                present.remove(id)
            }
            let expected = present.sorted { places[$0, default: 0] < places[$1, default: 0] }
            #expect(Array(order.first(.max)) == expected, "seed \(seed)")
        }
    }
}
