import GameState
import TestSupport
import Testing

@testable import Robot

/// Tests that a search calls a position won or lost only if it is.
@Suite struct ClaimTests {
    /// X wins by threats if O plays elsewhere. The stone on e7 is on no cell of that win and makes
    /// neither a four nor an open three. It turns one of O's forced replies into a four.
    @Test(
        "A quiet defence that turns a forced reply into a four is found and not scored as lost",
        arguments: [20_000, 100_000])
    func quietStonesAreLookedAt(nodes: Int) throws {
        let names = "h5 l5 k9 g7 h8 i6 g6 h7 j5 i4 i7 j8 e8 f8 e9".split(separator: " ")
        let moves = try names.map { try #require(BoardSize.standard.point(named: String($0))) }
        let saving = try #require(BoardSize.standard.point(named: "e7"))
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        let found = try #require(searcher.bestMove(limits: SearchLimits(nodes: nodes)))
        #expect(found.move == saving && abs(found.score) < Score.decided, "\(found)")
        searcher.setPosition(moves: moves + [saving])
        #expect(!searcher.findsThreats(SearchLimits(nodes: 20_000)))
    }

    @Test("A win by threats still stands after any stone that its tree marks as irrelevant")
    func untouchedWinsStand() throws {
        var left = 0
        for puzzle in try VictoryTests.puzzles() where !puzzle.isByFours {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let position = searcher.position
            #expect(searcher.threats.solve(nodes: 20 * puzzle.nodes) >= 0)
            let tree = try #require(searcher.threatTree())
            #expect(searcher.isStillWinning(tree))
            position.pass()
            for cell in 0..<position.area where position.stones[cell] == 0 && !searcher.isForbidden(cell) {
                position.make(cell)
                let stands = searcher.isStillWinning(tree)
                if tree.isUnaffected[cell] {
                    #expect(stands)
                    left += 1
                }
                if stands { #expect(searcher.threats.solve(nodes: 200_000) >= 0, "\(puzzle) \(cell)") }
                position.unmake()
            }
            position.pass()
        }
        #expect(left > 500)
    }

    @Test("A position that a short search calls won or lost is so against every reply", arguments: Rule.allCases)
    func claimsHold(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(rule)
        var (won, lost) = (0, 0)
        let wanted = TestSpeed.isAll ? 10 : 2
        for _ in 0..<400 where won < wanted || lost < wanted {
            let moves = randomGame(rule, .standard, moves: Int.random(in: 6...20, using: &random), &random)
            searcher.clear()
            searcher.setPosition(moves: moves)
            guard let found = searcher.bestMove(limits: SearchLimits(nodes: 1_000)), let claim = found.claim else {
                continue
            }
            if claim == .won ? won >= wanted : lost >= wanted { continue }
            if claim == .won { won += 1 } else { lost += 1 }
            var replay = ClaimReplay(rule, nodes: 10_000)
            let holds = replay.holds(claim, after: moves, move: found.move)
            let names = moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            #expect(holds, "seed \(seed) \(rule) \(claim) \(found.score) \(found.move): \(names)")
        }
        #expect(won == wanted && lost == wanted, "seed \(seed)")
    }
}
