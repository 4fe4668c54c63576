import Foundation
import GameState
import Puzzles
import Robot
import TestSupport
import Testing

@testable import gomoku_lab

@Suite struct PuzzleLevelsTests {
    @Test("The fit finds the strengths and the kinds' difficulties behind random results")
    func fit() throws {
        var random = SplitMix(seed: 1)
        let results = (0..<4_000).map { number in
            let kind = number % 2 == 0 ? Puzzle.Kind.fours : .defence
            let rating = 600 + Int.random(in: 0..<1_800, using: &random)
            let difficulty = kind == .fours ? Double(rating) : 1_300 + 0.5 * Double(rating - 1_500)
            let isSolved = Level.all.map { level in
                let strength = 1_050 + 100 * Double(level.number - 1)
                return Double.random(in: 0..<1, using: &random) < 1 / (1 + pow(10, (difficulty - strength) / 400))
            }
            return PuzzleLevels.Results(kind: kind, rating: rating, isSolved: isSolved)
        }
        let fit = PuzzleLevelFit(results)
        let (fours, defence) = (try #require(fit.lines[.fours]), try #require(fit.lines[.defence]))
        #expect(abs(fours.middle - 1_500) < 25 && abs(fours.slope - 1) < 0.06, "\(fours)")
        #expect(abs(defence.middle - 1_300) < 25 && abs(defence.slope - 0.5) < 0.06, "\(defence)")
        for level in Level.all {
            let strength = 1_050 + 100 * Double(level.number - 1)
            #expect(abs(fit.strengths[level.number - 1] - strength) < 25, "level \(level.number)")
        }
    }

    @Test("The strongest level wins by fours, and finds the only point that holds")
    func strongest() throws {
        let levels = PuzzleLevels(limits: SearchLimits(nodes: 20_000), seed: 1)
        let book = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/puzzles/freestyle.book").standardizedFileURL
        let results = try PuzzleFile.read(book.path).compactMap { levels.solve($0) }
        #expect(!results.isEmpty && results.allSatisfy { $0.isSolved[9] }, "\(results)")
    }
}
