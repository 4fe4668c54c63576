import Foundation
import GameState
import TestSupport
import Testing

@testable import Robot

@Suite struct PositionTests {
    /// The maximum number of random games that a test plays until it has seen every case. Usually
    /// the first few suffice.
    private static let mostGames = 400

    @Test("Incrementally updated state equals state computed from scratch", arguments: Rule.allCases)
    func whatIsKeptIsWhatAFreshLookFinds(rule: Rule) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for size in BoardSize.all {
            let position = Position(size: size, rule: rule)
            for move in randomGame(rule, size, moves: 40, &random) { position.make(move.row * size.side + move.column) }
            let kept = Snapshot(position)
            position.computeAll()
            #expect(kept == Snapshot(position), "seed \(seed), size \(size.side)")
        }
    }

    @Test("Unmaking moves restores each earlier position exactly", arguments: Rule.allCases)
    func takingBackRestoresEverything(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let position = Position(size: .standard, rule: rule)
        var snapshots: [Snapshot] = []
        for move in randomGame(rule, .standard, moves: 60, &random) {
            snapshots.append(Snapshot(position))
            position.make(move.row * 15 + move.column)
        }
        while let snapshot = snapshots.popLast() {
            position.unmake()
            #expect(snapshot == Snapshot(position), "seed \(seed), \(position.height) moves")
        }
    }

    @Test("Counts of patterns over the board agree with the individual cells", arguments: Rule.allCases)
    func whatIsCountedOverTheBoardIsWhatTheCellsAre(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        var seen = [0, 0, 0, 0, 0, 0]
        for game in 0..<Self.mostGames where game < 4 || seen.contains(0) {
            let position = Position(size: .standard, rule: rule)
            for move in randomGame(rule, .standard, moves: 80, &random) {
                position.make(move.row * 15 + move.column)
                for side in 0..<2 {
                    let classes = (0..<position.area).map { position.classes(side)[$0] }
                    let ranks = classes.map { $0 & CellClass.rankMask }
                    let counted = [
                        ranks.count { $0 == CellClass.five }, ranks.count { $0 == CellClass.openFour },
                        classes.count { $0 & CellClass.fourFlag != 0 },
                        ranks.count { $0 == CellClass.fourThree }, ranks.count { $0 == CellClass.doubleThree },
                        ranks.count { $0 == CellClass.three || $0 == CellClass.threeMore },
                    ]
                    let urgent: [CodeEntry.Urgent] = [.five, .openFour, .four]
                    let tallied: [CodeEntry.Tallied] = [.fourThree, .doubleThree, .three]
                    let kinds = urgent.map { position.count(side, $0) } + tallied.map { position.count(side, $0) }
                    #expect(kinds == counted, "seed \(seed)")
                    #expect(position.fiveCell(side) == ranks.firstIndex(of: CellClass.five) ?? -1)
                    #expect(position.openFourCell(side) == ranks.firstIndex(of: CellClass.openFour) ?? -1)
                    for index in seen.indices { seen[index] += counted[index] }
                }
            }
        }
        #expect(seen.allSatisfy { $0 > 0 }, "seed \(seed): \(seen)")
    }

    @Test("The reply to a four derived from its line agrees with the board", arguments: [Rule.freestyle, .standard])
    func theReplyToAFourIsReadFromALineAsFromTheBoard(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        var seen = 0
        var last = 0
        for game in 0..<Self.mostGames where game < 8 || seen <= 20 || last == 0 || last == seen {
            let position = Position(size: .standard, rule: rule)
            for move in randomGame(rule, .standard, moves: 60, &random) {
                position.make(move.row * 15 + move.column)
                let side = position.turn
                guard position.count(0, .five) + position.count(1, .five) + position.count(side, .openFour) == 0
                else { continue }
                for cell in 0..<position.area where position.classes(side)[cell] & CellClass.fourFlag != 0 {
                    let reply = position.reply(to: cell, of: side)
                    position.make(cell)
                    #expect(position.count(side, .five) == 1 && position.fiveCell(side) == reply.cell, "seed \(seed)")
                    position.make(reply.cell)
                    #expect(!reply.isLast || position.count(side, .four) == 0, "seed \(seed)")
                    #expect(position.count(side, .five) == 0, "seed \(seed)")
                    seen += 1
                    last += reply.isLast ? 1 : 0
                    position.unmake()
                    position.unmake()
                }
            }
        }
        #expect(seen > 20 && last > 0 && last < seen, "seed \(seed): \(last) of \(seen)")
    }

    /// Compares with a sum over single cells: neither the sum nor the kind of threats depends on
    /// other values packed into the same words.
    @Test("The evaluation is the sum of the cells and of the threats", arguments: Rule.allCases)
    func theEvaluationIsTheCellsSumAndTheThreats(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let weights = Weights.of(rule, x: false)
        for combination in 0..<Weights.combinations {
            let sum = weights.entry(combination, cellClass: CellClass.fourThree).bits.x
            #expect(CodeEntry.toMove(sum) == Int(weights.toMove[combination]))
            #expect(CodeEntry.waiting(sum) == Int(weights.waiting[combination]))
        }
        let threats = ThreatWeights.of(rule)
        var kinds: Set<Int> = []
        let position = Position(size: .standard, rule: rule)
        for move in randomGame(rule, .standard, moves: 100, &random) {
            position.make(move.row * 15 + move.column)
            let side = position.turn
            var worth = weights.tempo
            for cell in 0..<position.area where position.stones[cell] == 0 {
                let entries = [position.cells[cell].x, position.cells[cell].o]
                worth += CodeEntry.toMove(entries[side].bits.x) - CodeEntry.waiting(entries[1 - side].bits.x)
            }
            let kind = position.threatIndex(side)
            #expect(position.evaluation(side) == (worth + Int(threats[kind])) >> 3, "seed \(seed)")
            kinds.insert(kind)
        }
        #expect(kinds.count > 10, "seed \(seed)")
    }

    @Test("A combination of threats is worth its parts and their pairs")
    func aKindOfThreatsIsWorthWhatItAndItsPairsAre() {
        let kinds = ThreatWeights.ways.reduce(0, +)
        var numbers = [Int16](repeating: 0, count: kinds * (kinds + 1) / 2)
        // The first kind of the first group alone, and together with the last kind of the last
        // group.
        numbers[0] = 100
        numbers[kinds - 1] = 10
        // The last kind of the last group alone.
        numbers[numbers.count - 1] = 1
        let table = ThreatWeights.table(numbers)
        #expect(table.count == Position.threatKinds && ThreatWeights.ways.reduce(1, *) == Position.threatKinds)
        #expect(table[0] == 100 && table[3] == 111 && table[Position.threatKinds - 1] == 1)
        #expect(table[Position.threatKinds - 2] == 0)
        #expect(Rule.allCases.allSatisfy { ThreatWeights.of($0).contains { $0 != 0 } })
    }

    /// Compares with the referee on crowded boards that were set up in an impossible order. A side
    /// has won if one of its stones, removed and placed again, would make a five. A six under
    /// standard passes through a five.
    @Test("A win is recognised from the stones alone", arguments: Rule.allCases)
    func aWinIsToldFromTheStonesAlone(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(rule, side: 13)
        var found = [0, 0]
        for round in 0..<Self.mostGames where round < 120 || found.contains(0) {
            var board = Board(size: searcher.size)
            let own: Stone = round % 2 == 0 ? .x : .o
            for point in searcher.size.points where Int.random(in: 0..<100, using: &random) < 45 {
                board[point] = Int.random(in: 0..<100, using: &random) < 70 ? own : own.opponent
            }
            searcher.setPosition(board: board, turn: own.opponent)
            let hasWon = searcher.size.points.contains { point in
                guard board[point] == own else { return false }
                var without = board
                without[point] = nil
                if case .five = rule.verdict(on: own, at: point, of: without) { return true }
                return false
            }
            #expect(searcher.position.hasWon(own == .x ? 0 : 1) == hasWon, "seed \(seed)\n\(board)")
            found[hasWon ? 1 : 0] += 1
        }
        #expect(found.allSatisfy { $0 > 0 }, "seed \(seed): \(found)")
    }

    /// Compares with the referee: a cell is a five exactly if the rules say so, and a four if one
    /// more stone wins.
    @Test("Fives and fours agree with the rules", arguments: Rule.allCases)
    func fivesAndFoursAreThoseOfTheRules(rule: Rule) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        for _ in 0..<4 {
            let game = randomGame(rule, .standard, moves: 50, &random)
            let position = Position(size: .standard, rule: rule)
            var board = Board(size: .standard)
            for (index, move) in game.enumerated() {
                position.make(move.row * 15 + move.column)
                board[move] = Stone.ofMove(index + 1)
            }
            for (side, stone) in [(0, Stone.x), (1, Stone.o)] {
                for point in BoardSize.standard.points where board[point] == nil {
                    let cellClass = position.classes(side)[point.row * 15 + point.column]
                    let isFive = if case .five = rule.verdict(on: stone, at: point, of: board) { true } else { false }
                    #expect((cellClass & CellClass.fiveFlag != 0) == isFive, "seed \(seed), \(point)")
                    if isFive || (rule == .renju && stone == .x) { continue }
                    #expect(
                        (cellClass & CellClass.fourFlag != 0) == makesFour(stone, at: point, board, rule),
                        "seed \(seed), \(point)")
                }
            }
        }
    }

    /// Returns whether some point on a line with `point` completes a five through `point` after a
    /// stone was placed there.
    private func makesFour(_ stone: Stone, at point: Point, _ board: Board, _ rule: Rule) -> Bool {
        var board = board
        board[point] = stone
        return Direction.allCases.contains { direction in
            (-4...4).contains { steps in
                let other = point.stepping(steps, toward: direction)
                guard board.size.contains(other), board[other] == nil,
                    case .five = rule.verdict(on: stone, at: other, of: board)
                else { return false }
                let run = fiveRun(stone, through: other, direction, board)
                return run.contains(point) && wins(run, stone, direction, board, rule)
            }
        }
    }

    private func fiveRun(_ stone: Stone, through point: Point, _ direction: Direction, _ board: Board) -> [Point] {
        board.run(of: stone, through: point, along: direction)
    }

    private func wins(_ run: [Point], _ stone: Stone, _ direction: Direction, _ board: Board, _ rule: Rule) -> Bool {
        guard run.count >= 5, run.count == 5 || rule.expectedSix(of: stone) == .wins else { return false }
        let ends = [run[0].stepping(-1, toward: direction), run[run.count - 1].stepping(toward: direction)]
        return !rule.expectsOpenEnd || !ends.allSatisfy { board[$0] == stone.opponent }
    }

    @Test("Renju verdicts agree with the reference positions") func renjuVerdictsAreTheReferencesOnes() throws {
        let file = testsFolder.appending(path: "GameStateTests/Fixtures/renju-positions.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(lines.count >= 2000)
        let searcher = Searcher.small(.renju)
        var wrong: [String] = []
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            let board = try #require(Board(picture: fields[2]))
            let point = try #require(board.size.point(named: fields[0]))
            searcher.setPosition(board: board, turn: .x)
            let cell = searcher.cell(point)
            let position = searcher.position
            let found =
                position.classesX[cell] & CellClass.fiveFlag != 0
                ? "five" : position.isForbidden(cell) ? "forbidden" : "legal"
            let wanted = ["five", "legal"].contains(fields[1]) ? fields[1] : "forbidden"
            if found != wanted { wrong.append("\(line): \(found)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, the first: \(wrong.first ?? "")")
    }
}
