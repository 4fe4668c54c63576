import Client
import GameState
import WebSockets
import Wire

/// A reason for a lost connection.
enum ConnectionLoss: Error, Equatable {
    /// The server sent nothing for too long.
    case noAnswer(host: String)
    case notOpened(ConnectFailure)
    case broken
    case restarting
    case tooMuchSent
    case unreadable
    /// The server refused for now, for example because it is full.
    case turnedAway(Notice.Reason)

    /// Whether nothing listens at the address.
    var isRefusal: Bool {
        if case .notOpened(let failure) = self, case .refused = failure.reason { true } else { false }
    }

    /// Whether no server was found, so that there is no reason to keep trying.
    var isUnreachable: Bool {
        switch self {
        case .noAnswer: true
        case .notOpened(let failure): failure.reason == .noAnswer || failure.reason == .unknownName
        case .broken, .restarting, .tooMuchSent, .unreadable, .turnedAway: false
        }
    }
}

/// A reason why a session or a single request ended.
enum SessionFailure: Error, Equatable {
    case unavailable(ConnectionLoss)
    /// The connection broke before the answer arrived.
    case interrupted
    /// The answer did not come from a Gomoku server.
    case otherServer(ConnectFailure)
    case notUnderstood(NoticeFailure)
    /// The server refused the room.
    case refused(Notice.Reason)
    /// The room belongs to a gadget, so it has no game with these rules.
    case noGame(RoomName)

    var status: Int32 {
        switch self {
        case .unavailable, .interrupted: ExitStatus.unavailable
        case .otherServer, .notUnderstood, .refused, .noGame: ExitStatus.protocolFailure
        }
    }
}

extension SessionFailure {
    /// Converts a failed connection attempt. An HTTP status below 500 means another kind of server;
    /// all other failures count as temporary.
    init(_ failure: ConnectFailure) {
        if case .status(let status) = failure.reason, status < 500 {
            self = .otherServer(failure)
        } else {
            self = .unavailable(.notOpened(failure))
        }
    }
}

/// The sentences in English, for commands whose output goes to programs and their authors.
extension ConnectionLoss {
    var sentence: String { EnglishWords().loss(self) }
}

extension SessionFailure {
    var sentence: String { EnglishWords().failure(self) }
}
