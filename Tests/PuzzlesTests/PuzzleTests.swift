import Cryptography
import GameState
import Testing

@testable import Puzzles

@Suite struct PuzzleTests {
    @Test("Kind, points and themes follow from the task") func derivedFacts() throws {
        let win = try Sample.win()
        #expect(win.kind == .fours && win.points.isEmpty)
        #expect(win.themes == [.fourFour, .short])
        let defence = try Sample.defence()
        #expect(defence.kind == .defence && defence.themes.isEmpty)
        #expect(defence.points == [Point(column: 5, row: 7), Point(column: 9, row: 7)])
        #expect(try Sample.drill().kind == .drill)
    }

    @Test("The ID is the beginning of the name of the proof, which all its images share") func idOfProof() throws {
        let proof = try Sample.doubleFourProof()
        let name = ProofText.text(of: Array(sha256(proof.oriented.proof.bytes).prefix(16)))
        #expect(try Sample.win().id == String(name.prefix(11)))
        let image = proof.image(under: .quarterTurn)
        let turned = try Puzzle(.win(.init(image, isComplete: true)), at: image.position, rating: 1_000)
        #expect(try turned.id == Sample.win().id)
        #expect(try Sample.drill().id != Sample.balance().id)
    }

    @Test("Equal drills of two rules have different IDs") func idOfRule() throws {
        let ids = try [Rule.freestyle, .standard].map { rule in
            let position = Proof.Position(rule: rule, board: Sample.openTwo.board, turn: .x)
            return try Puzzle(.drill(.fours, answer: [Sample.point(4, 7)]), at: position, rating: 600).id
        }
        #expect(Set(ids).count == 2 && ids.allSatisfy(PuzzleID.isID))
    }

    @Test(
        "IDs have 11 characters of base64url",
        arguments: ["", "AAAAAAAAAA", "AAAAAAAAAAAA", "AAAAAAAAAA=", "../freestyl"])
    func noID(text: String) { #expect(!PuzzleID.isID(text)) }

    @Test("A last stone is one of the side that is not to move") func lastStone() throws {
        let proof = try Sample.doubleFourProof()
        for last in [Point(column: 3, row: 7), Point(column: 8, row: 8)] {
            #expect(
                Sample.fault {
                    _ = try Puzzle(
                        .win(.init(proof, isComplete: true)), at: proof.position, last: last, rating: 1_000)
                } == .last)
        }
    }

    @Test("Tasks that do not fit their position are refused") func unfit() throws {
        let proof = try Sample.doubleFourProof()
        func fault(_ task: Puzzle.Task, _ position: Proof.Position = Sample.doubleFour, rating: Int = 1_000)
            -> PuzzleFault?
        { Sample.fault { _ = try Puzzle(task, at: position, rating: rating) } }
        #expect(fault(.win(.init(proof, isComplete: true)), Sample.openTwo) == .proof)
        #expect(fault(.defence(proof)) == .proof)
        #expect(fault(.drill(.fours, answer: [])) == .points)
        #expect(fault(.drill(.fours, answer: [Point(column: 3, row: 7)])) == .points)
        #expect(fault(.drill(.forbidden, answer: [Point(column: 8, row: 8)])) == .points)
        #expect(fault(.balance(chance: 1_001)) == .chance(1_001))
        #expect(fault(.balance(chance: 500), rating: 4_001) == .rating(4_001))
        let held = try Proof(.onlyHold([]), in: Sample.openThree, nodes: [], root: .init(rest: .five))
        #expect(fault(.defence(held), Sample.openThree) == .points)
    }

    @Test("Alternatives belong to positions of the play and begin with different moves") func alternatives() throws {
        let main = try Sample.doubleFourProof()
        let longer = try Sample.longerProof(6, stop: 7)
        func fault(_ alternatives: [Puzzle.Alternative]) -> PuzzleFault? {
            Sample.fault {
                _ = try Puzzle(
                    .win(.init(main, alternatives: alternatives, isComplete: true)), at: main.position, rating: 1_000)
            }
        }
        #expect(fault([.init(after: [], proof: longer)]) == nil)
        #expect(fault([.init(after: [], proof: main)]) == .alternatives)
        #expect(fault([.init(after: [], proof: longer), .init(after: [], proof: longer)]) == .alternatives)
        let elsewhere = [Point(column: 8, row: 8), Point(column: 9, row: 9)]
        #expect(fault([.init(after: elsewhere, proof: longer)]) == .alternatives)
    }
}

