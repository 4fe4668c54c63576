import GameState

/// A reason to refuse an analysis, or to end it.
package enum AnalysisRefusal: CodedError, Equatable {
    case rated
    case busy
    case tooMany(retryAfter: Int)
    /// The address has used up its processor time for analyses.
    case spent(retryAfter: Int)

    /// The code on the wire, which does not change between versions.
    package var code: Code {
        switch self {
        case .rated: .rated
        case .busy: .busy
        case .tooMany, .spent: .rateLimited
        }
    }

    package var retryAfter: Int? {
        switch self {
        case .tooMany(let milliseconds), .spent(let milliseconds): milliseconds
        case .rated, .busy: nil
        }
    }

    package var description: String {
        switch self {
        case .rated: "You are playing this position in a rated game. Analyse it when the game is over."
        case .busy: "The computer is busy with other analyses. Ask again in a few seconds."
        case .tooMany: "You are asking for too many analyses. Wait a moment."
        case .spent: "Your address has used up its time for analyses. Wait a while, or analyse less at a time."
        }
    }
}
