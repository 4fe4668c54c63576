import GameState
import Puzzles
import Testing

@testable import gomoku_cli

@Suite("An attempt at a puzzle") struct PuzzleAttemptTests {
    private func point(_ name: String) -> Point { PuzzleSamples.point(name) }

    @Test("The winning move solves the puzzle, and the line shows the five")
    func win() {
        var attempt = PuzzleAttempt(PuzzleSamples.win())
        #expect(attempt.pick(point("h9")).verdict == .illegal)
        #expect(attempt.pick(point("a1")).verdict == .wrong && attempt.wrong == point("a1"))
        #expect(attempt.pick(point("h8")).verdict == .solved)
        #expect(!attempt.isClean && attempt.wrong == nil)
        #expect(attempt.moves.first == point("h8") && attempt.moves.count == 3)
        let (_, five) = attempt.puzzle.position.board(after: attempt.explanation)
        #expect(five.count == 5)
    }

    @Test("In an incomplete book, a move without a proof is no mistake")
    func unknown() {
        var attempt = PuzzleAttempt(PuzzleSamples.win(isComplete: false))
        #expect(attempt.pick(point("a1")).verdict == .unknown && attempt.mistakes == 0)
        #expect(attempt.wrong == nil, "the proofs leave it open")
        #expect(attempt.pick(point("h8")).verdict == .solved && attempt.isClean)
    }

    @Test("The defender answers at once, and the given-up win has the proof's line")
    func longWin() {
        var attempt = PuzzleAttempt(PuzzleSamples.longWin())
        #expect(attempt.hint == point("h4"))
        #expect(attempt.pick(point("h4")).verdict == .right)
        #expect(attempt.moves == PuzzleSamples.points("h4 i4") && attempt.hint == point("h8"))
        attempt.giveUp()
        #expect(attempt.explanation.prefix(3) == PuzzleSamples.points("h4 i4 h8")[...])
        #expect(attempt.puzzle.position.board(after: attempt.explanation).five.count == 5)
    }

    @Test("In a defence, a point that holds solves, and any other is answered by its refutation")
    func defence() {
        var attempt = PuzzleAttempt(PuzzleSamples.defence())
        let (verdict, line) = attempt.pick(point("a1"))
        #expect(verdict == .wrong && line.first == point("a1") && attempt.state == .open)
        #expect(attempt.puzzle.position.board(after: line).five.count >= 5)
        #expect(attempt.explanation == [point("e8")] && attempt.hint == point("e8"), "the point that holds")
        #expect(attempt.pick(point("i8")).verdict == .solved && attempt.explanation == [point("i8")])
    }

    @Test("A drill is solved when all points are marked; others are mistakes, and stones are no points")
    func drill() {
        var attempt = PuzzleAttempt(PuzzleSamples.drill())
        #expect(attempt.pick(point("g8")).verdict == .illegal && attempt.mistakes == 0)
        #expect(attempt.pick(point("e8")).verdict == .right)
        #expect(attempt.pick(point("e8")).verdict == .illegal)
        #expect(attempt.hint == point("f8"))
        #expect(attempt.pick(point("a1")).verdict == .wrong)
        #expect(attempt.pick(point("f8")).verdict == .right && attempt.pick(point("i8")).verdict == .right)
        #expect(attempt.pick(point("j8")).verdict == .solved && attempt.mistakes == 1)
    }

    @Test("The better side is the one with the greater chance")
    func balance() {
        var attempt = PuzzleAttempt(PuzzleSamples.balance())
        #expect(attempt.pick(point("e8")).verdict == .illegal)
        var other = attempt
        #expect(attempt.choose(.x) == .solved && attempt.isClean)
        #expect(other.choose(.o) == .wrong && other.state == .givenUp)
    }

    @Test("A point that renju forbids cannot be chosen")
    func forbidden() {
        var attempt = PuzzleAttempt(PuzzleSamples.renju())
        #expect(attempt.pick(point("h8")).verdict == .illegal && attempt.mistakes == 0)
    }

    @Test("A streak ends with a mistake; a sprint lasts three minutes, and a mistake costs ten seconds")
    func runs() {
        var streak = PuzzleRun.streak
        #expect(streak.rating == 1_000 && streak.nextChange(now: 0) == nil)
        streak.note(isSuccess: true, now: 0)
        #expect(streak.rating == 1_040 && !streak.isOver)
        streak.note(isSuccess: false, now: 0)
        streak.note(isSuccess: true, now: 0)
        #expect(streak.isOver && streak.solved == 1)
        var sprint = PuzzleRun.sprint(now: 1_000)
        #expect(sprint.rating == 900 && sprint.secondsLeft(now: 1_000) == 180)
        #expect(sprint.secondsLeft(now: 1_001) == 180 && sprint.nextChange(now: 1_001) == 999)
        sprint.note(isSuccess: false, now: 2_000)
        #expect(sprint.secondsLeft(now: 2_000) == 169 && !sprint.isOver)
        sprint.note(isSuccess: true, now: 170_999)
        sprint.note(isSuccess: true, now: 171_000)
        #expect(sprint.isOver && sprint.solved == 1)
    }

    @Test("The analysis link has the stones in an order in which they can be played, the last stone last")
    func order() throws {
        let address = try Address(url: "http://club.example/games/", room: nil)
        let puzzle = PuzzleSamples.longWin()
        let order = try #require(PuzzleLinks.order(puzzle))
        var board = Board()
        for (number, point) in order.enumerated() {
            #expect(Rule.freestyle.verdict(on: .ofMove(number + 1), at: point, of: board) == .legal)
            board[point] = .ofMove(number + 1)
        }
        #expect(board == puzzle.position.board && order.last == puzzle.last)
        let link = PuzzleLinks.analysis(puzzle, after: [point("h4")], title: "Win by fours", at: address)
        #expect(
            link?.hasPrefix("http://club.example/games/?analysis=&rule=freestyle&size=15&title=Win%20by%20fours#")
                == true)
        #expect(link?.hasSuffix("h12h4") == true)
        #expect(PuzzleLinks.puzzle(puzzle, at: address) == "http://club.example/games/?puzzle=\(puzzle.id)")
        let odd = try Puzzle(.balance(chance: 1), at: PuzzleSamples.position("a1 b2 c3", ""), rating: 1)
        #expect(PuzzleLinks.analysis(odd, after: [], title: "", at: address) == nil)
    }
}
