import TestSupport
import Testing

@testable import GameState

@Suite("Every row of five on an empty board")
struct LinesOfFiveTests {
    /// Returns all rows of `length` points, in the four directions.
    private func lines(_ length: Int, on size: BoardSize) -> [[Point]] {
        size.points.flatMap { start in
            Direction.allCases.compactMap { direction in
                let line = (0..<length).map { start.stepping($0, toward: direction) }
                return line.allSatisfy(size.contains) ? line : nil
            }
        }
    }

    @Test(
        "The enumeration of all rows of five is complete for each board size",
        arguments: [(13, 396), (15, 572), (17, 780), (19, 1_020), (20, 1_152)])
    func count(side: Int, expected: Int) throws {
        let size = try #require(BoardSize(side))
        #expect(lines(5, on: size).count == expected)
    }

    @Test("Each row wins for both sides under every rule, whichever stone comes last", arguments: Rule.allCases)
    func five(rule: Rule) {
        for line in lines(5, on: .standard) {
            for last in line {
                for stone in Stone.allCases {
                    var board = Board()
                    for point in line where point != last { board[point] = stone }
                    guard case .five(let cells) = rule.verdict(on: stone, at: last, of: board) else {
                        Issue.record("\(rule) \(stone) \(line) last \(last)")
                        continue
                    }
                    #expect(Set(cells) == Set(line))
                }
            }
        }
    }

    @Test(
        "Six in a row win, are forbidden, or do nothing, as each rule defines for each side", arguments: Rule.allCases)
    func six(rule: Rule) {
        for line in lines(6, on: .standard) {
            for last in line {
                for stone in Stone.allCases {
                    var board = Board()
                    for point in line where point != last { board[point] = stone }
                    let verdict = rule.verdict(on: stone, at: last, of: board)
                    switch rule.expectedSix(of: stone) {
                    case .wins:
                        guard case .five(let cells) = verdict, cells.count >= 5 else {
                            Issue.record("\(rule) \(stone) \(line) last \(last): \(verdict)")
                            continue
                        }
                    case .forbidden: #expect(verdict == .forbidden(.overline))
                    case .nothing: #expect(verdict == .legal)
                    }
                }
            }
        }
    }
}
