/// A game in a `gomoku` room, with its board, seats, turn and result.
///
/// A value of this type is always a reachable position of its rule. It contains the same
/// information as the room's keys. Deltas are always computed as the difference between two games
/// (`Game+Facts.swift`).
public struct Game: Equatable, Sendable {
    /// The end of a game.
    public struct Ending: Equatable, Sendable {
        /// The winner, or `nil` for a draw and for an aborted game.
        public let winner: Stone?
        public let reason: Reason
        /// The winning row, if the game ended with a five.
        public let line: [Point]

        public init(winner: Stone?, reason: Reason, line: [Point] = []) {
            self.winner = winner
            self.reason = reason
            self.line = line
        }

        /// The value of the key `result` for a game without a winner.
        public static let draw = "draw"

        /// The value of the key `result`: `x`, `o` or `draw`.
        public var result: String { winner?.rawValue ?? Self.draw }
    }

    /// The reason why a game ended, as in the key `reason`.
    public enum Reason: String, CaseIterable, Sendable {
        case five, forbidden, resign, time, agreement, full, abandoned, aborted
    }

    /// The number of the game in its room, from 1.
    public let number: Int
    public let terms: GameTerms
    public internal(set) var board: Board
    public internal(set) var moves: [Point] = []
    /// The participants in the seats. One participant may hold both.
    public internal(set) var seats: ByStone<ParticipantID?>
    /// The opening with its steps so far, or `nil` without an opening.
    public internal(set) var opening: OpeningState?
    public internal(set) var clock: Clock?
    /// The offer that waits for an answer.
    public internal(set) var offer: Offer?
    /// The refused offers: the last one of each kind and side.
    public internal(set) var refusals: [Refusal] = []
    public internal(set) var absence: Absence?
    public internal(set) var hints = Hints()
    /// The end of the game, or `nil` while it goes on.
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

    /// The opening, or `nil` when it is over.
    public var runningOpening: OpeningState? { opening.flatMap { $0.isFinished ? nil : $0 } }

    /// The side whose step is awaited, or `nil` when the game is over.
    public var turn: Stone? {
        guard !isOver else { return nil }
        guard let opening = runningOpening else { return .ofMove(moves.count + 1) }
        return opening.holder(of: .x) == opening.awaitedSeat ? .x : .o
    }

    /// Returns the effect of the next stone on `point`, or rejects the point.
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

    /// Takes back the last `count` moves.
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
