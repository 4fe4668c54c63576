import Foundation
import Testing

@testable import GameState

@Suite("The calculation of Glicko-2")
struct Glicko2Tests {
    private func near(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool { abs(left - right) <= tolerance }

    @Test("The worked example of the Glicko-2 paper is reproduced")
    func paper() {
        let player = Glicko2.Rating(rating: 1_500, deviation: 200, volatility: 0.06)
        func opponent(_ rating: Double, _ deviation: Double) -> Glicko2.Rating {
            .init(rating: rating, deviation: deviation, volatility: 0.06)
        }
        let after = Glicko2.updated(
            player,
            by: [
                .init(opponent: opponent(1_400, 30), score: 1), .init(opponent: opponent(1_550, 100), score: 0),
                .init(opponent: opponent(1_700, 300), score: 0),
            ])
        #expect(
            near(after.rating, 1_464.06, 0.01) && near(after.deviation, 151.52, 0.01)
                && near(after.volatility, 0.059_99, 0.000_01))
        #expect(after.games == 3)
    }

    @Test("Exponential and logarithm agree with the C library")
    func elementary() {
        for step in -4_000...4_000 {
            let x = Double(step) / 97
            #expect(near(ElementaryFunctions.exp(x) / Foundation.exp(x), 1, 1e-13), "exp \(x)")
            let y = Foundation.exp(x)
            #expect(near(ElementaryFunctions.log(y), x, 1e-12), "log \(y)")
        }
        #expect(
            ElementaryFunctions.exp(-1_000) == 0 && ElementaryFunctions.exp(1_000) == .infinity
                && ElementaryFunctions.log(0) == -.infinity)
    }
}
