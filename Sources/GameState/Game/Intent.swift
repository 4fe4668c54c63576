/// A request in a `gomoku` room, parsed from a delta. A value is well formed, but the referee may
/// still reject it.
///
/// ``delta`` writes the form that ``init(_:)`` reads.
public enum Intent: Equatable, Sendable {
    case newGame(NewGame)
    /// Seats taken or left, possibly with a move in the same delta. Some gadgets take a seat with
    /// its first move.
    case play(seats: [SeatChange], move: Move?)
    /// Takes back the moves after move `to`, up to move `from`, and changes nothing else.
    case takeBack(to: Int, from: Int)
    /// Ends the game. A `winner` of `nil` means no winner.
    case claim(winner: Stone?, reason: Game.Reason)
    /// Makes an offer. `nil` refuses or withdraws the current one.
    case offer(Offer?)
    /// Accepts the opponent's offer to play with hints.
    case allowHints
    case choose(OpeningChoice)
    case offerFifth(Point)

    public struct NewGame: Equatable, Sendable {
        /// The number of the new game, which must be the room's next one.
        public let number: Int
        public let terms: GameTerms
        /// The participants in the seats. `nil` leaves a seat open.
        public let seats: ByStone<ParticipantID?>
        /// Whether the request contains the term `rated`. A rematch without it is rated like the
        /// previous game.
        public let specifiesRated: Bool

        public init(
            number: Int, terms: GameTerms = GameTerms(), seats: ByStone<ParticipantID?> = .init(both: nil),
            specifiesRated: Bool = false
        ) {
            self.number = number
            self.terms = terms
            self.seats = seats
            self.specifiesRated = specifiesRated || terms.isRated
        }
    }

    public struct SeatChange: Equatable, Sendable {
        public let stone: Stone
        /// The participant who takes the seat. `nil` leaves it.
        public let participant: ParticipantID?

        public init(_ stone: Stone, _ participant: ParticipantID?) {
            self.stone = stone
            self.participant = participant
        }
    }

    public struct Move: Equatable, Sendable {
        public let number: Int
        /// The column, which may lie off the board on either side.
        public let column: Int
        public let row: Int
        /// The results that the client expects of the move. The referee verifies them.
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
    /// Returns a move with a number and a point.
    public static func move(_ number: Int, to point: Point) -> Intent {
        .play(seats: [], move: Move(number, column: point.column, row: point.row))
    }

    /// Returns a request to take a seat, or to leave it (`nil`).
    public static func seat(_ stone: Stone, _ participant: ParticipantID?) -> Intent {
        .play(seats: [SeatChange(stone, participant)], move: nil)
    }

    /// Returns the resignation of `side`.
    public static func resign(_ side: Stone) -> Intent { .claim(winner: side.opponent, reason: .resign) }

    /// Returns the request for a step of an opening that has `stones` on the board.
    public static func decide(_ decision: OpeningDecision, after stones: Int) -> Intent {
        switch decision {
        case .place(let point), .pick(let point): .move(stones + 1, to: point)
        case .choose(let choice): .choose(choice)
        case .offer(let point): .offerFifth(point)
        }
    }
}

// MARK: Writing

extension Intent {
    /// The delta that makes this request.
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
            let isSaid = field == .rule || terms[field] != field.standard || (field == .rated && specifiesRated)
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