@Suite struct PuzzlePlayTests {
    private func play(_ puzzle: Puzzle) throws -> PuzzlePlay { try #require(PuzzlePlay(puzzle)) }

    @Test("The move of the proof solves the puzzle, and the rest shows the five") func solved() throws {
        var play = try play(Sample.win())
        #expect(play.hint == Point(column: 6, row: 7))
        let rest = [Point(column: 7, row: 7), Point(column: 6, row: 8)]
        #expect(play.play(Point(column: 6, row: 7)) == .solved(rest: rest, isLonger: false))
        #expect(play.isSolved)
        #expect(play.play(Point(column: 8, row: 8)) == .illegal)
    }

    @Test("A longer win is right, and the defender answers from its proof") func longer() throws {
        var play = try play(Sample.win())
        let reply = Point(column: 6, row: 12)
        #expect(play.play(Point(column: 7, row: 12)) == .right(reply: reply, isLonger: true))
        #expect(play.board[reply] == .o && play.moves.count == 2)
        #expect(play.hint == Point(column: 6, row: 7))
        #expect(play.play(Point(column: 6, row: 8)) == .wrong)
        guard case .solved(_, isLonger: false) = play.play(Point(column: 6, row: 7)) else {
            Issue.record("the move of the proof did not solve the puzzle")
            return
        }
    }

    @Test("A move without a proof is wrong only if the alternatives are complete") func withoutProof() throws {
        var complete = try play(Sample.win())
        #expect(complete.play(Point(column: 7, row: 7)) == .wrong)
        var incomplete = try play(Sample.win(isComplete: false))
        #expect(incomplete.play(Point(column: 7, row: 7)) == .notInBook)
        #expect(incomplete.moves.isEmpty)
    }

    @Test("Occupied points and points off the board are illegal", arguments: [(3, 7), (15, 7), (-1, 0)])
    func illegal(column: Int, row: Int) throws {
        var play = try play(Sample.win())
        #expect(play.play(Point(column: column, row: row)) == .illegal)
    }

    @Test("A point that holds solves a defence, and any other is refuted up to the five") func defence() throws {
        var held = try play(Sample.defence())
        #expect(held.play(Point(column: 9, row: 7)) == .solved(rest: [], isLonger: false))
        var lost = try play(Sample.defence())
        let four = [(4, 7), (9, 7), (5, 7), (10, 7)].map { Point(column: $0.0, row: $0.1) }
        #expect(lost.play(four[0]) == .refuted(line: four))
        #expect(!lost.isSolved && lost.moves.isEmpty)
        let other = [(0, 0), (5, 7), (4, 7), (9, 7)].map { Point(column: $0.0, row: $0.1) }
        #expect(lost.play(other[0]) == .refuted(line: other))
    }

    @Test("A win has its solution up to the five, and only a defence has refutations") func lines() throws {
        let win = try Sample.win()
        #expect(win.solution == [(6, 7), (7, 7), (6, 8)].map { Point(column: $0.0, row: $0.1) })
        #expect(win.refutation(of: Point(column: 0, row: 1)).isEmpty)
        let defence = try Sample.defence()
        #expect(defence.solution.isEmpty && defence.refutation(of: Point(column: 9, row: 7)).isEmpty)
        #expect(defence.refutation(of: Point(column: 7, row: 7)).isEmpty, "a stone")
        #expect(defence.refutation(of: Point(column: 0, row: 0)).count == 4)
    }

    @Test("A drill is answered by all of its points") func drill() throws {
        let puzzle = try Sample.drill()
        #expect(PuzzlePlay(puzzle) == nil)
        #expect(puzzle.isAnswered(by: puzzle.points))
        #expect(!puzzle.isAnswered(by: Set(puzzle.points.dropFirst())))
    }
}

@Suite struct PuzzleAnswerTests {
    private func verdict(_ puzzle: Puzzle, _ points: [(Int, Int)]) -> PuzzleResult {
        puzzle.result(of: points.map { Sample.point($0.0, $0.1) })
    }

    @Test("A win is solved by the moves of a proof, and failed at its first wrong move") func win() throws {
        let puzzle = try Sample.win()
        #expect(verdict(puzzle, [(6, 7)]) == .solved)
        #expect(verdict(puzzle, [(6, 12), (6, 7)]) == .solved, "the longer win")
        #expect(verdict(puzzle, [(6, 12)]) == .unfinished)
        #expect(verdict(puzzle, [(10, 10)]) == .failed)
        #expect(verdict(puzzle, [(6, 12), (10, 10)]) == .failed)
        #expect(verdict(puzzle, [(6, 7), (7, 7)]) == .solved, "the puzzle was over")
        #expect(verdict(puzzle, [(10, 10), (6, 7)]) == .failed)
        #expect(verdict(puzzle, [(3, 7)]) == .unfinished, "a stone is there")
        #expect(verdict(try Sample.win(isComplete: false), [(10, 10)]) == .unfinished, "not in the book")
    }

    @Test("A defence is solved by one of its points, and a drill by all of them") func others() throws {
        let defence = try Sample.defence()
        #expect(verdict(defence, [(5, 7)]) == .solved)
        #expect(verdict(defence, [(0, 1)]) == .failed)
        let drill = try Sample.drill()
        let answer = drill.points.map { ($0.column, $0.row) }
        #expect(verdict(drill, answer) == .solved)
        #expect(verdict(drill, Array(answer.dropLast())) == .unfinished)
        #expect(verdict(drill, [(14, 14)] + answer) == .failed)
        #expect(verdict(try Sample.balance(), [(1, 1)]) == .unfinished)
    }
}
