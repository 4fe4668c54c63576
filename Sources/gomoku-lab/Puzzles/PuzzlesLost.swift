import ArgumentParser
import Foundation
import GameState
import PuzzleMaking
import Puzzles
import Robot

/// `gomoku-lab puzzles lost`: makes the puzzles that the server makes for the losers of games.
struct PuzzlesLost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lost", abstract: "Make one puzzle from each lost game, as the server does.",
        usage: "gomoku-lab puzzles lost [<options>] [GAME …]",
        discussion: """
            Prints for each game the processor time in milliseconds, the puzzle's kind and ID, and the moves. The last \
            line has the number of puzzles and the longest times.
            """)

    @Argument(help: "Games as SGF or psq files, instead of self-play.") var games: [String] = []
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "Seed for the games.") var seed: UInt64 = 1
    @Option(help: "Level of both players in self-play.") var level = 3
    @Option(help: "Games of self-play.") var count = 20

    func validate() throws {
        if Level(level) == nil { throw ValidationError("--level takes 1 to \(Level.strongest.number).") }
    }

    func run() throws {
        var times: [Int] = []
        var made = 0
        for (game, loser) in try lost() {
            let start = Self.milliseconds
            let puzzle = LostGamePuzzle(game, for: loser) { Self.milliseconds - start }.make()
            times.append(Self.milliseconds - start)
            made += puzzle == nil ? 0 : 1
            let task = puzzle.map {
                "\($0.kind.rawValue) after \($0.position.board.count)\($0.isIncomplete ? " (several)" : "") \($0.id)"
            }
            let moves = game.moves.map { game.size.name(of: $0) }.joined(separator: " ")
            print("\(times[times.count - 1]) ms: \(task ?? "none") in \(game.moves.count) moves: \(moves)")
        }
        times.sort()
        print("\(made) of \(times.count) games, the longest times \(times.suffix(3).map { $0 }) ms")
    }

    private func lost() throws -> [(PuzzleGame, Stone)] {
        if games.isEmpty {
            return (0..<count).compactMap { index in
                let game = PuzzleGame.play(index, at: Level(level) ?? .strongest, seed: seed, rule: rule)
                return game.winner.map { (game, $0.opponent) }
            }
        }
        return try games.map(PuzzlePlan.record).compactMap { record in
            PuzzleGame(record, rule: rule).flatMap { game in record.loser.map { (game, $0) } }
        }
    }

    private static var milliseconds: Int { Int(clock() / (CLOCKS_PER_SEC / 1_000)) }
}

extension Puzzle {
    /// Whether there may be other winning moves.
    fileprivate var isIncomplete: Bool { if case .win(let win) = task { !win.isComplete } else { false } }
}
