import GameState
import Storage
import WebSockets
import Wire

/// The server's side of the lobby. It asks the pure ``Lobby``, shows the results in `~lobby`, and
/// has rooms created for paired players.
package final class LobbyService {
    package let room: LobbyRoom
    private let services: RoomServices
    private let pairing: Pairing
    private var lobby: Lobby
    private var reminders = PairingReminders()
    /// Connections that have sent requests to the lobby, by their numbers in the lobby.
    private var clients: [Int: ClientConnection] = [:]
    private var lastNumber = 0

    package init(room: LobbyRoom, services: RoomServices, pairing: Pairing, bounds: Lobby.Limits = Lobby.Limits()) {
        self.room = room
        self.services = services
        self.pairing = pairing
        lobby = Lobby(bounds: bounds)
    }

    // MARK: requests

    package func seek(_ request: Request.SeekRequest, from client: ClientConnection, _ hold: SuspendedConnection) {
        guard isAllowed(client, id: request.id) else { return hold.finish() }
        let number = number(of: client)
        rate(client, for: request.terms, id: request.id, hold) { [self] seeker in
            let isDone = perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
                try lobby.seek(
                    request.terms, range: request.range, by: seeker, on: number, group: client.group, id: request.id)
            }
            if isDone, let seek = lobby.seek(of: number) { client.send(.seeking(id: request.id, seek)) }
        }
    }

    package func accept(_ request: Request.Accept, from client: ClientConnection, _ hold: SuspendedConnection) {
        guard isAllowed(client, id: request.id) else { return hold.finish() }
        let number = number(of: client)
        // A seek that is gone has no terms. The rating does not matter then, because the lobby will
        // refuse.
        rate(client, for: lobby[request.number]?.terms ?? GameTerms(), id: request.id, hold) { [self] seeker in
            perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
                try lobby.accept(request.number, by: seeker, on: number, id: request.id)
            }
        }
    }

    package func unseek(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.unseek(number)) }
    }

    /// Removes the seek of a closed connection.
    package func lost(_ client: ClientConnection) {
        guard let number = client.seekNumber else { return }
        show(lobby.unseek(number))
        clients[number] = nil
    }

    /// Notes the new name of the connection's participant.
    package func renamed(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.renamed(number, client.participant)) }
    }

    /// Repeats the notice of a pairing to a client that may have missed it. The client has
    /// reconnected, or has caught up after dropped frames.
    package func remind(_ client: ClientConnection) {
        let player = client.participant.id
        guard let reminder = reminders.reminder(for: player, now: services.now()) else { return }
        client.send(.paired(id: nil, room: reminder.room, side: reminder.side))
    }

    /// Notes the name of the connection's participant. Repeats the notice of a pairing that was
    /// sent only to another connection (``remind(_:)``).
    package func welcomed(_ client: ClientConnection) {
        renamed(client)
        let reminder = reminders.reminder(for: client.participant.id, now: services.now())
        if let reminder, reminder.connection != client.seekNumber { remind(client) }
    }

    /// Ends the reminders of a client that has joined the paired room.
    package func joined(_ client: ClientConnection, _ room: RoomName) { arrived(client.participant.id, room) }

    /// Ends the reminders of a participant who has joined the paired room.
    package func arrived(_ participant: ParticipantID, _ room: RoomName) { reminders.joined(participant, room) }

    /// Returns a pairing to repeat to a participant whose connection is on another server.
    package func reminder(for participant: ParticipantID) -> Notice? {
        reminders.reminder(for: participant, now: services.now()).map {
            .paired(id: nil, room: $0.room, side: $0.side)
        }
    }

    /// Disconnects all clients, because another server has the lobby now. They reconnect and find
    /// it there.
    package func moved() {
        for client in clients.values { client.outlet.close(.goingAway, reason: LiveRoom.movedReason) }
        for client in room.live.audience.everybody {
            client.outlet.close(.goingAway, reason: LiveRoom.movedReason)
        }
    }

    /// Whether the client has an open seek.
    package func isSeeking(_ client: ClientConnection) -> Bool {
        client.seekNumber.flatMap { lobby.seek(of: $0) } != nil
    }

    private func number(of client: ClientConnection) -> Int {
        if let known = client.seekNumber { return known }
        lastNumber += 1
        client.seekNumber = lastNumber
        clients[lastNumber] = client
        return lastNumber
    }

    private func isAllowed(_ client: ClientConnection, id: String?) -> Bool {
        guard client.seeks.spend(now: services.now()) else {
            services.counters.ranOut(of: .seeks)
            client.send(.error(LobbyFailure.tooOften(retryAfter: client.seeks.wait), id: id))
            return false
        }
        return true
    }

    /// Looks up the client's rating for these terms and then continues. Later requests wait
    /// meanwhile.
    private func rate(
        _ client: ClientConnection, for terms: GameTerms, id: String?, _ hold: SuspendedConnection,
        _ then: @escaping (Seeker) -> Void
    ) {
        services.store.points(of: client.participant, for: terms.ratingKind, now: services.now()) { result in
            defer { hold.finish() }
            guard client.isOpen else { return }
            switch result {
            case .success(let rating): then(Seeker(client.participant, rating: rating))
            case .failure(let failure):
                client.send(.error(LobbyFailure.ratingUnavailable("\(failure)"), id: id))
            }
        }
    }

    /// Asks the lobby, shows the effects or sends the refusal, and returns whether the request
    /// succeeded.
    @discardableResult
    private func perform(
        for client: ClientConnection, id: String?, _ ask: (inout Lobby) throws(LobbyRefusal) -> [Lobby.Effect]
    ) -> Bool {
        do {
            show(try ask(&lobby))
            return true
        } catch {
            client.send(.error(error, id: id))
            return false
        }
    }

    // MARK: effects

    private func show(_ effects: [Lobby.Effect]) {
        for effect in effects {
            switch effect {
            case .listed(let seek):
                room.list(seek)
                clients[seek.connection]?.outlet.seekChanged(isListed: true)
            case .unlisted(let seek):
                room.unlist(seek)
                clients[seek.connection]?.outlet.seekChanged(isListed: false)
            case .pushedOut(let seek):
                clients[seek.connection]?.send(.error(LobbyFailure.pushedOut, id: seek.id))
            case .paired(let pair): begin(pair)
            }
        }
    }

    private func begin(_ pair: Lobby.Pair) {
        // Draw the sides at random, so that the first player to seek has no advantage.
        let places = Bool.random() ? ByStone(x: pair.first, o: pair.second) : ByStone(x: pair.second, o: pair.first)
        let players = ByStone(x: places.x.seeker.participant, o: places.o.seeker.participant)
        pairing.begin(pair.terms, players) { [self] result in
            if services.network.isShared, case .success(let name) = result {
                // ``Pairing`` has released the room. The server that will serve it lists the game
                // once a player has come.
                let players = ByStone(x: places.x.seeker, o: places.o.seeker).listed
                room.show(awaited: ListedGame(players: players, terms: pair.terms), in: name)
            }
            for side in Stone.allCases {
                let place = places[side]
                if case .success(let room) = result {
                    reminders.add(
                        place.seeker.participant.id, room, side, on: place.connection, now: services.now())
                }
                guard let client = clients[place.connection] else { continue }
                switch result {
                case .success(let room): client.send(.paired(id: place.id, room: room, side: side))
                case .failure(let failure): client.send(.error(failure, id: place.id))
                }
            }
        }
    }
}

extension ByStone<Seeker> {
    fileprivate var listed: ByStone<ListedGame.Player> {
        ByStone<ListedGame.Player>(
            x: .init(id: x.participant.id, name: x.participant.name, rating: x.rating),
            o: .init(id: o.participant.id, name: o.participant.name, rating: o.rating))
    }
}
