import Client
import GameState
import Testing

@Suite struct GameViewTests {
    @Test("A view reads the refusal of each kind of offer by each side")
    func refusals() throws {
        let offers = Offer.Kind.allCases.flatMap { kind in Stone.allCases.map { Offer(kind, by: $0) } }
        let text = offers.enumerated().map { "\($1) \($0)" }.joined(separator: ", ")
        var state = SharedState()
        state.apply(Delta(changes: [.init("game", .string("1")), .init("refused", .string(text))]))
        let view = GameView(state: state)
        #expect(view.refusals.map(\.offer) == offers)
        // The newest refusal is the last one.
        #expect(view.refusals.last?.move == offers.count - 1)
    }
}
