import GameState
import Storage
import Testing

@Suite("Generations of a store")
struct GenerationTests {
    private let first = Generation()
    private let second = Generation(random: 0)
    private let third = Generation(random: .max)

    @Test("A room keeps its epoch within a generation, and gets another one in each later generation")
    func rooms() {
        let generations = [first, second, third]
        for (index, began) in generations.enumerated() {
            let stored = began.stored("k1")
            let shown = generations[index...].map { $0.shown(stored) }
            #expect(shown.first == "k1")
            #expect(Set(shown).count == shown.count, "\(shown)")
            #expect(Generation.plain(stored) == "k1")
        }
        #expect(first.stored("k1") == "k1", "the text that earlier versions stored")
    }

    @Test("Rooms that began in different generations never share an epoch")
    func different() {
        let stored = [first, second, third].map { $0.stored("k1") } + [first, second, third].map { $0.stored("k2") }
        #expect(Set(stored).count == 6)
    }

    @Test("An epoch of any generation can be part of a game's id")
    func addresses() {
        let epoch = third.shown(first.stored("k0123456789ab"))
        #expect(GameID("\(epoch)-3") == GameID(epoch: epoch, number: 3))
    }
}
