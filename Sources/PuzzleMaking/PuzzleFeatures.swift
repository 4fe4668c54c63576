import Foundation
import GameState
import Puzzles
import Robot

/// The themes of a puzzle, and its first rating (docs/PUZZLES.md has the formula).
package struct PuzzleFeatures {
    package private(set) var themes: Set<Puzzle.Theme> = []
    package let rating: Int
    /// Whether two fours hold in a defence besides another point. Each end of a row of three then
    /// solves the puzzle, although it only delays the answer.
    package private(set) var isGivenAway = false

    private static let ratings = 400...2_600
    /// The numbers of plausible wrong moves and of other winning moves beyond which more do not
    /// change the rating.
    private static let mostWrong = 8
    private static let mostOthers = 3

    /// Describes a win. Nil if the win has no first move.
    init?(_ win: Puzzle.Win, attackingPoints: [Point]) {
        let proof = win.proof
        guard let first = proof.firstMove else { return nil }
        var line = WinningLine(proof)
        line.follow()
        themes = line.themes
        let firstMoves = win.alternatives.filter { $0.after.isEmpty }.compactMap(\.proof.firstMove) + [first]
        let wrong = attackingPoints.filter { !firstMoves.contains($0) }.count
        var rating = (proof.means == .fours ? 400 : 650) + 430 * log2(Double(proof.moves))
        rating += 25 * Double(min(wrong, Self.mostWrong))
        rating += themes.contains(.quietFirst) ? 200 : 0
        rating += themes.contains(.counterFour) ? 75 : 0
        rating -= 75 * Double(min(firstMoves.count - 1, Self.mostOthers))
        self.rating = Self.clamped(rating)
    }

    /// The least number of moves of a refutation that a person does not see at once.
    private static let tempting = 3

    /// Describes a defence.
    package init(defence proof: Proof) {
        let points: Set<Point> = if case .onlyHold(let points) = proof.claim { points } else { [] }
        let fours = points.filter { point in
            var board = proof.position.board
            board[point] = proof.position.turn
            return Self.hasFive(proof.position.turn, on: board, proof.position.rule)
        }
        if !fours.isEmpty { themes.insert(.counterFour) }
        isGivenAway = fours.count > 1 && fours.count < points.count
        // The first answer of the proof is the win after a pass.
        var threat = WinningLine(proof)
        threat.follow()
        if threat.themes.contains(.forbiddenCatch) { themes.insert(.forbiddenEscape) }
        let tempting = proof.root.named.map { PuzzlePaths.moves(refuting: $0.point, by: proof) }.filter {
            $0 >= Self.tempting
        }
        var rating = 170 + 330 * log2(Double(tempting.max() ?? 1))
        rating += 40 * Double(min(tempting.count, Self.mostWrong))
        rating -= 100 * Double(points.count - 1)
        rating -= points.map { Self.plainness(of: $0, in: proof.position) }.max() ?? 0
        self.rating = Self.clamped(rating)
    }

    /// Returns the deduction for a point that a person plays without thinking: one in a gap or at
    /// an end of a row of the opponent, which would become four stones or more.
    package static func plainness(of point: Point, in position: Proof.Position) -> Double {
        let opponent = position.turn.opponent
        var board = position.board
        board[point] = opponent
        let rows = Direction.allCases.map { board.run(of: opponent, through: point, along: $0) }
            .filter { $0.count >= 4 }
        if rows.isEmpty { return 0 }
        return rows.contains { $0.first != point && $0.last != point } ? 450 : 150
    }

    init(_ drill: Puzzle.Drill, answers: Int) {
        let base =
            switch drill {
            case .fours: 400
            case .openThrees: 600
            case .forbidden: 900
            }
        rating = Self.clamped(Double(base + 60 * answers))
    }

    /// Returns a defence with its present themes and rating, which follow from the proof, and a
    /// drill with its present answer and rating. Nil if ``PuzzleMaker`` would not make the puzzle.
    /// Wins stay as they are, because describing them takes a search.
    ///
    /// If a four holds in a defence, the proof is made again, because earlier versions also claimed
    /// this of fours that only delay the loss.
    package static func renewed(_ puzzle: Puzzle) throws(PuzzleFault) -> Puzzle? {
        var task = puzzle.task
        var features: PuzzleFeatures
        switch task {
        case .defence(let proof):
            features = PuzzleFeatures(defence: proof)
            if features.themes.contains(.counterFour) {
                let searcher = Searcher(size: proof.position.board.size, rule: proof.position.rule, tableMegabytes: 1)
                searcher.setPosition(board: proof.position.board, turn: proof.position.turn)
                guard let again = PuzzleSearch.defence(searcher) else { return nil }
                (task, features) = (.defence(again.proof), again.features)
            }
        case .drill(let drill, _):
            let answer = DrillAnswer.points(drill, at: puzzle.position)
            guard PuzzleMaker.drillAnswers.contains(answer.count) else { return nil }
            (task, features) = (.drill(drill, answer: answer), PuzzleFeatures(drill, answers: answer.count))
        case .win, .balance: return puzzle
        }
        return try Puzzle(
            task, at: puzzle.position, last: puzzle.last, themes: features.themes, rating: features.rating)
    }

    /// Describes a question for the better side. `chance` is in thousandths.
    package init(balance chance: Int) {
        rating = Self.clamped(700 + 1_400 * (1 - abs(Double(chance) / 500 - 1)))
    }

    private static func clamped(_ rating: Double) -> Int {
        min(max(Int(rating.rounded()), ratings.lowerBound), ratings.upperBound)
    }

    static func hasFive(_ stone: Stone, on board: Board, _ rule: Rule) -> Bool {
        board.size.points.contains { point in
            if case .five = rule.verdict(on: stone, at: point, of: board) { true } else { false }
        }
    }
}
