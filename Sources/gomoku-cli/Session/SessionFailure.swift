import Client
import GameState
import WebSockets
import Wire

/// Why the line to the server is down.
enum LineLoss: Error, Equatable {
    /// Nothing came from there for too long.
    case noAnswer(host: String)
    case notOpened(ConnectFailure)
    case broken
    case restarting
    case tooMuchSent
    case unreadable
    /// The server has no place just now.
    case turnedAway(Notice.Reason)

    /// Whether there is nothing to wait for: what was never there does not come back.
    var isNobodyThere: Bool {
        switch self {
        case .noAnswer: true
        case .notOpened(let failure): failure.reason == .noAnswer || failure.reason == .unknownName
        case .broken, .restarting, .tooMuchSent, .unreadable, .turnedAway: false
        }
    }
}

/// Why a session, or a single request, ended by itself.
enum SessionFailure: Error, Equatable {
    case unavailable(LineLoss)
    /// The line broke before what was asked for had come.
    case interrupted
    /// What answered is no server of ours.
    case otherServer(ConnectFailure)
    case notUnderstood(NoticeFailure)
    /// The server refuses the room.
    case refused(Notice.Reason)
    /// The room is a gadget's: nobody plays there by the rules of this game.
    case noGame(RoomName)

    var status: Int32 {
        switch self {
        case .unavailable, .interrupted: ExitStatus.unavailable
        case .otherServer, .notUnderstood, .refused, .noGame: ExitStatus.protocolFailure
        }
    }
}

extension SessionFailure {
    /// A connection that was not opened: anything but an answer of our kind is another server; one with a server
    /// error may become ours again.
    init(_ failure: ConnectFailure) {
        if case .status(let status) = failure.reason, status < 500 {
            self = .otherServer(failure)
        } else {
            self = .unavailable(.notOpened(failure))
        }
    }
}

/// For commands that speak to programs and their authors.
extension LineLoss {
    var sentence: String { EnglishWords().loss(self) }
}

extension SessionFailure {
    var sentence: String { EnglishWords().failure(self) }
}
