import GameState
import Wire

extension Notice.Reason {
    /// The exit status of a command that the server refuses for this reason. An HTTP answer may
    /// have codes besides those of the protocol.
    var exitStatus: Int32 {
        switch word {
        case "no-such-person": return ExitStatus.noUser
        case "no-such-game", "not-found": return ExitStatus.noInput
        default: break
        }
        switch code {
        case .rateLimited, .busy, .unavailable, .serverFull, .roomFull: return ExitStatus.tryAgain
        case .badLogin, .notClaimed, .alreadyClaimed, .alreadyRenamed, .nameTaken, .banned, .muted:
            return ExitStatus.notPermitted
        case .gone: return ExitStatus.noInput
        default: return ExitStatus.badData
        }
    }
}
