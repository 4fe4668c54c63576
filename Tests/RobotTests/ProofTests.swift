import GameState
import Testing

@testable import Robot

/// Tests that a robot that has claimed a win finds its next move, whatever the tables have lost and
/// however little time it has.
@Suite struct ProofTests {
    /// Plays on against every reply, without threats and without time. Returns the number of the
    /// robot's moves.
    ///
    /// Clears the tables after each move, so that only the stored proof can give the answer.
    private func follow(_ searcher: Searcher, _ moves: [Point], asBoard: Bool, _ replay: RuleBoard) throws -> Int {
        let names = "\(searcher.rule.rawValue) \(moves.map(searcher.size.name(of:)).joined(separator: " "))"
        set(searcher, moves, asBoard: asBoard)
        searcher.forgetTables()
        let found = try #require(searcher.bestMove(limits: SearchLimits(milliseconds: 0)))
        try #require(found.score >= Score.decided, "\(names)")
        if replay.wins(at: found.move) { return 1 }
        try #require(replay.isLegal(found.move), "\(names)")
        var count = 1
        let next = moves + [found.move]
        var after = replay
        after.play(found.move)
        set(searcher, next, asBoard: asBoard)
        for reply in searcher.replies() where isLookedAt(reply, searcher.position) {
            var answer = after
            answer.play(searcher.point(reply))
            count += try follow(searcher, next + [searcher.point(reply)], asBoard: asBoard, answer)
        }
        return count
    }

    /// Returns whether a search tries the cell.
    private func isLookedAt(_ cell: Int, _ position: Position) -> Bool {
        position.classesX[cell] | position.classesO[cell] != 0
    }

    private func set(_ searcher: Searcher, _ moves: [Point], asBoard: Bool) {
        if !asBoard {
            searcher.setPosition(moves: moves)
            return
        }
        var board = Board(size: searcher.size)
        for (index, point) in moves.enumerated() { board[point] = Stone.ofMove(index + 1) }
        searcher.setPosition(board: board, turn: .ofMove(moves.count + 1))
    }

    @Test("A win found by threats is played to its end against every reply", arguments: [false, true])
    func threatsAreKept(asBoard: Bool) throws {
        var count = 0
        for puzzle in try VictoryTests.puzzles() where !puzzle.isByFours {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let found = try #require(searcher.bestMove(limits: SearchLimits(nodes: 20 * puzzle.nodes)))
            #expect(found.score >= Score.decided)
            searcher.search.options.usesThreats = false
            count += try follow(searcher, puzzle.moves, asBoard: asBoard, RuleBoard(puzzle.rule, puzzle.moves))
        }
        #expect(count > 100)
    }

    @Test("A win found by search is played to its end against every reply") func searchesAreKept() throws {
        var count = 0
        for puzzle in try VictoryTests.puzzles() {
            let searcher = Searcher.small(puzzle.rule)
            searcher.search.options.usesThreats = false
            searcher.search.options.checksThreats = false
            searcher.setPosition(moves: puzzle.moves)
            let found = try #require(searcher.bestMove(limits: SearchLimits(nodes: 4_000)))
            guard found.score >= Score.decided else { continue }
            count += try follow(searcher, puzzle.moves, asBoard: false, RuleBoard(puzzle.rule, puzzle.moves))
        }
        #expect(count > 100)
    }

    @Test("A position set up as a board is recognised as following a found win") func boardsFollow() throws {
        let puzzle = try #require(try VictoryTests.puzzles().last { !$0.isByFours && $0.rule == .freestyle })
        let searcher = Searcher.small()
        searcher.setPosition(moves: puzzle.moves)
        let found = try #require(searcher.bestMove(limits: SearchLimits(nodes: 20 * puzzle.nodes)))
        #expect(found.score >= Score.decided)
        for corner in ["a1", "o15"] {
            let reply = try #require(BoardSize.standard.point(named: corner))
            set(searcher, puzzle.moves + [found.move, reply], asBoard: true)
            #expect(searcher.followsWin)
            set(searcher, puzzle.moves + [reply, found.move], asBoard: true)
            #expect(!searcher.followsWin)
        }
    }

    @Test("The number of kept wins is limited, and the oldest ones are dropped") func limit() {
        var wins = ProvenWins()
        let win = ProvenWins.Win(move: 1, score: Score.decided)
        for hash in 0..<UInt64(ProvenWins.limit + 5) { wins[hash] = win }
        #expect(wins.isFull)
        #expect(wins[UInt64(ProvenWins.limit - 1)] == win && wins[UInt64(ProvenWins.limit)] == nil)
        wins.begin()
        #expect(!wins.isFull && wins[0] == win)
        wins[.max] = win
        wins.begin()
        #expect(wins[0] == nil && wins[.max] == win)
    }
}
