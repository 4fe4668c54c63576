/// One game in a `gomoku` room: board, seats, whose turn, how it ended.
///
/// A value of this type always is a reachable position of its rule (invariant 6). It says the same as the
/// room's keys; ``Referee`` changes both together.
public struct Game: Equatable, Sendable {
    /// How a game ended.
    public struct Ending: Equatable, Sendable {
        /// Nil: a draw.
        public let winner: Stone?
        public let reason: Reason
        /// The winning cells, for a five.
        public let line: [Point]

        public init(winner: Stone?, reason: Reason, line: [Point] = []) {
            self.winner = winner
            self.reason = reason
            self.line = line
        }

        /// `x`, `o` or `draw`, as the key `result` says it.
        public var result: String { winner?.rawValue ?? "draw" }
    }

    /// Why a game ended, as the key `reason` says it.
    public enum Reason: String, CaseIterable, Sendable {
        case five, forbidden, resign, time, agreement, full, abandoned, aborted
    }

    /// Which game of its room, from 1.
    public let number: Int
    public let rule: Rule
    public internal(set) var board: Board
    public internal(set) var moves: [Point] = []
    /// Who sits where; one participant may hold both seats.
    public internal(set) var seats: ByStone<ParticipantID?>
    /// Nil while the game goes on.
    public internal(set) var ending: Ending?

    public init(number: Int, rule: Rule, size: BoardSize = .standard, seats: ByStone<ParticipantID?> = .init(both: nil)) {
        self.number = number
        self.rule = rule
        self.seats = seats
        board = Board(size: size)
    }

    public var size: BoardSize { board.size }
    public var isOver: Bool { ending != nil }
    /// The side to move; nil when the game is over.
    public var turn: Stone? { isOver ? nil : .ofMove(moves.count + 1) }

    public func sits(_ participant: ParticipantID) -> Bool {
        seats.x == participant || seats.o == participant
    }

    /// Whether a New Game may replace this one when `participant` asks for it.
    public func mayBeReplaced(by participant: ParticipantID) -> Bool {
        isOver || moves.count < 2 || (seats.x == participant && seats.o == participant)
    }

    /// Whether the next stone may lie on `point`, and what it would do.
    func verdict(at point: Point) throws(Rejection) -> Verdict {
        guard size.contains(point) else { throw .offBoard(size: size) }
        let verdict = rule.verdict(on: .ofMove(moves.count + 1), at: point, of: board)
        switch verdict {
        case .occupied: throw .occupied(point: size.name(of: point))
        case .forbidden(let prohibition): throw .forbidden(prohibition, point: size.name(of: point))
        case .five, .legal: return verdict
        }
    }

    /// Plays the next move on a point that ``verdict(at:)`` has allowed.
    mutating func play(_ point: Point, verdict: Verdict) {
        let stone = Stone.ofMove(moves.count + 1)
        board[point] = stone
        moves.append(point)
        if case .five(let line) = verdict {
            ending = Ending(winner: stone, reason: .five, line: line)
        } else if board.isFull {
            ending = Ending(winner: nil, reason: .full)
        }
    }
}
