import GameState
import Testing

@testable import Puzzles

@Suite struct PuzzleResultTests {
    private func result(_ puzzle: Puzzle, _ tries: [(Int, Int)]) -> PuzzleResult {
        puzzle.result(of: tries.map { Sample.point($0.0, $0.1) })
    }

    @Test("A win is solved by right moves alone, and the first wrong move fails it") func win() throws {
        let puzzle = try Sample.win()
        #expect(result(puzzle, []) == .unfinished)
        #expect(result(puzzle, [(6, 7)]) == .solved)
        #expect(result(puzzle, [(7, 12)]) == .unfinished)
        #expect(result(puzzle, [(7, 12), (6, 7)]) == .solved)
        #expect(result(puzzle, [(3, 7), (15, 7), (6, 7)]) == .solved, "points that cannot be played")
        #expect(result(puzzle, [(7, 7), (6, 7)]) == .failed)
        #expect(result(try Sample.win(isComplete: false), [(7, 7), (6, 7)]) == .solved, "not in the book")
    }

    @Test("A defence is solved by a point that holds, and any other point fails it") func defence() throws {
        let puzzle = try Sample.defence()
        #expect(result(puzzle, [(9, 7)]) == .solved)
        #expect(result(puzzle, [(4, 7), (9, 7)]) == .failed)
    }

    @Test("A drill is solved when all points are marked, and a wrong point fails it") func drill() throws {
        let puzzle = try Sample.drill()
        #expect(result(puzzle, [(4, 7), (4, 7), (6, 7), (5, 7), (8, 7)]) == .unfinished)
        #expect(result(puzzle, [(4, 7), (5, 7), (8, 7), (9, 7)]) == .solved)
        #expect(result(puzzle, [(4, 7), (0, 0), (5, 7), (8, 7), (9, 7)]) == .failed)
    }

    @Test("The better side solves a puzzle about balance") func balance() throws {
        let puzzle = try Sample.balance()
        #expect(puzzle.result(ofChoosing: .x) == .failed)
        #expect(puzzle.result(ofChoosing: .o) == .solved)
        #expect(result(puzzle, [(4, 7)]) == .unfinished)
        #expect(try Sample.drill().result(ofChoosing: .x) == .unfinished)
    }
}
