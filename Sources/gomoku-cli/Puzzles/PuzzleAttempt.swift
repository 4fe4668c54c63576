import GameState
import Puzzles

/// One person's attempt at a puzzle. Pure. ``PuzzlePlay`` judges the moves, and the puzzle's data
/// judge drills and choices.
struct PuzzleAttempt {
    enum State { case open, solved, givenUp }

    /// The result of a try.
    enum Verdict: Equatable {
        /// The puzzle goes on.
        case right
        case solved
        case wrong
        /// The move may win, but no proof covers it. It is no mistake.
        case unknown
        /// The point cannot be chosen.
        case illegal
    }

    let puzzle: Puzzle
    /// The points of the answer, in board order.
    let answers: [Point]
    private(set) var state = State.open
    private(set) var mistakes = 0
    private(set) var isHinted = false
    /// Whether the person chose a longer win than the shortest known one.
    private(set) var isLonger = false
    /// The last wrong point, until the next right one.
    private(set) var wrong: Point?
    /// The marked points of a drill.
    private(set) var found: [Point] = []
    /// The side that the person would take.
    private(set) var choice: Stone?
    /// The judge; nil for drills and choices.
    private var play: PuzzlePlay?
    /// The moves after the decision, up to the five.
    private var rest: [Point] = []

    init(_ puzzle: Puzzle) {
        self.puzzle = puzzle
        answers = puzzle.position.board.size.points.filter(puzzle.points.contains)
        play = PuzzlePlay(puzzle)
    }

    var isDrill: Bool { puzzle.kind == .drill }

    /// The moves from the position of the puzzle.
    var moves: [Point] { (play?.moves ?? []) + rest }

    /// Whether the attempt counts as a success.
    var isClean: Bool { state == .solved && mistakes == 0 && !isHinted }

    /// Tries a point. `refutation` is the line with which it loses, in a defence.
    mutating func pick(_ point: Point) -> (verdict: Verdict, refutation: [Point]) {
        guard state == .open else { return (.illegal, []) }
        if isDrill { return (mark(point), []) }
        guard let outcome = play?.play(point) else { return (.illegal, []) }
        switch outcome {
        case .illegal: return (.illegal, [])
        case .right(_, let isLonger):
            succeed(isLonger: isLonger)
            return (.right, [])
        case .solved(let rest, let isLonger):
            succeed(isLonger: isLonger)
            (self.rest, state) = (rest, .solved)
            return (.solved, [])
        case .wrong:
            miss(point)
            return (.wrong, [])
        case .notInBook:
            wrong = nil
            return (.unknown, [])
        case .refuted(let line):
            miss(point)
            return (.wrong, line)
        }
    }

    private mutating func mark(_ point: Point) -> Verdict {
        let board = puzzle.position.board
        guard board.size.contains(point), board[point] == nil, !found.contains(point) else { return .illegal }
        guard puzzle.points.contains(point) else {
            miss(point)
            return .wrong
        }
        found.append(point)
        wrong = nil
        guard found.count == answers.count else { return .right }
        state = .solved
        return .solved
    }

    private mutating func succeed(isLonger: Bool) {
        wrong = nil
        self.isLonger = self.isLonger || isLonger
    }

    private mutating func miss(_ point: Point) {
        mistakes += 1
        wrong = point
    }

    /// Chooses a side in a puzzle that asks for the better one.
    mutating func choose(_ side: Stone) -> Verdict {
        guard state == .open, puzzle.kind == .balance else { return .illegal }
        choice = side
        if puzzle.result(ofChoosing: side) == .solved {
            state = .solved
            return .solved
        }
        mistakes += 1
        state = .givenUp
        return .wrong
    }

    /// The point that a hint shows; nil if there is none.
    var hint: Point? {
        switch puzzle.task {
        case .win: play?.hint
        case .defence: answers.first
        case .drill: answers.first { !found.contains($0) }
        case .balance: nil
        }
    }

    /// Notes that the person has seen the hint.
    mutating func takeHint() { isHinted = true }

    mutating func giveUp() { if state == .open { state = .givenUp } }

    /// The line to play through after the puzzle, from its position: the person's own solution,
    /// otherwise that of the proof.
    var explanation: [Point] {
        switch puzzle.task {
        case .win: state == .solved ? moves : puzzle.solution
        case .defence: state == .solved ? moves : Array(answers.prefix(1))
        case .drill, .balance: []
        }
    }
}
