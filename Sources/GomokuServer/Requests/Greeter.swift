import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Answers `hello`, and whoever logs in: tells a connection who it is.
struct Greeter {
    let identities: Identities
    let lobby: LobbyService
    let services: RoomServices
    let moderation: Moderation
    let directory: ClientDirectory
    let remote: RemoteRooms

    /// What it asks from now on waits until it is known.
    func greet(_ hello: Request.Hello, _ connection: ClientConnection, _ hold: Hold) {
        guard !services.gate.isCutOff else { return sendElsewhere(connection, Gate.cutOffSentence, hold) }
        // A second hello: another name for the same participant.
        guard !connection.isKnown || hello.token == nil || hello.token == connection.token else {
            connection.send(.error(RequestRefusal.identified, id: nil))
            return hold.finish()
        }
        let known = Request.Hello(
            name: hello.name, token: hello.token ?? (connection.isKnown ? connection.token : nil),
            isBot: hello.isBot)
        let signOuts = directory.signOuts
        identities.identify(known) { result in
            // Perhaps with this token, after it was looked at.
            if case .success(let identity) = result, identity.participant.isClaimed, directory.signOuts != signOuts {
                return greet(hello, connection, hold)
            }
            guard connection.isOpen else { return hold.finish() }
            // A guest is somebody although nothing could be stored of them.
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

    /// Another server may reach the store.
    private func sendElsewhere(_ connection: ClientConnection, _ why: String, _ hold: Hold) {
        connection.send(.error(RequestRefusal.lookUpFailed(why), id: nil))
        connection.outlet.close(.goingAway, reason: NodeService.cutOffReason)
        hold.finish()
    }

    /// From now on `connection` is that one.
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

    /// Removes the name of a deleted account from the rooms in memory, on this server and on the others.
    func deleted(_ participant: ParticipantID) {
        hasDeleted(participant)
        directory.deleted(participant)
    }

    /// Removes the name of a deleted account from the rooms in memory and from its open connections, on this server.
    func hasDeleted(_ participant: ParticipantID) {
        for client in directory.clients(of: participant) { client.participant.anonymize() }
        for live in services.rooms.all { live.anonymize(participant) }
    }

    /// Its participant has another name now: told wherever it is.
    func renamed(_ connection: ClientConnection) {
        for live in connection.rooms.all { live.renamed(connection) }
        lobby.renamed(connection)
        remote.renamed(connection)
    }
}
