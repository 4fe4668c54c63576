import GameState

/// A reason why the lobby service, rather than the pure ``Lobby``, refuses a request.
package enum LobbyFailure: CodedError, Equatable {
    case tooOften(retryAfter: Int)
    case ratingUnavailable(String)
    /// The seek was removed to make room for those of other clients.
    case pushedOut
    /// The server that had the lobby is gone.
    case moving

    package var code: Code {
        switch self {
        case .tooOften: .rateLimited
        case .ratingUnavailable, .moving: .unavailable
        case .pushedOut: .busy
        }
    }

    package var retryAfter: Int? { if case .tooOften(let milliseconds) = self { milliseconds } else { nil } }

    package var description: String {
        switch self {
        case .tooOften: "You are sending too many requests to the lobby. Wait a few seconds."
        case .ratingUnavailable(let why): "Your rating cannot be looked up right now: \(why)"
        case .moving: "The lobby is moving to another server. Try again in a moment."
        case .pushedOut:
            "Too many players are looking for an opponent, most of them from your address. Try again later."
        }
    }
}
