/// Why a delta was discarded whole. The wire carries ``code``; people read the description.
public enum Rejection: CodedError, Equatable, Sendable {
    /// Guarded keys changed after the delta's base.
    case conflict(keys: [String])
    /// A New Game whose number is not the room's next one.
    case gameNumber(expected: Int)
    /// A New Game with the number of the room's current game, which was started first.
    case gameStarted
    /// A New Game while one is being played.
    case gameRunning
    /// A seat that can't be left or changed while the game is on.
    case seatHeld(Stone)
    case notYourTurn(expected: Stone)
    case notSeated
    /// What only those who sit at the game may do: another New Game, a change of seats.
    case playersOnly
    case seatTaken(Stone)
    case occupied(point: String)
    case offBoard(size: BoardSize)
    case wrongMoveNumber(expected: Int)
    case gameOver
    case noGame
    case forbidden(Prohibition, point: String)
    /// A point that the opening being played does not allow.
    case outsideOpening(point: String, phase: OpeningPhase)
    case notOffered(String)
    case badKey(String)
    case badValue(key: String, expected: String)
    case tooLarge(what: String, limit: Int)
    /// Too many requests of a kind. The sender can continue after `retryAfter` milliseconds.
    case rateLimited(String, retryAfter: Int)
    /// An offer that the opponent has refused. It can be repeated after `movesLeft` more moves; nil: never in this game.
    case refusedOffer(movesLeft: Int?)
    case readOnly(String)
    /// A seat in a rated game for somebody without a claimed name, or for a robot.
    case notClaimed(isRobot: Bool)
}

extension Rejection {
    /// A game's key has a value that it cannot have.
    static func bad(_ key: GameKey, expected: String) -> Rejection { .badValue(key: key.text, expected: expected) }

    /// The stable word on the wire.
    public var code: Code {
        switch self {
        case .conflict, .gameNumber, .gameStarted, .gameRunning, .seatHeld: .conflict
        case .notYourTurn: .notYourTurn
        case .notSeated, .playersOnly: .notSeated
        case .seatTaken: .seatTaken
        case .occupied: .occupied
        case .offBoard: .offBoard
        case .wrongMoveNumber: .wrongMoveNumber
        case .gameOver: .gameOver
        case .noGame: .noGame
        case .forbidden, .outsideOpening: .forbiddenMove
        case .notOffered: .notOffered
        case .badKey: .badKey
        case .badValue: .badValue
        case .tooLarge: .tooLarge
        case .rateLimited, .refusedOffer: .rateLimited
        case .readOnly: .readOnly
        case .notClaimed: .notClaimed
        }
    }

    public var retryAfter: Int? {
        switch self {
        case .rateLimited(_, let milliseconds): milliseconds
        case .refusedOffer: Self.offerMilliseconds
        default: nil
        }
    }

    /// The retry delay for a refused offer, in milliseconds. An estimate, because the offer can be repeated after some
    /// moves and not after some time.
    private static let offerMilliseconds = 10_000

    /// The keys that the rejection is about; may be empty.
    public var keys: [String] {
        switch self {
        case .conflict(let keys): keys
        case .gameNumber, .gameStarted, .gameRunning: [GameKey.game.text]
        case .seatHeld(let stone), .seatTaken(let stone): [GameKey.seat(stone).text]
        case .wrongMoveNumber: [GameKey.move.text]
        case .badKey(let key), .badValue(let key, _): [key]
        case .notClaimed: [GameKey.term(.rated).text]
        default: []
        }
    }
}

extension Rejection {
    /// One sentence for a person: what was wrong and what to do.
    public var description: String {
        switch self {
        case .conflict: "Somebody else changed this first. Look at the new state and try again."
        case .gameNumber(let expected): "The next New Game in this room must have the number \(expected)."
        case .gameStarted: "A new game has just been started here. Take an open seat in it, or watch."
        case .gameRunning: "A game is being played. It must end before a new one starts: resign, or offer a draw."
        case .seatHeld: "You cannot leave your seat during a game. Resign if you want to stop."
        case .notYourTurn(let expected): "It is \(expected.rawValue.uppercased())'s turn."
        case .notSeated: "You hold no seat in this game. Take an open one first."
        case .playersOnly:
            "Only those who sit at this game may change it. Watch it, or start a game of your own in another room."
        case .seatTaken(let stone): "Somebody else sits at \(stone.rawValue.uppercased())."
        case .occupied(let point): "There is a stone on \(point) already."
        case .offBoard(let size): "That point is off the board: columns and rows run from 0 to \(size.side - 1)."
        case .wrongMoveNumber(let expected): "The next move is number \(expected). Look at the board and try again."
        case .gameOver: "This game is over. Start a new one to play on."
        case .noGame: "There is no game in this room. Start one first."
        case .forbidden(let prohibition, let point):
            "X may not play \(point): \(prohibition.name). Choose another point."
        case .outsideOpening(let point, let phase):
            "The opening does not allow \(point) now (\(phase.rawValue)). Choose another point."
        case .notOffered(let what): "Nobody has offered \(what)."
        case .badKey(let key): "A five-in-a-row room has no key \(Self.quote(key))."
        case .badValue(let key, let expected): "\(Self.quote(key)) must be \(expected)."
        case .tooLarge(let what, let limit): "Too large: \(what) may be \(limit)."
        case .rateLimited(let what, _): "Too many \(what) at once. Wait a moment and go on more slowly."
        case .refusedOffer(let moves?):
            "This offer was refused. Make it again after \(moves) more \(moves == 1 ? "move" : "moves")."
        case .refusedOffer: "This offer was refused in this game already. Start a new game to make it again."
        case .readOnly(let why): why
        case .notClaimed(isRobot: true): "The computer plays no rated games. Play it unrated, or against a person."
        case .notClaimed:
            "This game is rated: only who has claimed a name may sit here. Claim yours first, or play unrated."
        }
    }

    /// A client's own text, cut short; JSON and the clients escape the rest.
    private static func quote(_ text: String) -> String {
        "\"\(text.prefix(40))\""
    }
}

extension Prohibition {
    /// As people say it.
    public var name: String {
        switch self {
        case .doubleThree: "double three"
        case .doubleFour: "double four"
        case .overline: "overline"
        }
    }
}
