/// One game in a `gomoku` room: board, seats, whose turn, how it ended.
///
/// A value of this type always is a reachable position of its rule (invariant 6). It says the same as the room's
/// keys: a delta is the difference between the facts of two games, never written by hand (`Game+Facts.swift`).
public struct Game: Equatable, Sendable {
    /// How a game ended.
    public struct Ending: Equatable, Sendable {
        /// Nil: a draw, or no result at all (aborted).
        public let winner: Stone?
        public let reason: Reason
        /// The winning cells, for a five.
        public let line: [Point]

        public init(winner: Stone?, reason: Reason, line: [Point] = []) {
            self.winner = winner
            self.reason = reason
            self.line = line
        }

        /// What the key `result` says when nobody has won.
        public static let draw = "draw"

        /// `x`, `o` or `draw`, as the key `result` says it.
        public var result: String { winner?.rawValue ?? Self.draw }
    }

    /// Why a game ended, as the key `reason` says it.
    public enum Reason: String, CaseIterable, Sendable {
        case five, forbidden, resign, time, agreement, full, abandoned, aborted
    }

    /// Which game of its room, from 1.
    public let number: Int
    public let terms: GameTerms
    public internal(set) var board: Board
    public internal(set) var moves: [Point] = []
    /// Who sits where; one participant may hold both seats.
    public internal(set) var seats: ByStone<ParticipantID?>
    /// The opening and its steps so far; nil when none is played.
    public internal(set) var opening: OpeningState?
    public internal(set) var clock: Clock?
    /// What stands offered.
    public internal(set) var offer: Offer?
    /// Offers that were refused, the last one of each kind and side.
    public internal(set) var refusals: [Refusal] = []
    public internal(set) var absence: Absence?
    public internal(set) var hints = Hints()
    /// Nil while the game goes on.
    public internal(set) var ending: Ending?

    public init(number: Int, terms: GameTerms, seats: ByStone<ParticipantID?> = .init(both: nil)) throws(OpeningError) {
        self.number = number
        self.terms = terms
        self.seats = seats
        board = Board(size: terms.size)
        opening =
            terms.opening == .none ? nil : try OpeningState(terms.opening, rule: terms.rule, size: terms.size)
        clock = terms.clock.flatMap { Clock($0) }
    }

    public var rule: Rule { terms.rule }
    public var size: BoardSize { terms.size }
    public var isOver: Bool { ending != nil }

    /// The opening while it is being played.
    public var runningOpening: OpeningState? { opening.flatMap { $0.isFinished ? nil : $0 } }

    /// The side that something is awaited from; nil when the game is over.
    public var turn: Stone? {
        guard !isOver else { return nil }
        guard let opening = runningOpening else { return .ofMove(moves.count + 1) }
        return opening.holder(of: .x) == opening.awaitedSeat ? .x : .o
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

    /// Takes the last `count` moves back.
    mutating func takeBack(_ count: Int) {
        for point in moves.suffix(count) { board[point] = nil }
        moves.removeLast(count)
    }

    mutating func end(_ ending: Ending, at now: Int) {
        self.ending = ending
        offer = nil
        absence = nil
        clock?.finish(at: now)
    }
}

extension Game: PlayerRights {
    public var openingStones: Int { opening?.stones.count ?? 0 }
    public var isOpeningRunning: Bool { runningOpening != nil }
}
