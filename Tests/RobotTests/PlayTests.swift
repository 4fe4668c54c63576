import GameState
import TestSupport
import Testing

@testable import Robot

@Suite struct PlayTests {
    /// Plays a game and checks it by the rules of GameState alone. Returns a reason if a move was
    /// illegal.
    private func play(
        _ rule: Rule, _ size: BoardSize, _ levels: [Level], nodes: Int, seed: UInt64, opening: [Point]
    ) -> String? {
        let searchers = levels.map { _ in Searcher(size: size, rule: rule, tableMegabytes: 1, seed: seed) }
        var board = Board(size: size)
        var moves = opening
        for (index, point) in moves.enumerated() { board[point] = Stone.ofMove(index + 1) }
        while !board.isFull {
            let turn = Stone.ofMove(moves.count + 1)
            let searcher = searchers[moves.count % levels.count]
            searcher.setPosition(moves: moves)
            let result = searcher.bestMove(
                level: levels[moves.count % levels.count], limits: SearchLimits(nodes: nodes))
            guard let point = result?.move else {
                let isStuck = size.points.allSatisfy {
                    if case .legal = rule.verdict(on: turn, at: $0, of: board) { false } else { true }
                }
                return isStuck ? nil : "no move after \(moves.count)"
            }
            switch rule.verdict(on: turn, at: point, of: board) {
            case .five: return nil
            case .legal: break
            case let verdict: return "\(verdict.word) at \(size.name(of: point)) after \(moves.map(size.name(of:)))"
            }
            board[point] = turn
            moves.append(point)
        }
        return nil
    }

    @Test("Every move of the robot is legal", arguments: Rule.allCases)
    func everyMoveIsLegal(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for number in 0..<(TestSpeed.isAll ? 25 : 13) {
            let size = BoardSize.all[number % BoardSize.all.count]
            let levels =
                number % 12 == 0
                ? [Level.strongest, Level.strongest] : [Level(1 + number % 3)!, Level(1 + number % 2)!]
            let opening = randomGame(rule, size, moves: number % 7, &random)
            let fault = play(rule, size, levels, nodes: 40, seed: random.next(), opening: opening)
            #expect(fault == nil, "seed \(seed), game \(number)")
        }
    }

    @Test("The robot completes its own five, and otherwise blocks the opponent's", arguments: Rule.allCases)
    func takesFivesAndStopsThem(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(rule)
        var taken = 0
        var stopped = 0
        for _ in 0..<150 {
            searcher.setPosition(moves: randomGame(rule, .standard, moves: 24, &random))
            let position = searcher.position
            let side = position.turn
            let own = position.count(side, .five)
            let theirs = position.count(1 - side, .five)
            guard own > 0 || theirs == 1, let result = searcher.bestMove(limits: SearchLimits(nodes: 30)) else {
                continue
            }
            let cell = searcher.cell(result.move)
            if own > 0 {
                taken += 1
                #expect(position.classes(side)[cell] & CellClass.fiveFlag != 0, "seed \(seed)")
            } else if !searcher.isForbidden(position.fiveCell(1 - side)) {
                stopped += 1
                position.make(cell)
                #expect(position.count(1 - side, .five) == 0 || rule.expectsOpenEnd, "seed \(seed)")
                position.unmake()
            }
        }
        #expect(taken > 0 && stopped > 0, "seed \(seed)")
    }

    @Test("Every level completes its own five") func beginnersTakeTheirFivesToo() throws {
        let size = BoardSize.standard
        let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"].map { size.point(named: $0)! }
        for level in Level.all {
            for seed in 0..<20 as Range<UInt64> {
                let searcher = Searcher(size: size, rule: .freestyle, tableMegabytes: 1, seed: seed)
                searcher.setPosition(moves: moves)
                let move = try #require(searcher.bestMove(level: level, limits: SearchLimits(nodes: 50))?.move)
                #expect(["g8", "l8"].contains(size.name(of: move)), "level \(level.number)")
            }
        }
    }

    @Test("The weakest level blocks most fours, but not all") func beginnersMostlyStopFours() throws {
        let size = BoardSize.standard
        let moves = ["h8", "g8", "i8", "a3", "j8", "c5", "k8"].map { size.point(named: $0)! }
        var stopped = 0
        for seed in 0..<200 as Range<UInt64> {
            let searcher = Searcher(size: size, rule: .freestyle, tableMegabytes: 1, seed: seed)
            searcher.setPosition(moves: moves)
            let move = searcher.bestMove(level: .weakest, limits: SearchLimits(nodes: 50))?.move
            if move == size.point(named: "l8") { stopped += 1 }
        }
        #expect((150..<200).contains(stopped))
    }

    @Test("Weak levels play near the other stones") func beginnersStayInTheFight() throws {
        let size = BoardSize.standard
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for number in 0..<60 {
            let moves = randomGame(.freestyle, size, moves: 4 + number % 12, &random)
            let searcher = Searcher(size: size, rule: .freestyle, tableMegabytes: 1, seed: random.next())
            searcher.setPosition(moves: moves)
            let level = try #require(Level(1 + number % 4))
            guard let move = searcher.bestMove(level: level, limits: SearchLimits(nodes: 50))?.move else { continue }
            let distance = moves.map { max(abs($0.column - move.column), abs($0.row - move.row)) }.min() ?? 0
            #expect(distance <= 2, "seed \(seed), level \(level.number) after \(moves.map(size.name(of:)))")
        }
    }

    @Test("The last empty point is found, and a full board has no move")
    func theLastPointIsFoundAndAFullBoardHasNone() {
        let size = BoardSize(13)!
        var board = Board(size: size)
        // Rows of pairs, shifted by two, contain no five.
        for point in size.points { board[point] = (point.column + 2 * point.row) % 4 < 2 ? .x : .o }
        let searcher = Searcher.small(side: 13)
        for point in [size.center, Point(column: 0, row: 0)] {
            var open = board
            open[point] = nil
            searcher.setPosition(board: open, turn: .x)
            #expect(searcher.bestMove(limits: SearchLimits(nodes: 100))?.move == point)
        }
        searcher.setPosition(board: board, turn: .x)
        #expect(searcher.bestMove(limits: SearchLimits(nodes: 100)) == nil)
    }

    @Test("A finished game has no move") func aFinishedGameHasNoMove() {
        let size = BoardSize.standard
        let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"].map { size.point(named: $0)! }
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        #expect(searcher.bestMove(limits: SearchLimits(nodes: 100)) == nil)
    }

    @Test("Moves off the board or on a stone are refused") func movesOffTheBoardAreRefused() {
        let searcher = Searcher.small()
        #expect(!searcher.setPosition(moves: [Point(column: 15, row: 0)]))
        #expect(!searcher.setPosition(moves: [searcher.size.center, searcher.size.center]))
        #expect(searcher.position.height == 0)
    }
}
