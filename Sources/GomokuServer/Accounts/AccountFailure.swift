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
    /// The session to sign out has ended already.
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
    /// Returns the failure to report for an error of a task, or nil if the task has ended without
    /// an answer.
    init?(_ error: any Error) {
        switch error {
        case let failure as AccountFailure: self = failure
        case let refusal as PeopleRefusal: self.init(refusal)
        case let failure as StoreFailure: self = .unavailable("\(failure)")
        default: return nil
        }
    }

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
            "This name, or one that looks like it, is already taken. Choose another one, or sign in if it is yours."
        case .badName:
            "A claimed name must have 2 to 24 letters of one alphabet or digits, with single spaces, dots, hyphens or apostrophes between them. Choose another name."
        case .reservedName:
            "This name is reserved. Names must not begin with a word like robot, server, admin, gomoku, moderator, system or guest, or with \"p-\". Choose another name."
        case .weakPassword: "A password must have 8 to 128 characters. Choose another one."
        case .alreadyClaimed: "You have already claimed a name. You can claim only one."
        case .alreadyRenamed: "You have already changed your name once. You cannot change it again."
        case .badLogin: "The name or the password is wrong. Check both."
        case .notClaimed: "Only the owner of a claimed name can do this. Claim a name or sign in."
        case .rateLimited: "Too many attempts. Wait a minute, then try again."
        case .busy: "The server is busy. Try again in a moment."
        case .notFree: "You are in a room or looking for an opponent. Leave first, or sign in on another connection."
        case .gone: "That session has already ended. Request the list again."
        case .unavailable(let why): "That cannot be done right now: \(why)"
        }
    }
}
