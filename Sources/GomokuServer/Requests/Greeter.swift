import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Answers `hello` and completes logins: gives a connection its identity.
struct Greeter {
    let identities: Identities
    let lobby: LobbyService
    let services: RoomServices
    let moderation: Moderation
    let directory: ClientDirectory
    let remote: RemoteRooms

    /// Identifies the client of `connection`. Later requests wait until that is done.
    func greet(_ hello: Request.Hello, _ connection: ClientConnection, _ hold: SuspendedConnection) {
        guard !services.gate.isCutOff else { return sendElsewhere(connection, Gate.cutOffSentence, hold) }
        // Another hello only changes the name. It may not change the participant.
        guard !connection.isKnown || hello.token == nil || hello.token == connection.token else {
            connection.send(.error(RequestRefusal.identified, id: nil))
            return hold.finish()
        }
        let known = Request.Hello(
            name: hello.name, token: hello.token ?? (connection.isKnown ? connection.token : nil),
            isBot: hello.isBot)
        let signOuts = directory.signOuts
        identities.identify(known) { result in
            // The token may have been signed out after it was looked up.
            if case .success(let identity) = result, identity.participant.isClaimed, directory.signOuts != signOuts {
                return greet(hello, connection, hold)
            }
            guard connection.isOpen else { return hold.finish() }
            // Check this even after success, because a guest gets an identity without the store.
            guard !services.gate.isCutOff else { return sendElsewhere(connection, Gate.cutOffSentence, hold) }
            switch result {
            case .success(let identity): welcome(identity, connection)
            case .failure(let failure):
                if failure.isOutOfReach { return sendElsewhere(connection, "\(failure)", hold) }
                connection.send(.error(RequestRefusal.lookUpFailed("\(failure)"), id: nil))
            }
            hold.finish()
        }
    }

    /// Disconnects the client, because another server may reach the store.
    private func sendElsewhere(_ connection: ClientConnection, _ why: String, _ hold: SuspendedConnection) {
        connection.send(.error(RequestRefusal.lookUpFailed(why), id: nil))
        connection.outlet.close(.goingAway, reason: NodeService.cutOffReason)
        hold.finish()
    }

    /// Gives `connection` the identity, or closes it if the participant is banned.
    func welcome(_ identity: Identities.Identity, _ connection: ClientConnection) {
        guard connection.isOpen else { return }
        guard !moderation.isBanned(identity.participant.id) else {
            connection.send(.error(RequestRefusal.banned, id: nil))
            return connection.outlet.close(.policy, reason: "banned")
        }
        directory.remove(connection)
        connection.isKnown = true
        connection.participant = identity.participant
        connection.token = identity.token
        connection.guest = services.store.sharedGuests?.hold(identity.participant.id)
        directory.add(connection)
        connection.send(
            .welcome(
                .init(
                    participant: identity.participant, token: identity.token, server: Product.server,
                    time: services.now(), limits: services.limits)))
        for live in connection.rooms.all { live.renamed(connection) }
        lobby.welcomed(connection)
        remote.renamed(connection)
        remote.returned(connection)
    }

    /// Removes the name of a deleted account from the rooms in memory, on this server and on the
    /// others.
    func deleted(_ participant: ParticipantID) {
        hasDeleted(participant)
        directory.deleted(participant)
    }

    /// Removes the name of a deleted account from the rooms in memory and from its open
    /// connections, on this server.
    func hasDeleted(_ participant: ParticipantID) {
        for client in directory.clients(of: participant) { client.participant.anonymize() }
        for live in services.rooms.all { live.anonymize(participant) }
    }

    /// Announces the new name of the connection's participant in all of its rooms.
    func renamed(_ connection: ClientConnection) {
        for live in connection.rooms.all { live.renamed(connection) }
        lobby.renamed(connection)
        remote.renamed(connection)
    }
}
