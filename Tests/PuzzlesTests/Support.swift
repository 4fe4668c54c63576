import GameState

@testable import Puzzles

/// Positions and puzzles of the tests.
enum Sample {
    static func point(_ column: Int, _ row: Int) -> Point { Point(column: column, row: row) }

    /// Creates a position from the columns and rows of the stones.
    static func position(
        _ x: [(Int, Int)], _ o: [(Int, Int)], turn: Stone = .x, rule: Rule = .freestyle, size: BoardSize = .standard
    ) -> Proof.Position {
        var board = Board(size: size)
        for (column, row) in x { board[point(column, row)] = .x }
        for (column, row) in o { board[point(column, row)] = .o }
        return Proof.Position(rule: rule, board: board, turn: turn)
    }

    /// X wins with the double four at 6,7. Before that, it can play fours at 6,12 and 7,12, which
    /// do no harm.
    static let doubleFour = position(
        [(3, 7), (4, 7), (5, 7), (6, 4), (6, 5), (6, 6), (3, 12), (4, 12), (5, 12)],
        [(2, 7), (6, 3), (2, 12), (0, 0), (14, 0), (0, 14), (14, 14), (9, 2), (11, 5)])

    static func doubleFourProof() throws -> Proof {
        var builder = ProofBuilder()
        let answer = builder.play(point(6, 7), then: .init(rest: .five))
        return try builder.proof(of: .wins, in: doubleFour, root: .init(rest: answer))
    }

    /// The win that begins with one of the fours in the twelfth row.
    static func longerProof(_ four: Int, stop: Int) throws -> Proof {
        var builder = ProofBuilder()
        let answer = builder.play(point(6, 7), then: .init(rest: .five))
        let first = builder.play(
            point(four, 12), then: .init(named: [.init(point(stop, 12), answer)], rest: .five))
        return try builder.proof(of: .wins, in: doubleFour, root: .init(rest: first))
    }

    /// A well-formed proof of more than 20 kB, which the checker would refuse.
    static func largeProof(_ first: Point) throws -> Proof {
        var builder = ProofBuilder()
        var answer = Proof.Answer.five
        for row in 2..<52 {
            let move = row == 51 ? first : point(row % 15, row / 15 + 8)
            let named = answer == .five ? [] : BoardSize.standard.points.map { Proof.Reply($0, answer) }
            answer = builder.play(move, then: .init(named: named, rest: .five))
        }
        return try builder.proof(of: .wins, in: doubleFour, root: .init(rest: answer))
    }

    /// A win in two moves with two longer wins.
    static func win(isComplete: Bool = true) throws -> Puzzle {
        let alternatives = [
            Puzzle.Alternative(after: [], proof: try longerProof(6, stop: 7)),
            Puzzle.Alternative(after: [], proof: try longerProof(7, stop: 6)),
        ]
        let win = Puzzle.Win(
            try doubleFourProof(), isShortest: true, alternatives: alternatives, isComplete: isComplete)
        return try Puzzle(
            .win(win), at: doubleFour, last: point(11, 5), themes: [.fourFour, .long], rating: 900)
    }

    /// O must stop an open three at 5,7 or 9,7.
    static let openThree = position([(6, 7), (7, 7), (8, 7)], [(1, 1), (13, 1)], turn: .o)

    static func defence() throws -> Puzzle {
        var builder = ProofBuilder()
        let left = builder.play(point(5, 7), then: .init(rest: .five))
        let right = builder.play(point(9, 7), then: .init(rest: .five))
        let proof = try builder.proof(
            of: .onlyHold([point(5, 7), point(9, 7)]), in: openThree,
            root: .init(named: [.init(point(4, 7), right)], rest: left))
        return try Puzzle(.defence(proof), at: openThree, last: point(7, 7), rating: 700)
    }

    /// X can make four open threes in the row.
    static let openTwo = position([(6, 7), (7, 7)], [(1, 1), (13, 1)])

    static func drill(_ answer: [(Int, Int)] = [(4, 7), (5, 7), (8, 7), (9, 7)]) throws -> Puzzle {
        try Puzzle(
            .drill(.openThrees, answer: Set(answer.map { point($0.0, $0.1) })), at: openTwo, rating: 600)
    }

    static func balance() throws -> Puzzle { try Puzzle(.balance(chance: 455), at: openTwo, rating: 1_500) }

    static func all() throws -> [Puzzle] { [try win(), try defence(), try drill(), try balance()] }

    /// Returns the fault of the body, or nil.
    static func fault(_ body: () throws -> Void) -> PuzzleFault? {
        do {
            try body()
            return nil
        } catch { return error as? PuzzleFault }
    }
}
