import GameState
import Wire

extension Request {
    /// The server of a cluster that answers a request.
    enum Destination: Equatable {
        /// The one that the client is connected to.
        case anyServer
        /// The one that serves the room.
        case room(RoomName)
        /// The one that serves the lobby.
        case lobby
    }

    /// A ``Request/join(_:)`` has none in this sense: its server finds out who serves the room (``RoomEntry``).
    var destination: Destination {
        switch self {
        case .delta(let request): .room(request.room)
        case .say(let say): .room(say.room)
        case .hint(let hint): .room(hint.room)
        case .report(let report): .room(report.room)
        case .history(let history): .room(history.room)
        case .leave(let leave): .room(leave.room)
        case .ping(let ping): ping.room.map { .room($0) } ?? .anyServer
        case .seek, .accept, .unseek: .lobby
        case .hello, .join, .claim, .login, .token, .password, .rename, .delete, .sessions, .signout: .anyServer
        }
    }

    /// Whether it changes a room, so that a guest who asks for it is stored.
    var isWorthKeeping: Bool {
        switch self {
        case .delta, .say: true
        default: false
        }
    }

    /// Whether the next requests of the connection wait for its answer.
    var isLookedUp: Bool {
        if case .history = self { true } else { false }
    }
}
