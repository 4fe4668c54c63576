import GameState

/// A reason to refuse an invitation into an analysis room.
enum InviteRefusal: CodedError, Equatable {
    case noGame
    case notSeated
    /// A rated game is in progress.
    case rated
    /// The operator has muted the participant, for the given time in milliseconds or (`nil`) for
    /// good.
    case muted(retryAfter: Int?)
    case tooMany(retryAfter: Int)

    var code: Code {
        switch self {
        case .noGame: .noGame
        case .notSeated: .readOnly
        case .rated: .rated
        case .muted: .muted
        case .tooMany: .rateLimited
        }
    }

    var retryAfter: Int? {
        switch self {
        case .muted(let milliseconds): milliseconds
        case .tooMany(let milliseconds): milliseconds
        case .noGame, .notSeated, .rated: nil
        }
    }

    var description: String {
        switch self {
        case .noGame: "There is no game in this room. Invite your opponent after a game."
        case .notSeated: "Only the players of this game can invite each other. Send a link instead."
        case .rated: "You cannot analyse a rated game with your opponent before it is over."
        case .muted: "You are muted on this server."
        case .tooMany: "You are sending too many invitations. Wait a moment."
        }
    }
}
