import GameState
import Testing

@testable import Robot

@Suite struct OpeningAdviserTests {
    @Test("Three stones then a side then a move") func threeStonesThenASideThenAMove() {
        let searcher = Searcher.small()
        let limits = SearchLimits(nodes: 200)
        guard case .place(let stones) = OpeningAdviser.swap2([], on: .standard, with: searcher, limits: limits) else {
            Issue.record("swapped an empty board")
            return
        }
        #expect(stones.count == 3 && Set(stones).count == 3)
        #expect(stones.allSatisfy(BoardSize.standard.contains))
        switch OpeningAdviser.swap2(stones, on: .standard, with: searcher, limits: limits) {
        case .swap: break
        case .place(let more): #expect(more.count == 1 && !stones.contains(more[0]))
        }
    }

    @Test("The better side is taken") func theBetterSideIsTaken() {
        let point = { (name: String) in BoardSize.standard.point(named: name)! }
        let searcher = Searcher.small()
        // X has an open three after O's answer far away: whoever is asked takes X.
        let strong = ["h8", "a1", "i8", "o1", "j8"].map(point)
        #expect(OpeningAdviser.swap2(strong, on: .standard, with: searcher, limits: SearchLimits(nodes: 500)) == .swap)
        // X wasted its stones in corners: O goes on.
        let weak = ["a1", "h8", "o1", "i9", "a15"].map(point)
        let decision = OpeningAdviser.swap2(weak, on: .standard, with: searcher, limits: SearchLimits(nodes: 500))
        guard case .place = decision else {
            Issue.record("took the worse side")
            return
        }
    }

    @Test("Openings depend on the seed alone") func openingsDependOnTheSeedAlone() {
        let make = { (seed: UInt64) in OpeningAdviser.balanced(1, size: .standard, rule: .freestyle, seed: seed) }
        #expect(make(3) == make(3))
        #expect(make(3) != make(4))
    }
}
