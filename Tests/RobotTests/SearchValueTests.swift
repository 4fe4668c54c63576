import GameState
import Testing

@testable import Robot

/// Tests that the value at a fixed depth does not depend on the way it is computed.
@Suite struct SearchValueTests {
    /// Returns the minimax value over every point with a pattern, without windows, move ordering,
    /// table or narrowed replies.
    ///
    /// Like the search it detects fives and open fours one move ahead, and a reply to a four costs
    /// no depth.
    private func minimax(_ position: Position, _ depth: Int, _ ply: Int) -> Int {
        let side = position.turn
        let other = 1 - side
        if position.count(side, .five) > 0 { return Score.win - ply - 1 }
        if position.isFull { return 0 }
        let fives = position.count(other, .five)
        if fives > 1 { return ply + 2 - Score.win }
        if fives == 0 && position.count(side, .openFour) > 0 { return Score.win - ply - 3 }
        if depth <= 0 && fives == 0 { return position.evaluation(side) }
        var best = -Score.infinite
        var moves = (0..<position.area).filter { position.classesX[$0] | position.classesO[$0] != 0 }
        if moves.isEmpty { moves = (0..<position.area).filter { position.stones[$0] == 0 } }
        for move in moves {
            position.make(move)
            best = max(best, -minimax(position, fives > 0 ? depth : depth - 1, ply + 1))
            position.unmake()
        }
        return best
    }

    private func value(_ searcher: Searcher, _ depth: Int, _ table: SearchOptions.Table) -> Int {
        var options = SearchOptions()
        options.prunes = false
        options.leafFours = 0
        options.table = table
        searcher.clear()
        searcher.search.options = options
        searcher.search.begin(maximumNodes: nil)
        // The shallower searches fill the table with entries that must not be used for this depth.
        return (0...depth).map { searcher.search.search(-Score.infinite, Score.infinite, $0, 0, -1, cut: false) }[depth]
    }

    /// Returns a 13×13 board with all but `empty` points filled, without a five.
    private func crowded(empty: Int, _ random: inout SplitMix) -> Board {
        let size = BoardSize(13)!
        var board = Board(size: size)
        for (index, point) in size.points.shuffled(using: &random).dropLast(empty).enumerated() {
            for stone in [Stone.ofMove(index), Stone.ofMove(index + 1)]
            where Rule.freestyle.verdict(on: stone, at: point, of: board) == .legal {
                board[point] = stone
                break
            }
        }
        return board
    }

    @Test("Transposition table and window do not change the value on crowded boards")
    func tableAndWindowChangeNothingOnCrowdedBoards() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(side: 13)
        for _ in 0..<6 {
            searcher.setPosition(board: crowded(empty: 8, &random), turn: .x)
            let wanted = minimax(searcher.position, 3, 0)
            #expect(value(searcher, 3, .off) == wanted, "seed \(seed)")
            #expect(value(searcher, 3, .equalDepth) == wanted, "seed \(seed)")
        }
    }

    @Test("Transposition table and window do not change the value in open positions")
    func tableAndWindowChangeNothingInOpenPositions() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(side: 13)
        for _ in 0..<3 {
            let game = randomGame(.freestyle, searcher.size, moves: 8, &random)
            searcher.setPosition(moves: game)
            #expect(value(searcher, 1, .equalDepth) == minimax(searcher.position, 1, 0), "seed \(seed)")
            let plain = value(searcher, 3, .off)
            #expect(value(searcher, 3, .equalDepth) == plain, "seed \(seed)")
        }
    }

    @Test("The same position and limits give the same move, score and number of nodes")
    func sameSeedAndNodesGiveTheSameMove() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for (number, rule) in Rule.allCases.enumerated() {
            let game = randomGame(rule, .standard, moves: 10, &random)
            let answers = (0..<2).map { _ in
                let searcher = Searcher.small(rule)
                searcher.setPosition(moves: game)
                return searcher.bestMove(limits: number == 0 ? SearchLimits(nodes: 800) : SearchLimits(depth: 3))
            }
            #expect(answers[0]?.move == answers[1]?.move, "seed \(seed)")
            #expect(answers[0]?.score == answers[1]?.score, "seed \(seed)")
            #expect(answers[0]?.nodes == answers[1]?.nodes, "seed \(seed)")
        }
    }

    @Test("A raised stop flag ends the search at once") func aRaisedFlagEndsTheSearchAtOnce() {
        let searcher = Searcher.small()
        searcher.setPosition(moves: [searcher.size.center])
        let flag = StopFlag()
        flag.stop()
        let result = searcher.bestMove(limits: SearchLimits(depth: 40), stop: flag)
        #expect(result != nil)
        #expect((result?.nodes ?? .max) < 2000)
    }
}
