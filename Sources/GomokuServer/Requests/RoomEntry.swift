import GameState
import Wire

/// Lets connections into rooms.
struct RoomEntry {
    let registry: RoomRegistry
    let lobby: LobbyService

    private var limits: Limits { registry.services.limits }

    /// What it asks from now on waits until the room is there.
    func enter(_ join: Request.Join, _ connection: ClientConnection, _ hold: Hold) {
        // Without its secret a room is none: another one of that name is opened, or made.
        let name = join.room.opened(by: join.secret)
        if let live = connection.rooms[join.room] {
            if live.name != name {
                connection.send(
                    .error(
                        code: .badMessage,
                        message: "You are in another room of the name \(name). Leave it first, or ask on another line.",
                        id: nil))
            } else if live.room.kind == join.kind {
                live.join(connection, knowing: join.known)
            } else {
                refuse(.otherKind(live.room.kind), join, connection)
            }
            return hold.finish()
        }
        guard connection.rooms.count < limits.roomsPerConnection else {
            connection.send(
                .error(
                    code: .tooManyRooms,
                    message: "One connection may be in \(limits.roomsPerConnection) rooms. Leave one first.", id: nil))
            return hold.finish()
        }
        registry.open(name, kind: join.kind, by: RoomMaker(connection)) { result in
            defer { hold.finish() }
            guard connection.isOpen else { return }
            switch result {
            case .failure(let failure): refuse(failure, join, connection)
            case .success(let live):
                guard live.audience.count < limits.connectionsPerRoom else {
                    return connection.send(
                        .error(code: .roomFull, message: "The room \(join.room) is full. Try again later.", id: nil))
                }
                connection.rooms.add(live, as: join.room)
                lobby.joined(connection, join.room)
                live.join(connection, knowing: join.known)
            }
        }
    }

    private func refuse(_ failure: RoomRegistry.Failure, _ join: Request.Join, _ connection: ClientConnection) {
        let (code, message): (Code, String) =
            switch failure {
            case .full(let limit): (.serverFull, "This server has \(limit) rooms open already. Try again later.")
            case .exhausted:
                (
                    .serverFull,
                    "This server has no place for new rooms just now. Join one that is there, or come back later."
                )
            case .tooManyMade(let limit):
                (
                    .tooManyRooms,
                    "You have made \(limit) rooms, and they are in use. Leave some, and try again in a minute."
                )
            case .busy: (.busy, "Too many want to enter \(join.room) just now. Try again in a moment.")
            case .unreadable(let why): (.unavailable, "The room \(join.room) cannot be read just now: \(why)")
            case .otherKind(let kind):
                (
                    .otherKind,
                    "The room \(join.room) is of kind \"\(kind.rawValue)\". Join it as that, or choose another name."
                )
            }
        connection.send(.error(code: code, message: message, id: nil))
    }
}
