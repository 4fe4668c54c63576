import GameState
import TestSupport
import Testing

@testable import Robot

@Suite struct OpeningAdviserTests {
    @Test("Swap2 begins with three stones, and then takes a side or adds a stone")
    func threeStonesThenASideThenAMove() {
        let searcher = Searcher.small()
        let limits = SearchLimits(nodes: 200)
        guard case .place(let stones) = OpeningAdviser.swap2([], on: .standard, with: searcher, limits: limits) else {
            Issue.record("swapped on an empty board")
            return
        }
        #expect(stones.count == 3 && Set(stones).count == 3)
        #expect(stones.allSatisfy(BoardSize.standard.contains))
        switch OpeningAdviser.swap2(stones, on: .standard, with: searcher, limits: limits) {
        case .swap: break
        case .place(let more): #expect(more.count == 1 && !stones.contains(more[0]))
        }
    }

    @Test("The better side is taken in swap2") func theBetterSideIsTaken() {
        let point = { (name: String) in BoardSize.standard.point(named: name)! }
        let searcher = Searcher.small()
        // X has an open three, and O's stones are far away, so the adviser takes X.
        let strong = ["h8", "a1", "i8", "o1", "j8"].map(point)
        #expect(OpeningAdviser.swap2(strong, on: .standard, with: searcher, limits: SearchLimits(nodes: 500)) == .swap)
        // X has wasted its stones in corners, so the adviser plays on.
        let weak = ["a1", "h8", "o1", "i9", "a15"].map(point)
        let decision = OpeningAdviser.swap2(weak, on: .standard, with: searcher, limits: SearchLimits(nodes: 500))
        guard case .place = decision else {
            Issue.record("took the worse side")
            return
        }
    }

    @Test("Balanced openings depend only on the seed") func openingsDependOnTheSeedAlone() {
        let make = { (seed: UInt64) in OpeningAdviser.balanced(1, size: .standard, rule: .freestyle, seed: seed) }
        #expect(make(3) == make(3))
        #expect(make(3) != make(4))
    }

    /// Takes a step like a robot in a room, with a new searcher and this seed.
    private func step(_ opening: OpeningState, seed: UInt64, nodes: Int = 10_000) -> OpeningDecision? {
        let searcher = Searcher(size: opening.size, rule: opening.rule, tableMegabytes: 1, seed: seed)
        return OpeningAdviser.decision(
            in: opening, with: OpeningSearch(searcher: searcher, limits: SearchLimits(nodes: nodes)))
    }

    /// Returns the score of these stones for the side to move, from a separate search.
    private func value(_ stones: [Point], _ rule: Rule) -> Int {
        let searcher = Searcher(rule: rule, tableMegabytes: 1)
        searcher.setPosition(moves: stones)
        return searcher.bestMove(limits: SearchLimits(nodes: 3_000))?.score ?? .max
    }

    @Test(
        "The three stones of a proposal are level and vary, even if each has a new seed",
        arguments: [Opening.swap, .swap2])
    func theStonesOfAProposalAreLevel(kind: Opening) throws {
        var seen: Set<[Point]> = []
        for game in UInt64(0)..<5 {
            var opening = try OpeningState(kind, rule: .freestyle)
            while opening.stones.count < 3 {
                try opening.apply(#require(step(opening, seed: game * 100 + UInt64(opening.stones.count))))
            }
            let value = value(opening.stones, .freestyle)
            #expect(abs(value) <= 100, "\(opening.stones): \(value)")
            seen.insert(opening.stones)
        }
        #expect(seen.count == 5)
    }

    @Test("The fifth stone of a Taraguchi opening keeps the position level") func theFifthStoneIsLevel() throws {
        let point = { (name: String) in BoardSize.standard.point(named: name)! }
        var decisions: [OpeningDecision] = []
        for name in ["h8", "i8", "i10", "g7"] { decisions += [.place(point(name)), .choose(.stay)] }
        var opening = try OpeningState(.taraguchi10, rule: .renju, decisions: decisions)
        try opening.apply(#require(step(opening, seed: 1)))
        let value = value(opening.stones, .renju)
        #expect(abs(value) <= 100, "\(opening.stones): \(value)")
    }

    @Test("The fifth moves that X offers are among its best") func xOffersItsBestFifthMoves() throws {
        let point = { (name: String) in BoardSize.standard.point(named: name)! }
        var opening = try OpeningState(
            .rif, rule: .renju,
            decisions: [
                .place(point("h8")), .place(point("i8")), .place(point("i9")), .choose(.stay), .place(point("g7")),
            ])
        while case .offer = opening.awaited { try opening.apply(#require(step(opening, seed: 1))) }
        let worst = try #require(opening.offered.map { value(opening.stones + [$0], .renju) }.max())
        let others = opening.size.points.filter { opening.board[$0] == nil && !opening.offered.contains($0) }
        // With a search of the same depth, at most one in twenty of the other points is worse for
        // O.
        let better = others.count { value(opening.stones + [$0], .renju) < worst }
        #expect(better * 20 <= others.count, "\(opening.offered): \(better) are better")
    }

    @Test("After a weak fourth stone the robot asks for the most fifth moves") func fifthMovesAreCounted() throws {
        let point = { (name: String) in BoardSize.standard.point(named: name)! }
        let moves = ["h8", "i9", "g9"].map { OpeningDecision.place(point($0)) }
        // O's fourth stone is far away, which favours X. So X must offer many fifth moves.
        let far = try OpeningState(
            .soosorv8, rule: .renju, decisions: moves + [.choose(.stay), .place(point("a1"))])
        guard case .choose(.fifths(let count)) = step(far, seed: 1) else {
            Issue.record("did not choose a number of fifth moves")
            return
        }
        #expect(count == 8)
    }

    @Test("The robot plays every opening to its end", arguments: Opening.allCases.filter { $0 != .none })
    func openingsArePlayedToTheirEnd(kind: Opening) throws {
        let rule: Rule = kind.isPlayed(under: .freestyle) ? .freestyle : .renju
        for size in TestSpeed.cases([.standard, BoardSize.all[0]], all: BoardSize.all) {
            guard var opening = try? OpeningState(kind, rule: rule, size: size) else { continue }
            while !opening.isFinished {
                let seed = UInt64(opening.decisions.count)
                try opening.apply(#require(step(opening, seed: seed, nodes: 500), "\(opening.phase)"))
            }
        }
    }
}
