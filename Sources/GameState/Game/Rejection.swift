/// The reason why the server rejected a whole delta. The wire carries ``code``, and the description
/// is for people.
public enum Rejection: CodedError, Equatable, Sendable {
    /// Guarded keys have changed since the delta's base.
    case conflict(keys: [String])
    /// A New Game whose number is not the room's next one.
    case gameNumber(expected: Int)
    /// A New Game with the number of the current game, which another client started first.
    case gameStarted
    /// A New Game during a running game.
    case gameRunning
    /// A seat that the holder cannot leave during the game.
    case seatHeld(Stone)
    case notYourTurn(expected: Stone)
    case notSeated
    /// A New Game or a change of seats by a participant who is not a player of this game.
    case playersOnly
    case seatTaken(Stone)
    case occupied(point: String)
    case offBoard(size: BoardSize)
    case wrongMoveNumber(expected: Int)
    case gameOver
    case noGame
    case forbidden(Prohibition, point: String)
    /// A point that the current opening does not allow.
    case outsideOpening(point: String, phase: OpeningPhase)
    case notOffered(String)
    case badKey(String)
    case badValue(key: String, expected: String)
    case tooLarge(what: String, limit: Int)
    /// Too many requests of a kind. The sender can continue after `retryAfter` milliseconds.
    case rateLimited(String, retryAfter: Int)
    /// An offer that the opponent has refused. The sender can repeat it after `movesLeft` more
    /// moves, or never in this game if `nil`.
    case refusedOffer(movesLeft: Int?)
    case readOnly(String)
    /// A change in a branch of an analysis whose deletion the sender had seen.
    case branchDeleted(key: String)
    case race(RaceRefusal)
    /// A seat in a rated game for a robot or for a participant without a claimed name.
    case notClaimed(isRobot: Bool)
}

extension Rejection {
    /// Returns the rejection of a value that a game's key cannot have.
    static func bad(_ key: GameKey, expected: String) -> Rejection { .badValue(key: key.text, expected: expected) }

    /// The stable word on the wire.
    public var code: Code {
        switch self {
        case .conflict, .gameNumber, .gameStarted, .gameRunning, .seatHeld, .branchDeleted: .conflict
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
        case .race(let refusal): refusal.code
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

    /// The retry delay for a refused offer, in milliseconds. An estimate, because the offer can be
    /// repeated after a number of moves, not after a time.
    private static let offerMilliseconds = 10_000

    /// The keys that caused the rejection. May be empty.
    public var keys: [String] {
        switch self {
        case .conflict(let keys): keys
        case .gameNumber, .gameStarted, .gameRunning: [GameKey.game.text]
        case .seatHeld(let stone), .seatTaken(let stone): [GameKey.seat(stone).text]
        case .wrongMoveNumber: [GameKey.move.text]
        case .badKey(let key), .badValue(let key, _), .branchDeleted(let key): [key]
        case .race(let refusal): [refusal.key.text]
        case .notClaimed: [GameKey.term(.rated).text]
        default: []
        }
    }
}

extension Rejection {
    /// A message for people that explains the problem and the remedy.
    public var description: String {
        switch self {
        case .conflict: "Another participant changed this first. Look at the new state and try again."
        case .gameNumber(let expected): "The next New Game in this room must have number \(expected)."
        case .gameStarted: "A new game has just started here. Take an open seat, or watch."
        case .gameRunning: "A game is in progress. End it before you start a new one: resign, or offer a draw."
        case .seatHeld: "You cannot leave your seat during a game. Resign if you want to stop."
        case .notYourTurn(let expected): "It is \(expected.rawValue.uppercased())'s turn."
        case .notSeated: "You do not have a seat in this game. Take an open seat first."
        case .playersOnly:
            "Only the players of this game may change it. Watch it, or start your own game in another room."
        case .seatTaken(let stone): "Another participant has the seat \(stone.rawValue.uppercased())."
        case .occupied(let point): "There is already a stone on \(point). Choose another point."
        case .offBoard(let size): "That point is off the board. Columns and rows run from 0 to \(size.side - 1)."
        case .wrongMoveNumber(let expected): "The next move is number \(expected). Look at the board and try again."
        case .gameOver: "This game is over. Start a new one to play on."
        case .noGame: "There is no game in this room. Start one first."
        case .forbidden(let prohibition, let point):
            "X may not play \(point): \(prohibition.name). Choose another point."
        case .outsideOpening(let point, let phase):
            "The opening does not allow \(point) now (\(phase.rawValue)). Choose another point."
        case .notOffered(let what): "That is not possible: \(what)."
        case .badKey(let key): "The key \(Self.quote(key)) is not allowed in this delta."
        case .badValue(let key, let expected): "\(Self.quote(key)) must be \(expected)."
        case .tooLarge(let what, let limit): "Too large: at most \(limit) \(what) are allowed."
        case .rateLimited(let what, _): "Too many \(what) at once. Wait a moment, then send more slowly."
        case .refusedOffer(let moves?):
            "Your opponent declined this offer. Make it again after \(moves) more \(moves == 1 ? "move" : "moves")."
        case .refusedOffer: "Your opponent has already declined a rematch. Start a new game instead."
        case .readOnly(let why): why
        case .branchDeleted: "This variation was deleted. Restore it, or play its first move again."
        case .race(let refusal): refusal.description
        case .notClaimed(isRobot: true):
            "The computer does not play rated games. Play unrated, or play against a person."
        case .notClaimed:
            "To play rated games, claim a name or sign in. You can also play unrated."
        }
    }

    /// Returns a shortened text of the client in quotes. JSON and the clients escape it further.
    private static func quote(_ text: String) -> String {
        "\"\(text.prefix(40))\""
    }
}

extension Prohibition {
    /// The name that players use.
    public var name: String {
        switch self {
        case .doubleThree: "double three"
        case .doubleFour: "double four"
        case .overline: "overline"
        }
    }
}
