import TestSupport
import Testing

@testable import GameState

extension BoardSize {
    func randomPoint(using generator: inout SeededRandom) -> Point {
        Point(column: .random(in: 0..<side, using: &generator), row: .random(in: 0..<side, using: &generator))
    }
}

extension Board {
    /// Returns a board on which each point is X, O or empty with these probabilities.
    static func random(_ size: BoardSize, x: Double, o: Double, using generator: inout SeededRandom) -> Board {
        var board = Board(size: size)
        for point in size.points {
            let lot = Double.random(in: 0..<1, using: &generator)
            if lot < x { board[point] = .x } else if lot < x + o { board[point] = .o }
        }
        return board
    }
}

@Suite struct RuleTests {
    /// Returns every row of `length` points on a board.
    private func rows(_ length: Int, on size: BoardSize) -> [(Direction, [Point])] {
        Direction.allCases.flatMap { direction in
            size.points.map { start in (0..<length).map { start.stepping($0, toward: direction) } }
                .filter { $0.allSatisfy(size.contains) }.map { (direction, $0) }
        }
    }

    @Test("Every row of five wins for both sides, whichever stone comes last", arguments: Rule.allCases)
    func everyRowOfFiveWins(rule: Rule) {
        let rows = rows(5, on: .standard)
        #expect(rows.count == 2 * 15 * 11 + 2 * 11 * 11)
        for (_, row) in rows {
            for stone in Stone.allCases {
                for last in row {
                    var board = Board()
                    for point in row where point != last { board[point] = stone }
                    #expect(rule.verdict(on: stone, at: last, of: board) == .five(row))
                }
            }
        }
    }

    @Test("Six in a row win, do nothing or are forbidden, as the rule defines", arguments: Rule.allCases)
    func sixInARow(rule: Rule) {
        for (_, row) in rows(6, on: .standard) {
            for stone in Stone.allCases {
                var board = Board()
                for point in row where point != row[2] { board[point] = stone }
                let expected: Verdict =
                    switch rule.expectedSix(of: stone) {
                    case .wins: .five(row)
                    case .nothing: .legal
                    case .forbidden: .forbidden(.overline)
                    }
                #expect(rule.verdict(on: stone, at: row[2], of: board) == expected)
            }
        }
    }

    @Test("A five with both ends closed wins unless the rule requires an open end", arguments: Rule.allCases)
    func closedEnds(rule: Rule) {
        for size in BoardSize.all {
            for (direction, row) in rows(5, on: size) {
                let ends = [row[0].stepping(-1, toward: direction), row[4].stepping(toward: direction)]
                for closed in [[], [ends[0]], [ends[1]], ends] {
                    var board = Board(size: size)
                    for point in row.dropLast() { board[point] = .x }
                    let stones = closed.filter(size.contains)
                    for point in stones { board[point] = .o }
                    let expected: Verdict = stones.count == 2 && rule.expectsOpenEnd ? .legal : .five(row)
                    #expect(rule.verdict(on: .x, at: row[4], of: board) == expected)
                }
            }
        }
    }

    @Test("A point with a stone is occupied under every rule") func aPointWithAStoneIsOccupied() {
        var board = Board()
        board[Point(column: 7, row: 7)] = .o
        for rule in Rule.allCases {
            #expect(rule.verdict(on: .x, at: Point(column: 7, row: 7), of: board) == .occupied)
        }
    }

    @Test("Verdicts do not depend on the board's orientation") func verdictsDoNotDependOnOrientation() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("orientation seed \(seed)")
        var generator = SeededRandom(seed: seed)
        for size in BoardSize.all {
            for _ in 0..<12 {
                let board = Board.random(size, x: 0.2, o: 0.12, using: &generator)
                for turn in 0..<8 {
                    func turned(_ point: Point) -> Point { point.turned(turn, on: size) }
                    var other = Board(size: size)
                    for point in size.points { other[turned(point)] = board[point] }
                    for rule in Rule.allCases {
                        for _ in 0..<6 {
                            let point = size.randomPoint(using: &generator)
                            #expect(
                                rule.verdict(on: .x, at: point, of: board).word
                                    == rule.verdict(on: .x, at: turned(point), of: other).word, "seed \(seed)")
                        }
                    }
                    let forbidden = Rule.renju.forbiddenPoints(of: board).map { turned($0.0) }
                    #expect(Set(forbidden) == Set(Rule.renju.forbiddenPoints(of: other).map(\.0)), "seed \(seed)")
                }
            }
        }
    }

    @Test("Renju verdicts agree with the definition on every board size")
    func renjuAgreesWithItsDefinitionOnEverySize() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("renju seed \(seed)")
        var generator = SeededRandom(seed: seed)
        for number in 0..<100 {
            let size = BoardSize.all[number % BoardSize.all.count]
            let board = Board.random(
                size, x: .random(in: 0.05...0.35, using: &generator), o: .random(in: 0...0.2, using: &generator),
                using: &generator)
            let forbidden = Rule.renju.forbiddenPoints(of: board)
            for _ in 0..<10 {
                let point = size.randomPoint(using: &generator)
                let word = RenjuByDefinition().word(at: point, of: board)
                #expect(Rule.renju.verdict(on: .x, at: point, of: board).word == word, "seed \(seed)")
                #expect(forbidden.first { $0.0 == point }?.1 == Prohibition(rawValue: word), "seed \(seed)")
            }
        }
    }

    @Test("Nothing is forbidden to O, nor to X under rules other than renju")
    func nothingIsForbiddenToONorUnderOtherRules() {
        var generator = SeededRandom(seed: 4)
        for _ in 0..<20 {
            let board = Board.random(.standard, x: 0.25, o: 0.25, using: &generator)
            for rule in Rule.allCases {
                for point in board.size.points {
                    if case .forbidden = rule.verdict(on: .o, at: point, of: board) {
                        Issue.record("O forbidden at \(point)")
                    }
                }
                if rule != .renju { #expect(rule.forbiddenPoints(of: board).isEmpty) }
            }
        }
    }
}

extension Point {
    /// Applies one of the eight rotations and reflections of the board.
    fileprivate func turned(_ turn: Int, on size: BoardSize) -> Point {
        let far = size.side - 1
        let mirrored = turn >= 4 ? Point(column: far - column, row: row) : self
        return switch turn % 4 {
        case 1: Point(column: far - mirrored.row, row: mirrored.column)
        case 2: Point(column: far - mirrored.column, row: far - mirrored.row)
        case 3: Point(column: mirrored.row, row: far - mirrored.column)
        default: mirrored
        }
    }
}
