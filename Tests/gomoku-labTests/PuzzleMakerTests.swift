import Foundation
import GameState
import PuzzleMaking
import Puzzles
import Testing

@testable import gomoku_lab

@Suite struct PuzzleMakerTests {
    private static let kinds: Set<Puzzle.Kind> = [.fours, .threats, .defence, .drill]

    /// The numbers are those of the first games with puzzles.
    @Test(
        "Equal seeds give equal puzzles, which the checker accepts",
        arguments: [(Rule.freestyle, 3), (.standard, 1), (.renju, 2), (.caro, 5)])
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
    }

    /// An incomplete line may end like a complete one, here after an alternative.
    @Test("An incomplete line loses no other game, and its game is made again") func incompleteLine() throws {
        let path = NSTemporaryDirectory() + "puzzles-\(UUID().uuidString).run"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let record = GameRecord(rule: .freestyle, moves: [Point(column: 7, row: 7)])
        let plan = PuzzlePlan(rule: .freestyle, seed: 1, kinds: Self.kinds, games: [record, record])
        let incomplete = #"{"game":1,"puzzles":[{"also":[{"after":[]}]}"#
        try Data("\(plan.header)\n\(incomplete)".utf8).write(to: URL(filePath: path))
        #expect(try PuzzleFile.games(path).isEmpty && PuzzleFile.read(path).isEmpty)
        try PuzzleRun(plan, path: path).work(0, of: 1)
        #expect(try PuzzleFile.games(path).map(\.index) == [0, 1])
        #expect(try PuzzleFile.read(path).isEmpty)
    }

    @Test("A run does not go on with other games") func otherGames() throws {
        let headers = [(7, 7), (7, 8)].map { column, row in
            let record = GameRecord(rule: .freestyle, moves: [Point(column: column, row: row)])
            return PuzzlePlan(rule: .freestyle, seed: 1, kinds: Self.kinds, games: [record]).header
        }
        #expect(headers[0] != headers[1])
    }

    @Test("A run ends when one of its processes ends early", .timeLimit(.minutes(1)))
    func endedProcess() throws {
        let path = NSTemporaryDirectory() + "puzzles-\(UUID().uuidString).run"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let plan = PuzzlePlan(rule: .freestyle, seed: 1, kinds: Self.kinds, games: [])
        // The arguments end with `--worker` and a number. The other process writes its ID, and
        // waits.
        let idFile = path + ".pid"
        defer { try? FileManager.default.removeItem(atPath: idFile) }
        let run = PuzzleRun(
            plan, path: path, program: URL(filePath: "/bin/sh"),
            arguments: [
                "-c",
                "[ $1 = 0 ] || { echo $$ > \(idFile); exec sleep 3600; }; until [ -s \(idFile) ]; do :; done; exit 3",
            ])
        #expect(throws: PuzzleFailure.process(3)) { try run.supervise(count: 1, processes: 2) }
        let id = String(decoding: try Data(contentsOf: URL(filePath: idFile)), as: UTF8.self)
        let other = try #require(Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(other, 0) == -1, "the other process has ended")
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
        #expect(PuzzleMix(drills).chosen(40).count == 40)
        let balances = try drills.map { try Puzzle(.balance(chance: 500), at: $0.position, rating: $0.rating) }
        let mix = PuzzleMix(drills + balances)
        #expect(mix.duplicates == 0)
        for (count, fewest) in [(40, 4), (60, 20)] {
            let chosen = mix.chosen(count).filter { $0.kind == .drill }
            #expect(mix.chosen(count).count == count && Set(mix.chosen(count).map(\.id)).count == count)
            #expect(chosen.count == fewest && Set(chosen.map(\.rating)) == [500, 600, 700, 800])
        }
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
