import GameState
import Storage

/// A reason why a claim, a login or another account request fails.
enum AccountFailure: CodedError, Equatable {
    case nameTaken
    case badName
    /// The name begins with a reserved word.
    case reservedName
    case weakPassword
    case alreadyClaimed
    case alreadyRenamed
    case badLogin
    case notClaimed
    case rateLimited(retryAfter: Int)
    case busy
    case notFree
    /// The session has ended already.
    case gone
    case unavailable(String)

    /// The code on the wire, which does not change between versions.
    var code: Code {
        switch self {
        case .nameTaken: .nameTaken
        case .badName, .reservedName: .badName
        case .weakPassword: .weakPassword
        case .alreadyClaimed: .alreadyClaimed
        case .alreadyRenamed: .alreadyRenamed
        case .badLogin: .badLogin
        case .notClaimed: .notClaimed
        case .rateLimited: .rateLimited
        case .busy: .busy
        case .notFree: .badMessage
        case .gone: .gone
        case .unavailable: .unavailable
        }
    }

    var retryAfter: Int? { if case .rateLimited(let milliseconds) = self { milliseconds } else { nil } }
}

extension AccountFailure {
    init(_ refusal: PeopleRefusal) {
        self =
            switch refusal {
            case .nameTaken: .nameTaken
            case .alreadyClaimed: .alreadyClaimed
            case .alreadyRenamed: .alreadyRenamed
            case .notClaimed: .notClaimed
            case .unavailable(let why): .unavailable(why)
            }
    }

    /// Returns the reason why a name cannot be claimed, or nil if it can.
    static func objection(to name: String) -> AccountFailure? {
        NameKey.isClaimable(name) ? nil : NameKey.isReserved(name) ? .reservedName : .badName
    }

    var description: String {
        switch self {
        case .nameTaken:
            "This name, or one that looks like it, is somebody's already. Choose another one, or log in if it is yours."
        case .badName:
            "A name to claim has 2 to 24 letters of one alphabet or digits, with single spaces, dots, hyphens or apostrophes between them. Choose another one."
        case .reservedName:
            "This name is reserved: no name begins with a word like robot, server, admin, gomoku, moderator, system or guest, or with \"p-\". Choose another one."
        case .weakPassword: "A password has 8 to 128 characters. Choose another one."
        case .alreadyClaimed: "You have claimed a name already, and it stays yours."
        case .alreadyRenamed: "You have changed your name once already, and it stays what it is."
        case .badLogin: "There is no such name with this password. Check both."
        case .notClaimed: "Only who has claimed a name has a password, sessions and further tokens. Claim yours first."
        case .rateLimited: "Too many attempts. Wait a minute, then try again."
        case .busy: "Too many are at it just now. Try again in a moment."
        case .notFree: "You are in a room, or look for an opponent. Leave first, or log in on another connection."
        case .gone: "That session is over already. Ask for the list again."
        case .unavailable(let why): "That cannot be done just now: \(why)"
        }
    }
}
