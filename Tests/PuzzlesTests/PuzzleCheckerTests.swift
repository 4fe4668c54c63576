import GameState
import Testing

@testable import Puzzles

@Suite struct PuzzleCheckerTests {
    @Test("The checker accepts true puzzles") func accepted() throws {
        for puzzle in try Sample.all() { #expect(Sample.fault { try PuzzleChecker.check(puzzle) } == nil) }
    }

    @Test("A false proof is refused, be it the main one or an alternative") func falseProofs() throws {
        var builder = ProofBuilder()
        let bluff = builder.play(Point(column: 8, row: 8), then: .init(rest: .five))
        let proof = try builder.proof(of: .wins, in: Sample.doubleFour, root: .init(rest: bluff))
        let main = try Puzzle(.win(.init(proof, isComplete: true)), at: proof.position, rating: 1_000)
        #expect(Sample.fault { try PuzzleChecker.check(main) }?.code == "refuted")
        let win = Puzzle.Win(
            try Sample.doubleFourProof(), alternatives: [.init(after: [], proof: proof)], isComplete: true)
        let other = try Puzzle(.win(win), at: proof.position, rating: 1_000)
        #expect(Sample.fault { try PuzzleChecker.check(other) }?.code == "refuted")
    }

    @Test("A drill needs all points of its kind, and no others") func drillAnswers() throws {
        for answer in [[(4, 7), (5, 7), (8, 7)], [(4, 7), (5, 7), (8, 7), (9, 7), (10, 7)]] {
            let drill = try Sample.drill(answer)
            #expect(Sample.fault { try PuzzleChecker.check(drill) } == .answer)
        }
    }

    @Test("A position that no game reaches is refused") func stones() throws {
        let position = Sample.position([(7, 7)], [], turn: .x)
        let puzzle = try Puzzle(.balance(chance: 500), at: position, rating: 1_000)
        #expect(Sample.fault { try PuzzleChecker.check(puzzle) } == .stones)
        let over = Sample.position(
            [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)], [(1, 2), (2, 2), (3, 2), (4, 2)], turn: .o)
        let ended = try Puzzle(.balance(chance: 500), at: over, rating: 1_000)
        #expect(Sample.fault { try PuzzleChecker.check(ended) } == .over)
    }

    @Test("A book with another ID for a puzzle is refused") func otherID() throws {
        var bytes = try PuzzleBook.bytes(of: [Sample.drill()], under: .freestyle)
        bytes[PuzzleBook.headerBytes + 4] ^= 1
        let puzzle = try PuzzleBook(bytes).puzzle(at: 0)
        #expect(Sample.fault { try PuzzleChecker.check(puzzle) } == .id(puzzle.id))
    }

    @Test("A rotated, reflected or shifted position is a duplicate", arguments: Symmetry.allCases)
    func duplicates(symmetry: Symmetry) throws {
        var set = PuzzleSet()
        try set.insert(Sample.drill())
        let id = try Sample.drill().id
        let image = Sample.openTwo.image(under: symmetry)
        let turned = try Puzzle(
            .drill(.openThrees, answer: DrillAnswer.points(.openThrees, at: image)), at: image, rating: 1_000)
        #expect(Sample.fault { try set.insert(turned) } == .duplicate(of: id))
        let shifted = Sample.position([(7, 8), (8, 8)], [(2, 2), (14, 2)]).image(under: symmetry)
        let moved = try Puzzle(
            .drill(.openThrees, answer: DrillAnswer.points(.openThrees, at: shifted)), at: shifted, rating: 1_000)
        #expect(Sample.fault { try set.insert(moved) } == .duplicate(of: id))
        let fours = try Puzzle(.drill(.fours, answer: [Point(column: 4, row: 7)]), at: Sample.openTwo, rating: 1_000)
        #expect(Sample.fault { try set.insert(fours) } == nil)
    }
}

@Suite struct DrillAnswerTests {
    private func columns(_ drill: Puzzle.Drill, _ position: Proof.Position, row: Int = 7) -> [Int] {
        DrillAnswer.points(drill, at: position).filter { $0.row == row }.map(\.column).sorted()
    }

    @Test("A four threatens a five, in a row with or without a gap") func fours() {
        let position = Sample.position([(4, 7), (5, 7), (6, 7)], [(3, 7), (1, 1), (13, 1)])
        #expect(columns(.fours, position) == [7, 8])
        #expect(DrillAnswer.points(.fours, at: position).count == 2)
    }

    @Test("A row of six is no five under the standard rule") func overlines() {
        // With 7,7 and 8,7 the row is six long.
        let stones = [(4, 7), (5, 7), (6, 7), (9, 7)]
        let closed = [(3, 7), (1, 1), (13, 1), (12, 12)]
        #expect(columns(.fours, Sample.position(stones, closed)) == [7, 8])
        #expect(columns(.fours, Sample.position(stones, closed, rule: .standard)).isEmpty)
    }

    @Test("A three that is closed on one side is not open") func closedThrees() {
        let position = Sample.position([(4, 7), (5, 7)], [(3, 7), (12, 12)])
        #expect(columns(.openThrees, position).isEmpty)
    }

    @Test("A four with a gap is no open three of the same row") func foursAreNoThrees() {
        // With a stone on 5,7, the row XXX.X has a four at 6,7. With 2,7 it would be a straight
        // four. 1,7 and 2,7 make a three on the other side.
        let position = Sample.position([(3, 7), (4, 7), (7, 7)], [(1, 1), (13, 1), (12, 12)])
        #expect(columns(.fours, position) == [5, 6])
        #expect(columns(.openThrees, position) == [1, 2])
    }

    @Test("A row between opposing stones is no open three under caro's rule") func caro() {
        // In X..XX..X the four would be closed at one end by a stone on the other.
        let stones = [(6, 7), (7, 7)]
        let closed = [(3, 7), (10, 7)]
        #expect(columns(.openThrees, Sample.position(stones, closed)) == [5, 8])
        #expect(columns(.openThrees, Sample.position(stones, closed, rule: .caro)) == [])
    }

    @Test("Renju's forbidden points are those of the rules, and no points of other drills") func renju() {
        let position = Sample.position(
            [(7, 5), (7, 6), (5, 7), (6, 7)], [(1, 1), (13, 1), (1, 13), (13, 13)], rule: .renju)
        #expect(DrillAnswer.points(.forbidden, at: position) == [Point(column: 7, row: 7)])
        #expect(!DrillAnswer.points(.openThrees, at: position).contains(Point(column: 7, row: 7)))
        #expect(DrillAnswer.points(.openThrees, at: position).contains(Point(column: 8, row: 7)))
    }
}
