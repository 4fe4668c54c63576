import GameState

/// Why the lobby itself, and not what stands in it, refuses.
package enum LobbyFailure: CodedError, Equatable {
    case tooOften(retryAfter: Int)
    case ratingUnavailable(String)
    /// A seek had to make way for those of others.
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
        case .tooOften: "You ask the lobby too often. Wait a few seconds."
        case .ratingUnavailable(let why): "Your rating cannot be looked up just now: \(why)"
        case .moving: "The lobby is moving to another server. Try again in a moment."
        case .pushedOut:
            "Too many look for an opponent just now, and most of them where you are. Try again later."
        }
    }
}
