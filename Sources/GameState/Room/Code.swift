/// The stable words that say on the wire why something was refused, in `reject` and in `error`.
///
/// Whoever refuses has an enum of facts whose cases know their code and their sentence (``CodedError``). What a code
/// means to those who write clients is in docs/PROTOCOL.md; a test holds its tables against the two lists here.
public enum Code: String, CaseIterable, Sendable {
    case alreadyClaimed = "already-claimed"
    case alreadyRenamed = "already-renamed"
    case badKey = "bad-key"
    case badLogin = "bad-login"
    case badMessage = "bad-message"
    case badName = "bad-name"
    case badValue = "bad-value"
    case banned
    case busy
    case conflict
    case forbiddenMove = "forbidden-move"
    case gameOver = "game-over"
    case gone
    case muted
    case nameTaken = "name-taken"
    case noGame = "no-game"
    case notClaimed = "not-claimed"
    case notJoined = "not-joined"
    case notOffered = "not-offered"
    case notSeated = "not-seated"
    case notYourTurn = "not-your-turn"
    case occupied
    case offBoard = "off-board"
    case otherKind = "other-kind"
    case outOfRange = "out-of-range"
    case rated
    case rateLimited = "rate-limited"
    case readOnly = "read-only"
    case roomClosed = "room-closed"
    case roomFull = "room-full"
    case seatTaken = "seat-taken"
    case serverFull = "server-full"
    case tooLarge = "too-large"
    case tooManyRooms = "too-many-rooms"
    case unavailable
    case weakPassword = "weak-password"
    case wrongMoveNumber = "wrong-move-number"

    /// What a delta may be rejected with.
    public static let ofRejections: [Code] = [
        .badKey, .badValue, .conflict, .forbiddenMove, .gameOver, .noGame, .notClaimed, .notOffered, .notSeated,
        .notYourTurn, .occupied, .offBoard, .rateLimited, .readOnly, .seatTaken, .tooLarge, .wrongMoveNumber,
    ]

    /// What any other request may be answered with.
    public static let ofErrors: [Code] = [
        .alreadyClaimed, .alreadyRenamed, .badLogin, .badMessage, .badName, .banned, .busy, .gone, .muted, .nameTaken,
        .noGame, .notClaimed, .notJoined, .notOffered, .notYourTurn, .otherKind, .outOfRange, .rated, .rateLimited,
        .readOnly, .roomClosed, .roomFull, .serverFull, .tooLarge, .tooManyRooms, .unavailable, .weakPassword,
    ]
}

/// Why something is refused: facts, with a stable code for programs and a sentence for people that says what to do.
public protocol CodedError: Error, CustomStringConvertible {
    var code: Code { get }
    /// Milliseconds after which the same may go through; nil where time alone changes nothing, or nobody knows.
    var retryAfter: Int? { get }
}

extension CodedError {
    public var retryAfter: Int? { nil }
}
