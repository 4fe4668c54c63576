import Foundation
import GameState
import Puzzles
import Testing

@testable import gomoku_lab

@Suite struct PuzzleMakerTests {
    private static let kinds: Set<Puzzle.Kind> = [.fours, .threats, .defence, .drill]

    /// The numbers are those of the first games with puzzles.
    @Test(
        "Equal seeds give equal puzzles, which the checker accepts",
        arguments: [(Rule.freestyle, 3), (.standard, 1), (.renju, 0), (.caro, 5)])
    func puzzlesOfSeed(rule: Rule, game: Int) throws {
        let plan = PuzzlePlan(rule: rule, seed: 3, kinds: Self.kinds, games: [])
        let puzzles = plan.puzzles(ofGame: game)
        #expect(!puzzles.isEmpty)
        #expect(puzzles == plan.puzzles(ofGame: game))
        for puzzle in puzzles {
            #expect(throws: Never.self) { try PuzzleChecker.check(puzzle) }
            #expect(puzzle.position.rule == rule)
        }
    }

    @Test("A run goes on after an incomplete line and repeats no game") func run() throws {
        let path = NSTemporaryDirectory() + "puzzles-\(UUID().uuidString).run"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let record = GameRecord(rule: .freestyle, moves: [Point(column: 7, row: 7)])
        let plan = PuzzlePlan(rule: .freestyle, seed: 1, kinds: Self.kinds, games: [record, record, record])
        let lines = [plan.header, #"{"game":1,"puzzles":[]}"#]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        let run = PuzzleRun(plan, path: path)
        for _ in 0..<2 {
            for worker in 0..<2 { try run.work(worker, of: 2) }
            #expect(try PuzzleFile.games(path).map(\.index) == [1, 0, 2])
        }
        try Data((lines.joined(separator: "\n") + "\n{\"game\":2,\"puz").utf8).write(to: URL(filePath: path))
        #expect(try PuzzleFile.games(path).map(\.index) == [1])
    }

    @Test("Records of another rule, with a pass or with an illegal move give no puzzles") func unfitRecords() {
        let points = [(7, 7), (8, 8), (7, 8)].map { Point(column: $0.0, row: $0.1) }
        #expect(PuzzleGame(GameRecord(rule: .renju, moves: points), rule: .freestyle) == nil)
        #expect(PuzzleGame(GameRecord(moves: points + [points[0]]), rule: .freestyle) == nil)
        #expect(PuzzleGame(GameRecord(moves: points), rule: .freestyle)?.moves == points)
    }

    @Test("A choice has no duplicates, few drills, and puzzles of every range of ratings") func mix() throws {
        // Each distance occurs once, also when the board is turned.
        let distances = (1...9).flatMap { column in (0..<column).map { Point(column: column, row: $0) } }.prefix(40)
        let drills = try distances.enumerated().map { try drill($0.element, rating: 500 + 100 * ($0.offset % 4)) }
        #expect(PuzzleMix(drills + drills).duplicates == 40)
        let chosen = PuzzleMix(drills).chosen(100)
        #expect(chosen.count == 4 && Set(chosen.map(\.rating)) == [500, 600, 700, 800])
    }

    /// A drill with a stone at this distance from the other one.
    private func drill(_ distance: Point, rating: Int) throws -> Puzzle {
        var board = Board(size: .standard)
        board[Point(column: 0, row: 0)] = .x
        board[distance] = .o
        let position = Proof.Position(rule: .freestyle, board: board, turn: .x)
        return try Puzzle(.drill(.fours, answer: [Point(column: 12, row: 12)]), at: position, rating: rating)
    }
}
