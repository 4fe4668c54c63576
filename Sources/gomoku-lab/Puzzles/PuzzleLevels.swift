import Foundation
import GameState
import Puzzles
import Robot

/// The levels of the robot as people who solve puzzles.
struct PuzzleLevels {
    /// The results of one puzzle, by level. A move outside an incomplete book solves nothing.
    struct Results {
        let kind: Puzzle.Kind
        let rating: Int
        let isSolved: [Bool]
    }

    private let limits: SearchLimits
    private let seed: UInt64

    init(limits: SearchLimits, seed: UInt64) {
        self.limits = limits
        self.seed = seed
    }

    /// Returns the results of all levels; nil for a kind in which the person plays no moves.
    func solve(_ puzzle: Puzzle) -> Results? {
        guard PuzzlePlay(puzzle) != nil else { return nil }
        return Results(
            kind: puzzle.kind, rating: puzzle.rating, isSolved: Level.all.map { solves(puzzle, $0) })
    }

    private func solves(_ puzzle: Puzzle, _ level: Level) -> Bool {
        guard var play = PuzzlePlay(puzzle) else { return false }
        let position = puzzle.position
        let searcher = Searcher(
            size: position.board.size, rule: position.rule, tableMegabytes: 1, seed: seed &+ UInt64(level.number))
        while true {
            searcher.setPosition(board: play.board, turn: position.turn)
            guard let point = searcher.bestMove(level: level, limits: limits)?.move else { return false }
            switch play.play(point) {
            case .right: continue
            case .solved: return true
            case .wrong, .refuted, .illegal, .notInBook: return false
            }
        }
    }
}

/// A logistic fit to the levels' results. The chance of a solution falls with the puzzle's
/// difficulty, which is a linear function of its rating for each kind, on the scale of Elo's
/// formula.
struct PuzzleLevelFit {
    /// The difficulty of a kind, in points.
    struct Line {
        /// The difficulty at rating 1500.
        var middle: Double
        /// The difference in difficulty per point of rating.
        var slope: Double
    }

    /// The difficulty of puzzles of which a level solves half, by level. Their mean is 1500.
    private(set) var strengths = Array(repeating: 1_500.0, count: Level.all.count)
    private(set) var lines: [Puzzle.Kind: Line] = [:]

    /// The maximum number of steps.
    private static let steps = 4_000
    /// The fit ends when a step changes no value by more. In the natural logarithm of odds.
    private static let precision = 1e-5
    /// Elo's points per unit of the natural logarithm of odds.
    private static let points = 400 / 2.302_585_092_994

    init(_ results: [PuzzleLevels.Results]) {
        guard !results.isEmpty else { return }
        var levels = Array(repeating: 0.0, count: strengths.count)
        var fitted = Dictionary(
            uniqueKeysWithValues: Set(results.map(\.kind)).map { ($0, (middle: 0.0, slope: 0.5)) })
        // Gradient ascent on the likelihood. The weak prior keeps a level finite that solves
        // everything or nothing.
        let rate = 4 / Double(results.count)
        for _ in 0..<Self.steps {
            var change = levels.map { -0.2 * $0 }
            var changes = fitted.mapValues { _ in (middle: 0.0, slope: 0.0) }
            for result in results {
                guard let line = fitted[result.kind] else { continue }
                let rating = (Double(result.rating) - 1_500) / Self.points
                let difficulty = line.middle + line.slope * rating
                var errors = 0.0
                for (level, isSolved) in result.isSolved.enumerated() {
                    let error = (isSolved ? 1 : 0) - 1 / (1 + exp(difficulty - levels[level]))
                    change[level] += error
                    errors += error
                }
                changes[result.kind]?.middle -= errors
                changes[result.kind]?.slope -= errors * rating
            }
            var largest = 0.0
            func move(_ value: inout Double, by change: Double) {
                value += change
                largest = max(largest, abs(change))
            }
            for level in levels.indices { move(&levels[level], by: rate * change[level] / 4) }
            for (kind, change) in changes {
                move(&fitted[kind, default: (0, 0)].middle, by: rate * change.middle / 10)
                move(&fitted[kind, default: (0, 0)].slope, by: rate * change.slope / 40)
            }
            // Only differences count. The prior alone would move the sum to 0 in many small steps.
            let mean = levels.reduce(0, +) / Double(levels.count)
            levels = levels.map { $0 - mean }
            if largest < Self.precision { break }
        }
        strengths = levels.map { 1_500 + $0 * Self.points }
        lines = fitted.mapValues { Line(middle: 1_500 + $0.middle * Self.points, slope: $0.slope) }
    }
}
