import Foundation
import GameState
import PuzzleMaking
import Puzzles
import Robot
import Testing

@testable import gomoku_lab

@Suite struct PuzzleOpeningTests {
    private let plan = PuzzlePlan(rule: .freestyle, seed: 1, kinds: [.balance], games: [])

    @Test("A question for the better side has few stones and a clear answer, the same for each seed")
    func clearAnswer() throws {
        let puzzles = (0..<10).flatMap { plan.puzzles(ofGame: $0) }
        #expect(!puzzles.isEmpty && puzzles.count < 10, "some of the openings are level")
        #expect(puzzles == (0..<10).flatMap { plan.puzzles(ofGame: $0) })
        for puzzle in puzzles {
            #expect(throws: Never.self) { try PuzzleChecker.check(puzzle) }
            guard case .balance(let chance) = puzzle.task else {
                Issue.record("\(puzzle.kind)")
                continue
            }
            #expect((50...300).contains(chance) || (700...950).contains(chance), "\(chance)")
            let stones = puzzle.position.board.size.points.filter { puzzle.position.board[$0] != nil }
            #expect((3...6).contains(stones.count))
            #expect(puzzle.rating >= 840 && puzzle.rating <= 1_540)
        }
    }

    @Test("A question whose answer is clearer has a lower rating, for either side")
    func rating() {
        #expect(PuzzleFeatures(balance: 1_000).rating == 700 && PuzzleFeatures(balance: 0).rating == 700)
        #expect(PuzzleFeatures(balance: 700).rating == 1_540 && PuzzleFeatures(balance: 300).rating == 1_540)
    }
}

@Suite struct PuzzleThemeTests {
    /// X is to move. O has three stones in a row.
    private func defence(x: [(Int, Int)], o: [(Int, Int)]) throws -> Proof {
        var board = Board(size: .standard)
        for (column, row) in x { board[Point(column: column, row: row)] = .x }
        for (column, row) in o { board[Point(column: column, row: row)] = .o }
        let searcher = Searcher(size: .standard, rule: .renju, tableMegabytes: 1)
        searcher.setPosition(board: board, turn: .x)
        return try #require(searcher.proofOfDefence(nodes: 600, most: 3))
    }

    @Test("A defence against a win that needs a forbidden point is an escape")
    func forbiddenEscape() throws {
        // After O's four in row 7, X may not stop at 8,7, because six stones of X would be in a
        // row.
        let closed = try defence(
            x: [(3, 7), (8, 4), (8, 5), (8, 6), (8, 8), (8, 9)],
            o: [(4, 7), (5, 7), (6, 7), (8, 3), (0, 0), (14, 14)])
        #expect(PuzzleFeatures(defence: closed).themes.contains(.forbiddenEscape))
        let open = try defence(x: [(2, 10), (8, 4), (0, 0)], o: [(4, 10), (5, 10), (6, 10)])
        #expect(!PuzzleFeatures(defence: open).themes.contains(.forbiddenEscape))
    }

    @Test("A defence is given away by two fours besides another point that holds") func givenAway() throws {
        var board = Board(size: .standard)
        for column in [2, 3, 4] { board[Point(column: column, row: 13)] = .x }
        for point in [(1, 13), (6, 7), (7, 7)] { board[Point(column: point.0, row: point.1)] = .o }
        let position = Proof.Position(rule: .freestyle, board: board, turn: .x)
        func isGivenAway(_ points: (Int, Int)...) throws -> Bool {
            let win = Proof.Node(move: Point(column: 7, row: 10), replies: .init(rest: .five))
            let held = Set(points.map { Point(column: $0.0, row: $0.1) })
            let proof = try Proof(.onlyHold(held), in: position, nodes: [win], root: .init(rest: .node(0)))
            return PuzzleFeatures(defence: proof).isGivenAway
        }
        #expect(try isGivenAway((5, 13), (6, 13), (8, 7)))
        #expect(try !isGivenAway((5, 13), (8, 7)))
        #expect(try !isGivenAway((5, 13), (6, 13)))
    }

    @Test("A defence in which a four holds is proven again, and a drill gets the answer of today's rules")
    func renewed() throws {
        var board = Board(size: .standard)
        for point in [(7, 11), (7, 12), (7, 13), (5, 9), (5, 11), (4, 8)] {
            board[Point(column: point.0, row: point.1)] = .x
        }
        for point in [(4, 10), (5, 10), (6, 10), (7, 14), (14, 0), (0, 0)] {
            board[Point(column: point.0, row: point.1)] = .o
        }
        let position = Proof.Position(rule: .freestyle, board: board, turn: .x)
        func puzzle(holding points: Set<Point>) throws -> Puzzle {
            let win = Proof.Node(move: Point(column: 7, row: 10), replies: .init(rest: .five))
            let proof = try Proof(.onlyHold(points), in: position, nodes: [win], root: .init(rest: .node(0)))
            return try Puzzle(.defence(proof), at: position, rating: 700)
        }
        let end = Point(column: 3, row: 10)
        let stop = try #require(try PuzzleFeatures.renewed(puzzle(holding: [end])))
        #expect(stop.rating != 700 && stop.points == [end])

        // At 7,10 a four stops the open three. O stops the four at 7,9 with an open four.
        let four = Point(column: 7, row: 10)
        let delay = Point(column: 7, row: 9)
        let again = try #require(try PuzzleFeatures.renewed(puzzle(holding: [delay])))
        #expect(Set(again.points) == [end, four] && again.themes.contains(.counterFour))
        try PuzzleChecker.check(again)

        let drill = try Puzzle(
            .drill(.fours, answer: [Point(column: 14, row: 14)]), at: position, last: Point(column: 6, row: 10),
            rating: 400)
        let renewed = try #require(try PuzzleFeatures.renewed(drill))
        #expect(renewed.points == DrillAnswer.points(.fours, at: position) && renewed.last == drill.last)
    }

    @Test("A list of removed puzzles has one ID per line, and comments") func removed() throws {
        let path = NSTemporaryDirectory() + "removed-\(UUID().uuidString).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("# Why\nHKF_HVqLrcQ Too plain.\n\nPdYL5_eaV1y\n".utf8).write(to: URL(filePath: path))
        #expect(try PuzzleFile.ids(path) == ["HKF_HVqLrcQ", "PdYL5_eaV1y"])
    }

    @Test("A stop in a gap is plainer than one at an end") func plainness() {
        var board = Board(size: .standard)
        for column in [4, 6, 7] { board[Point(column: column, row: 10)] = .o }
        for column in [4, 5, 6] { board[Point(column: column, row: 3)] = .o }
        let position = Proof.Position(rule: .freestyle, board: board, turn: .x)
        func plainness(_ column: Int, _ row: Int) -> Double {
            PuzzleFeatures.plainness(of: Point(column: column, row: row), in: position)
        }
        #expect(plainness(5, 10) == 450)
        #expect(plainness(3, 3) == 150)
        #expect(plainness(3, 10) == 0 && plainness(2, 3) == 0)
    }
}
