import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Admits connections to rooms.
struct RoomEntry {
    let registry: RoomRegistry
    let lobby: LobbyService
    let moderation: Moderation
    let remote: RemoteRooms

    private var limits: Limits { registry.services.limits }

    /// Lets the client join a room. Later requests wait until that is done.
    func enter(_ join: Request.Join, _ connection: ClientConnection, _ hold: SuspendedConnection) {
        guard !moderation.isClosed(join.room) else {
            connection.send(.error(RequestRefusal.roomClosed(join.room), id: nil))
            return hold.finish()
        }
        // The secret is part of the stored name. Without it, another room of that name is opened or
        // created.
        let name = join.room.opened(by: join.secret, for: connection.participant.id)
        if let live = connection.rooms[join.room] {
            if live.name != name {
                connection.send(.error(RequestRefusal.otherOfThatName(join.room), id: nil))
            } else if live.room.kind == join.kind {
                return enter(live, join, connection, hold)
            } else {
                refuse(.otherKind(live.room.kind), join, connection)
            }
            return hold.finish()
        }
        // The connection is in a room of that name on another server. That server decides whether
        // it is the same room.
        if let node = connection.remote?.rooms[join.room] { return pass(join, to: node, connection, hold) }
        guard connection.rooms.count + (connection.remote?.rooms.count ?? 0) < limits.roomsPerConnection else {
            connection.send(.error(RequestRefusal.tooManyRooms(limit: limits.roomsPerConnection), id: nil))
            return hold.finish()
        }
        guard join.room == .lobby else { return open(name, join, connection, hold) }
        remote.lobby.find { place in
            switch place {
            case .here: open(name, join, connection, hold)
            case .there(let node): pass(join, to: node, connection, hold)
            case nil:
                connection.send(.error(LobbyFailure.moving, id: nil))
                hold.finish()
            }
        }
    }

    /// Forwards the join to another server. If it was already forwarded to this server, closes the
    /// connection instead, so that the client starts over.
    private func pass(
        _ join: Request.Join, to node: NodeID, _ connection: ClientConnection, _ hold: SuspendedConnection
    ) {
        guard connection.isOpen, !connection.outlet.isRemote else {
            connection.outlet.close(.goingAway, reason: LiveRoom.movedReason)
            return hold.finish()
        }
        remote.enter(join, on: node, connection, hold)
    }

    private func open(
        _ name: RoomName, _ join: Request.Join, _ connection: ClientConnection, _ hold: SuspendedConnection
    ) {
        registry.open(name, kind: join.kind, by: RoomMaker(connection)) { result in
            switch result {
            case .failure(.elsewhere(let node)): pass(join, to: node, connection, hold)
            case .failure(let failure):
                if connection.isOpen { refuse(failure, join, connection) }
                hold.finish()
            case .success(let live): enter(live, join, connection, hold)
            }
        }
    }

    /// Admits the connection once its snapshot may be made.
    private func enter(
        _ live: LiveRoom, _ join: Request.Join, _ connection: ClientConnection, _ hold: SuspendedConnection
    ) {
        let services = registry.services
        let person = connection.participant.id
        services.snapshots.admit(
            connection, to: live.name, bytes: live.greetingBytes(for: person, knowing: join.known),
            isPlayer: live.isPlaying(person)
        ) {
            guard connection.isOpen else { return hold.finish() }
            // The room may have been evicted or have moved while the snapshot waited for its turn.
            guard services.rooms[live.name] === live else { return open(live.name, join, connection, hold) }
            defer { hold.finish() }
            guard connection.rooms[join.room] == nil else { return live.join(connection, knowing: join.known) }
            guard live.mayShow(to: connection) else {
                services.snapshots.cancel(connection, live.name)
                return connection.send(.error(StudyRefusal.rated(join.room), id: nil))
            }
            guard live.admits(person) else {
                services.snapshots.cancel(connection, live.name)
                return connection.send(.error(RequestRefusal.roomFull(join.room), id: nil))
            }
            connection.rooms.add(live, as: join.room)
            remote.entered(join.room, connection)
            lobby.joined(connection, join.room)
            if live.room.creator == Room.server { remote.lobby.arrived(connection.participant.id, join.room) }
            live.join(connection, knowing: join.known)
        }
    }

    /// Removes all clients of this server from a room that the operator has closed. Returns their
    /// number.
    func clear(_ room: RoomName, in directory: ClientDirectory) -> Int {
        directory.all.count { connection in
            guard connection.isOpen else { return false }
            if let live = connection.rooms.remove(room) {
                live.leave(connection)
            } else if !remote.leave(room, connection) {
                return false
            }
            connection.send(.error(RequestRefusal.roomClosed(room), id: nil))
            return true
        }
    }

    private func refuse(_ failure: RoomRegistry.Failure, _ join: Request.Join, _ connection: ClientConnection) {
        connection.send(.error(RoomEntryRefusal(room: join.room, failure: failure), id: nil))
    }
}
