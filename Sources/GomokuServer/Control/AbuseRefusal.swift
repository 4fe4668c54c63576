import GameState

/// A reason to refuse a player's report.
enum AbuseRefusal: CodedError, Equatable {
    case tooLong(limit: Int)
    /// The reported participant is not here, does not sit at the board and has not written in the
    /// chat recently.
    case unknownParticipant
    case tooMany(retryAfter: Int)
    /// The box of reports is full until the operator reads some.
    case full
    /// The report cannot be stored.
    case unavailable(String)

    var code: Code {
        switch self {
        case .tooLong: .tooLarge
        case .unknownParticipant: .badMessage
        case .tooMany: .rateLimited
        case .full, .unavailable: .unavailable
        }
    }

    var retryAfter: Int? { if case .tooMany(let milliseconds) = self { milliseconds } else { nil } }

    var description: String {
        switch self {
        case .tooLong(let limit): "A report can have at most \(limit) bytes. Shorten it."
        case .unknownParticipant:
            "The participant with that ID is not in this room, has no seat and has not written in its chat."
        case .unavailable(let why): "The report cannot be stored right now. Send it again in a moment. \(why)"
        case .tooMany: "Several of your reports are waiting for the operator. Wait a while before you send another one."
        case .full: "Too many reports are waiting for the operator. Send this one again later."
        }
    }
}
