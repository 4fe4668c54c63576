import GameState

/// A position with a task for one person, and the data to judge every answer.
///
/// A value is always well-formed: its stones lie on the board, its kind is that of its proof, and
/// each alternative belongs to a position that the play can reach. Only ``PuzzleChecker`` knows
/// whether the proofs and answers are true.
public struct Puzzle: Hashable, Sendable {
    public let id: String
    public let position: Proof.Position
    /// The last stone of the side that is not to move, if known.
    public let last: Point?
    public let task: Task
    public let themes: Set<Theme>
    /// The difficulty on the scale of players' ratings.
    public let rating: Int

    /// The task, with the data to judge answers.
    public enum Task: Hashable, Sendable {
        /// Find a win against every defence.
        case win(Win)
        /// Find a point that holds. The claim of the proof names all of them.
        case defence(Proof)
        /// Mark all points of a kind.
        case drill(Drill, answer: Set<Point>)
        /// Say which side you would take. The chance of the side to move to win, in thousandths.
        case balance(chance: Int)
    }

    /// A win, and the other ways to win.
    public struct Win: Hashable, Sendable {
        public let proof: Proof
        /// Whether every shorter win by fours was excluded.
        public let isShortest: Bool
        /// Other winning moves at the positions that the play reaches.
        public let alternatives: [Alternative]
        /// Whether the alternatives are all winning moves that a search with twice the work of the
        /// main proof could find.
        public let isComplete: Bool

        public init(_ proof: Proof, isShortest: Bool = false, alternatives: [Alternative] = [], isComplete: Bool) {
            self.proof = proof
            self.isShortest = isShortest
            self.alternatives = alternatives
            self.isComplete = isComplete
        }
    }

    /// Another winning move at a position that the play reaches.
    public struct Alternative: Hashable, Sendable {
        /// The moves from the position of the puzzle: the solver's and the defender's in turn.
        public let after: [Point]
        /// The proof that the solver wins then. It begins with the alternative.
        public let proof: Proof

        public init(after: [Point], proof: Proof) {
            self.after = after
            self.proof = proof
        }
    }

    public static let ratings = 0...4_000
    /// The greatest number of points that a defence may accept.
    public static let mostHolds = 3
    public static let mostAlternatives = 64
    /// The number of the winner's moves up to which a win is ``Theme/short``.
    public static let shortMoves = 3
    /// The number of the winner's moves from which a win is ``Theme/long``.
    public static let longMoves = 8

    /// Creates a puzzle. Themes that follow from the task are added or removed.
    public init(
        _ task: Task, at position: Proof.Position, last: Point? = nil, themes: Set<Theme> = [], rating: Int
    ) throws(PuzzleFault) {
        try self.init(task, at: position, last: last, themes: themes, rating: rating, id: nil)
    }

    /// Creates a puzzle from a book, which knows the ID. Computing the ID takes longer than the
    /// rest.
    init(
        _ task: Task, at position: Proof.Position, last: Point?, themes: Set<Theme>, rating: Int, id: String?
    ) throws(PuzzleFault) {
        guard Self.ratings.contains(rating) else { throw .rating(rating) }
        if let last, position.board[last] != position.turn.opponent { throw .last }
        try Self.check(task, at: position)
        self.position = position
        self.last = last
        self.task = task
        self.rating = rating
        self.themes = themes.subtracting(Theme.derived).union(Self.derivedThemes(of: task))
        self.id = id ?? PuzzleID.text(of: task, at: position, last: last)
    }
}

extension Puzzle {
    /// The kind of task.
    public enum Kind: String, CaseIterable, Sendable {
        /// The side to move wins by fours alone.
        case fours
        /// The side to move wins by threats, but not by fours alone.
        case threats
        case defence, drill, balance
    }

    /// The points to mark in a drill.
    public enum Drill: String, CaseIterable, Sendable {
        /// Points where the side to move makes an open three, which threatens an open four.
        case openThrees = "open-threes"
        /// Points where the side to move makes a four, which threatens a five.
        case fours
        /// Points that renju forbids to X.
        case forbidden
    }

    /// A subject of a puzzle. The order of the cases is that of the bits in a book.
    public enum Theme: String, CaseIterable, Sendable {
        /// The win ends with two fours at once.
        case fourFour = "four-four"
        /// The win ends with a four and an open three at once.
        case fourThree = "four-three"
        /// The first move is neither a four nor an open three.
        case quietFirst = "quiet-first"
        /// The first move is an open three.
        case threeFirst = "three-first"
        /// The winner must answer a four, or a move that holds is a four.
        case counterFour = "counter-four"
        /// A row of six would not win.
        case exactFive = "exact-five"
        case overline
        /// O wins because X may not block.
        case forbiddenCatch = "forbidden-catch"
        case forbiddenEscape = "forbidden-escape"
        case doubleThreeTrap = "double-three-trap"
        /// A five closed at both ends would not win.
        case closedRow = "closed-row"
        /// A defence with one point.
        case onlyMove = "only-move"
        /// A win of at least ``Puzzle/longMoves`` moves.
        case long
        /// A win of at most ``Puzzle/shortMoves`` moves.
        case short

        /// The themes that follow from the task.
        static let derived: Set<Theme> = [.onlyMove, .long, .short]
    }

    public var kind: Kind {
        switch task {
        case .win(let win): win.proof.means == .fours ? .fours : .threats
        case .defence: .defence
        case .drill: .drill
        case .balance: .balance
        }
    }

    /// The main proof, if the task has one.
    public var proof: Proof? {
        switch task {
        case .win(let win): win.proof
        case .defence(let proof): proof
        case .drill, .balance: nil
        }
    }

    /// The points of the answer: those that hold, or those to mark. Empty for other kinds.
    public var points: Set<Point> {
        switch task {
        case .defence(let proof): if case .onlyHold(let points) = proof.claim { points } else { [] }
        case .drill(_, let answer): answer
        case .win, .balance: []
        }
    }

    private static func derivedThemes(of task: Task) -> Set<Theme> {
        switch task {
        case .win(let win):
            win.proof.moves >= longMoves ? [.long] : win.proof.moves <= shortMoves ? [.short] : []
        case .defence(let proof):
            if case .onlyHold(let points) = proof.claim, points.count == 1 { [.onlyMove] } else { [] }
        case .drill, .balance: []
        }
    }

    // MARK: Form

    private static func check(_ task: Task, at position: Proof.Position) throws(PuzzleFault) {
        switch task {
        case .win(let win):
            let proof = win.proof
            guard proof.claim == .wins, proof.position == position, proof.firstMove != nil, proof.means != .any else {
                throw .proof
            }
            guard !win.isShortest || proof.means == .fours else { throw .shortest }
            guard win.alternatives.count <= mostAlternatives else { throw .alternatives }
            try PuzzlePaths.check(win)
        case .defence(let proof):
            guard proof.position == position, case .onlyHold(let points) = proof.claim else { throw .proof }
            guard (1...mostHolds).contains(points.count), points.allSatisfy({ isFree($0, position) }) else {
                throw .points
            }
        case .drill(let drill, let answer):
            guard !answer.isEmpty, answer.allSatisfy({ isFree($0, position) }) else { throw .points }
            guard drill != .forbidden || position.rule.facts.forbidsX && position.turn == .x else { throw .points }
        case .balance(let chance):
            guard (0...1_000).contains(chance) else { throw .chance(chance) }
        }
    }

    private static func isFree(_ point: Point, _ position: Proof.Position) -> Bool {
        position.board.size.contains(point) && position.board[point] == nil
    }
}
