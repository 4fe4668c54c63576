import GameState

/// A reason to refuse a request before any other part handles it.
enum RequestRefusal: CodedError, Equatable {
    /// The connection has no identity. Only hello and login may come first.
    case unknown
    /// The client said hello again, with another token.
    case identified
    case lookUpFailed(String)
    case notJoined(RoomName)
    /// The address has sent more bytes than it may store for now.
    case addressBytes(retryAfter: Int)
    case tooManyRooms(limit: Int)
    /// The connection is in another room of that name, which another secret opens. It can be in
    /// only one of them.
    case otherOfThatName(RoomName)
    case roomFull(RoomName)
    /// The operator has banned the participant.
    case banned
    case roomClosed(RoomName)

    var code: Code {
        switch self {
        case .unknown, .identified, .otherOfThatName: .badMessage
        case .lookUpFailed: .unavailable
        case .notJoined: .notJoined
        case .addressBytes: .rateLimited
        case .tooManyRooms: .tooManyRooms
        case .roomFull: .roomFull
        case .banned: .banned
        case .roomClosed: .roomClosed
        }
    }

    var retryAfter: Int? { if case .addressBytes(let milliseconds) = self { milliseconds } else { nil } }

    var description: String {
        switch self {
        case .unknown: "Say hello first: {\"type\":\"hello\",\"name\":\"Ann\"}."
        case .identified: "This connection already has an identity. Open another connection for another token."
        case .lookUpFailed(let why): "The server cannot look you up right now: \(why)"
        case .notJoined(let room): "You are not in the room \(room). Join it first."
        case .addressBytes: "Too many bytes from your address at once. Wait a moment, then send more slowly."
        case .tooManyRooms(let limit): "A connection can be in at most \(limit) rooms. Leave one first."
        case .otherOfThatName(let room):
            "You are in another room with the name \(room). Leave it first, or use another connection."
        case .banned: "You are banned from this server."
        case .roomClosed(let room): "The operator has closed the room \(room). Choose another one."
        case .roomFull(let room): "The room \(room) is full. Try again later."
        }
    }
}
