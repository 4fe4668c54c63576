/// What a delta in a `gomoku` room asks for. Everything past ``init(_:)`` is well formed, though it may not be allowed.
///
/// It goes both ways: ``delta`` writes what ``init(_:)`` reads.
public enum Intent: Equatable, Sendable {
    case newGame(NewGame)
    /// Seats taken or left, and possibly a move in the same delta (real gadgets claim a colour with its first move).
    case play(seats: [SeatChange], move: Move?)
    /// The moves after the first number go, up to the second, with nothing else.
    case takeBack(to: Int, from: Int)
    /// Nil: nobody wins.
    case claim(winner: Stone?, reason: Game.Reason)
    /// Nil: the standing offer is refused, or withdrawn.
    case offer(Offer?)
    /// The other side's offer to play with hints is accepted.
    case allowHints
    case choose(OpeningChoice)
    case offerFifth(Point)

    public struct NewGame: Equatable, Sendable {
        /// The next number of the room.
        public let number: Int
        public let terms: GameTerms
        /// Those that are not given stay open.
        public let seats: ByStone<ParticipantID?>
        /// Whether it says if it is to be rated; a rematch that does not is what the game before was.
        public let saysRated: Bool

        public init(
            number: Int, terms: GameTerms = GameTerms(), seats: ByStone<ParticipantID?> = .init(both: nil),
            saysRated: Bool = false
        ) {
            self.number = number
            self.terms = terms
            self.seats = seats
            self.saysRated = saysRated || terms.isRated
        }
    }

    public struct SeatChange: Equatable, Sendable {
        public let stone: Stone
        /// Nil: leave it.
        public let participant: ParticipantID?

        public init(_ stone: Stone, _ participant: ParticipantID?) {
            self.stone = stone
            self.participant = participant
        }
    }

    public struct Move: Equatable, Sendable {
        public let number: Int
        /// May lie off the board, also on the far side of its edges.
        public let column: Int
        public let row: Int
        /// What the client says came of it: checked, not believed.
        public let claims: Delta

        public init(_ number: Int, column: Int, row: Int, claims: Delta = Delta()) {
            self.number = number
            self.column = column
            self.row = row
            self.claims = claims
        }
    }
}

extension Intent {
    /// A stone on `point` as move `number`.
    public static func move(_ number: Int, to point: Point) -> Intent {
        .play(seats: [], move: Move(number, column: point.column, row: point.row))
    }

    /// Takes a seat, or leaves it (nil).
    public static func seat(_ stone: Stone, _ participant: ParticipantID?) -> Intent {
        .play(seats: [SeatChange(stone, participant)], move: nil)
    }

    /// `side` gives up.
    public static func resign(_ side: Stone) -> Intent { .claim(winner: side.opponent, reason: .resign) }

    /// A step of an opening that has `stones` on the board.
    public static func decide(_ decision: OpeningDecision, after stones: Int) -> Intent {
        switch decision {
        case .place(let point), .pick(let point): .move(stones + 1, to: point)
        case .choose(let choice): .choose(choice)
        case .offer(let point): .offerFifth(point)
        }
    }
}

// MARK: writing

extension Intent {
    /// What asks for this.
    public var delta: Delta {
        switch self {
        case .newGame(let new): new.delta
        case .play(let seats, let move):
            Delta(changes: seats.map { .init(.seat($0.stone), $0.participant?.text) } + (move?.changes ?? []))
        case .takeBack(let number, let last):
            Delta(
                changes: [.init(.move, String(number))]
                    + (number..<max(number, last)).flatMap { [.init(.column($0 + 1), nil), .init(.row($0 + 1), nil)] })
        case .claim(let winner, let reason):
            Delta(changes: [.init(.result, winner?.rawValue ?? Game.Ending.draw), .init(.reason, reason.rawValue)])
        case .offer(let offer): Delta(changes: [.init(.offer, offer?.description)])
        case .allowHints: Delta(changes: [.init(.hints, Hints.agreed)])
        case .choose(let choice): Delta(changes: [.init(.choice, choice.rawValue)])
        case .offerFifth(let point): Delta(changes: [.init(.fifth, point.cell)])
        }
    }
}

extension Intent.NewGame {
    fileprivate var delta: Delta {
        var changes = [Delta.Change(.game, String(number))]
        for field in GameTerms.Field.allCases {
            let isSaid = field == .rule || terms[field] != field.standard || (field == .rated && saysRated)
            if isSaid { changes.append(.init(.term(field), terms[field])) }
        }
        for stone in Stone.allCases {
            if let participant = seats[stone] { changes.append(.init(.seat(stone), participant.text)) }
        }
        return Delta(changes: changes)
    }
}

extension Intent.Move {
    fileprivate var changes: [Delta.Change] {
        [.init(.move, String(number)), .init(.column(number), String(column)), .init(.row(number), String(row))]
            + claims.changes
    }
}
