import GameState

/// A person's tries at a win or a defence. The opponent answers from the certificate, without a
/// search.
public struct PuzzlePlay: Sendable {
    public let puzzle: Puzzle
    /// The moves from the position of the puzzle, the person's and the opponent's in turn.
    public private(set) var moves: [Point] = []
    public private(set) var board: Board
    /// Whether the person has won or held.
    public private(set) var isSolved = false
    /// The certificate that the play follows, with the person to move.
    private var walk: ProofWalk?

    /// The result of a try.
    public enum Outcome: Equatable, Sendable {
        /// The move cannot be played, or the puzzle is solved.
        case illegal
        /// The move is right, and the opponent has answered. A longer win than before is
        /// `isLonger`.
        case right(reply: Point, isLonger: Bool)
        /// The move is right and solves the puzzle. For a win, the rest shows the five.
        case solved(rest: [Point], isLonger: Bool)
        /// The move does not win.
        case wrong
        /// The move may win, but the puzzle has no proof of that. It is no mistake.
        case notInBook
        /// The move loses: the line of the opponent's win.
        case refuted(line: [Point])
    }

    /// Starts at the position of a win or a defence; nil for another kind.
    public init?(_ puzzle: Puzzle) {
        switch puzzle.task {
        case .win(let win): walk = ProofWalk(win.proof)
        case .defence: walk = nil
        case .drill, .balance: return nil
        }
        self.puzzle = puzzle
        board = puzzle.position.board
    }

    /// The next move of the certificate; nil if the person can complete a five, or has to hold.
    public var hint: Point? { walk?.move }

    /// Plays the person's move.
    public mutating func play(_ point: Point) -> Outcome {
        let rule = puzzle.position.rule
        guard !isSolved, board.size.contains(point) else { return .illegal }
        let verdict = rule.verdict(on: puzzle.position.turn, at: point, of: board)
        let isFive = if case .five = verdict { true } else { false }
        guard isFive || verdict == .legal else { return .illegal }
        switch puzzle.task {
        case .win(let win): return playWin(win, point, isFive)
        case .defence: return hold(point)
        case .drill, .balance: return .illegal
        }
    }

    private mutating func playWin(_ win: Puzzle.Win, _ point: Point, _ isFive: Bool) -> Outcome {
        guard var walk else { return .illegal }
        if isFive {
            place(point, puzzle.position.turn)
            isSolved = true
            return .solved(rest: [], isLonger: false)
        }
        var isLonger = false
        if walk.move != point {
            let other = win.alternatives.first { $0.after == moves && $0.proof.firstMove == point }
            guard let other else { return win.isComplete ? .wrong : .notInBook }
            isLonger = other.proof.moves > walk.movesLeft
            walk = ProofWalk(other.proof)
        }
        let step = walk.advance()
        place(point, puzzle.position.turn)
        self.walk = walk
        switch step {
        case .reply(let reply):
            place(reply, puzzle.position.turn.opponent)
            return .right(reply: reply, isLonger: isLonger)
        case .decided(let rest):
            isSolved = true
            return .solved(rest: rest, isLonger: isLonger)
        case .five, .none:
            isSolved = true
            return .solved(rest: [], isLonger: isLonger)
        }
    }

    private mutating func hold(_ point: Point) -> Outcome {
        if puzzle.points.contains(point) {
            place(point, puzzle.position.turn)
            isSolved = true
            return .solved(rest: [], isLonger: false)
        }
        return .refuted(line: puzzle.refutation(of: point))
    }

    private mutating func place(_ point: Point, _ stone: Stone) {
        board[point] = stone
        moves.append(point)
    }
}

extension Puzzle {
    /// The winner's moves and the longest replies up to the five. Empty for other kinds than wins.
    public var solution: [Point] {
        guard case .win(let win) = task else { return [] }
        var walk = ProofWalk(win.proof)
        return walk.rest()
    }

    /// Returns the moves with which a move of a defence loses, that move first. Empty for a point
    /// that holds or that cannot be played, and for other kinds than defences.
    public func refutation(of point: Point) -> [Point] {
        guard case .defence(let proof) = task, position.board.size.contains(point), !points.contains(point),
            position.rule.verdict(on: position.turn, at: point, of: position.board) == .legal
        else { return [] }
        var walk = ProofWalk(proof, refuting: point)
        return [point] + walk.rest()
    }

    /// Whether these are all points of a drill.
    public func isAnswered(by points: Set<Point>) -> Bool {
        if case .drill(_, let answer) = task { points == answer } else { false }
    }
}
