/// The stable words in `reject` and `error` messages that tell programs why the server refused a
/// request.
///
/// Each part of the server that refuses requests has its own error enum, whose cases know their
/// code and message (``CodedError``). docs/PROTOCOL.md explains the codes to authors of clients. A
/// test compares its tables with the two lists below.
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

    /// The codes with which a room can reject a delta.
    public static let ofRejections: [Code] = [
        .badKey, .badValue, .conflict, .forbiddenMove, .gameOver, .noGame, .notClaimed, .notOffered, .notSeated,
        .notYourTurn, .occupied, .offBoard, .rateLimited, .readOnly, .seatTaken, .tooLarge, .wrongMoveNumber,
    ]

    /// The codes with which the server can answer any other request.
    public static let ofErrors: [Code] = [
        .alreadyClaimed, .alreadyRenamed, .badLogin, .badMessage, .badName, .banned, .busy, .gone, .muted, .nameTaken,
        .noGame, .notClaimed, .notJoined, .notOffered, .notYourTurn, .otherKind, .outOfRange, .rated, .rateLimited,
        .readOnly, .roomClosed, .roomFull, .serverFull, .tooLarge, .tooManyRooms, .unavailable, .weakPassword,
    ]
}

/// The reason of a refusal, with a stable code for programs. Its description explains the refusal
/// to people and suggests the next step.
public protocol CodedError: Error, CustomStringConvertible {
    var code: Code { get }
    /// The time after which the same request may succeed, in milliseconds. `nil` if waiting alone
    /// does not help, or the time is unknown.
    var retryAfter: Int? { get }
}

extension CodedError {
    public var retryAfter: Int? { nil }
}
