import Foundation
import GameState
import Puzzles
import Testing

/// The books in `web-static/puzzles`. `gomoku-lab puzzles verify` checks all of their puzzles, and
/// that there are no duplicates.
@Suite struct ShippedBooksTests {
    /// The number of puzzles checked per book.
    private static let sample = 8
    /// The greatest size of all books, in bytes.
    private static let mostBytes = 8_000_000

    private func book(_ rule: Rule) throws -> PuzzleBook {
        try PuzzleBook([UInt8](try Data(contentsOf: file(rule))))
    }

    private func file(_ rule: Rule) -> URL {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appending(path: "web-static/puzzles/\(rule.rawValue).book")
    }

    @Test("The checker accepts a sample of every book", arguments: Rule.allCases) func sample(rule: Rule) throws {
        let book = try book(rule)
        #expect(book.rule == rule && book.count > 0)
        let step = max(1, book.count / Self.sample)
        for index in stride(from: 0, to: book.count, by: step) {
            let puzzle = try book.puzzle(at: index)
            #expect(throws: Never.self, "\(puzzle.id)") { try PuzzleChecker.check(puzzle) }
        }
    }

    @Test(
        "Every book has the promised number of puzzles, more than a tenth of them defences",
        arguments: [(Rule.freestyle, 10_000), (.standard, 3_000), (.renju, 3_000), (.caro, 1_000)])
    func counts(rule: Rule, least: Int) throws {
        let book = try book(rule)
        #expect(book.count >= least)
        let defences = (0..<book.count).count { book[$0].kind == .defence }
        #expect(defences * 10 > book.count, "\(defences) of \(book.count)")
    }

    @Test("Together, the books take less than 8 MB") func size() throws {
        let sizes = try Rule.allCases.map { try Data(contentsOf: file($0)).count }
        #expect(sizes.reduce(0, +) < Self.mostBytes)
    }

    @Test("Every win of a sample can be played to its end along its hints", arguments: Rule.allCases)
    func hints(rule: Rule) throws {
        let book = try book(rule)
        for index in stride(from: 0, to: book.count, by: max(1, book.count / Self.sample)) {
            let puzzle = try book.puzzle(at: index)
            guard case .win(let win) = puzzle.task else { continue }
            var play = try #require(PuzzlePlay(puzzle))
            #expect(play.hint != nil, "\(puzzle.id)")
            for _ in 0..<win.proof.moves {
                guard let hint = play.hint else { break }
                let outcome = play.play(hint)
                if case .solved = outcome { break }
                guard case .right(reply: _, isLonger: false) = outcome else {
                    Issue.record("\(play.puzzle.id): the hint \(hint.cell) is \(outcome)")
                    break
                }
            }
            // A certificate may also end with a five that the person has to see.
            #expect(play.isSolved || play.hint == nil, "\(play.puzzle.id)")
        }
    }
}
