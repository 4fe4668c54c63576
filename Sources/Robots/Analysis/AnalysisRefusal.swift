import GameState

/// A reason to refuse an analysis, or to end it.
package enum AnalysisRefusal: CodedError, Equatable {
    case rated
    case busy
    case tooMany(retryAfter: Int)

    /// The code on the wire, which does not change between versions.
    package var code: Code {
        switch self {
        case .rated: .rated
        case .busy: .busy
        case .tooMany: .rateLimited
        }
    }

    package var retryAfter: Int? { if case .tooMany(let milliseconds) = self { milliseconds } else { nil } }

    package var description: String {
        switch self {
        case .rated: "You are playing this position in a rated game. Analyse it when the game is over."
        case .busy: "The computer is busy with other analyses. Ask again in a few seconds."
        case .tooMany: "You are asking for too many analyses. Wait a moment."
        }
    }
}
