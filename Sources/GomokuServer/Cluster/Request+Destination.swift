import GameState
import Wire

extension Request {
    /// The server of a cluster that answers a request.
    enum Destination: Equatable {
        /// The server that the client is connected to.
        case anyServer
        /// The server of the room.
        case room(RoomName)
        /// The server of the lobby.
        case lobby
    }

    /// The server that answers the request. A join is answered by the client's own server, which
    /// looks up the server of the room (``RoomEntry``).
    var destination: Destination {
        switch self {
        case .delta(let request): .room(request.room)
        case .say(let say): .room(say.room)
        case .hint(let hint): .room(hint.room)
        case .cursor(let cursor): .room(cursor.room)
        case .invite(let invite): .room(invite.room)
        case .report(let report): .room(report.room)
        case .history(let history): .room(history.room)
        case .leave(let leave): .room(leave.room)
        case .ping(let ping): ping.room.map { .room($0) } ?? .anyServer
        case .seek, .accept, .unseek: .lobby
        case .hello, .join, .analyse, .claim, .login, .token, .password, .rename, .delete, .sessions, .signout:
            .anyServer
        }
    }

    /// Whether the request changes a room. A guest who sends such a request is stored first.
    var changesRoom: Bool {
        switch self {
        case .delta, .say: true
        default: false
        }
    }

    /// Whether the connection's next requests wait for the answer.
    var suspendsConnection: Bool {
        if case .history = self { true } else { false }
    }
}
