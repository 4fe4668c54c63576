import GameState
import Storage
import WebSockets
import Wire

/// The lobby as the server keeps it: asks the pure ``Lobby``, shows what came of it in `~lobby`, and has paired
/// players' rooms made.
package final class LobbyService {
    package let room: LobbyRoom
    private let services: RoomServices
    private let pairing: Pairing
    private var lobby: Lobby
    private var reminders = PairingReminders()
    /// Connections that have asked for something here, by the number that the lobby knows them by.
    private var clients: [Int: ClientConnection] = [:]
    private var lastNumber = 0

    package init(room: LobbyRoom, services: RoomServices, pairing: Pairing, bounds: Lobby.Bounds = Lobby.Bounds()) {
        self.room = room
        self.services = services
        self.pairing = pairing
        lobby = Lobby(bounds: bounds)
    }

    // MARK: requests

    package func seek(_ request: Request.SeekRequest, from client: ClientConnection, _ hold: Hold) {
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

    package func accept(_ request: Request.Accept, from client: ClientConnection, _ hold: Hold) {
        guard isAllowed(client, id: request.id) else { return hold.finish() }
        let number = number(of: client)
        // Without its terms nothing can be rated, and nothing needs to be: it is gone.
        rate(client, for: lobby[request.number]?.terms ?? GameTerms(), id: request.id, hold) { [self] seeker in
            perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
                try lobby.accept(request.number, by: seeker, on: number, id: request.id)
            }
        }
    }

    package func unseek(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.unseek(number)) }
    }

    /// Its line is gone, and with it what it was looking for.
    package func lost(_ client: ClientConnection) {
        guard let number = client.seekNumber else { return }
        show(lobby.unseek(number))
        clients[number] = nil
    }

    /// Its participant has another name now.
    package func renamed(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.renamed(number, client.participant)) }
    }

    /// It is here again, or keeps up again: if it was told of a game while it was not, it is told once more.
    package func remind(_ client: ClientConnection) {
        let player = client.participant.id
        guard let reminder = reminders.reminder(for: player, now: services.now()) else { return }
        client.send(.paired(id: nil, room: reminder.room, side: reminder.side))
    }

    /// Its participant has a name, and perhaps another connection before: see ``remind(_:)``.
    package func welcomed(_ client: ClientConnection) {
        renamed(client)
        let reminder = reminders.reminder(for: client.participant.id, now: services.now())
        if let reminder, reminder.connection != client.seekNumber { remind(client) }
    }

    /// It is in that room now.
    package func joined(_ client: ClientConnection, _ room: RoomName) { arrived(client.participant.id, room) }

    /// They are in that room now.
    package func arrived(_ participant: ParticipantID, _ room: RoomName) { reminders.joined(participant, room) }

    /// What somebody is to be told again whose connection this server does not know.
    package func reminder(for participant: ParticipantID) -> Notice? {
        reminders.reminder(for: participant, now: services.now()).map {
            .paired(id: nil, room: $0.room, side: $0.side)
        }
    }

    /// Another server has the lobby now: everybody comes back, and finds it there.
    package func moved() {
        for client in clients.values { client.outlet.close(.goingAway, reason: LiveRoom.movedReason) }
        for client in room.live.audience.everybody {
            client.outlet.close(.goingAway, reason: LiveRoom.movedReason)
        }
    }

    /// Whether it looks for an opponent.
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

    /// Looks up what `client` counts as for a game of these terms, and goes on; what it asks meanwhile waits.
    private func rate(
        _ client: ClientConnection, for terms: GameTerms, id: String?, _ hold: Hold, _ then: @escaping (Seeker) -> Void
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

    /// Whether it was done.
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

    // MARK: what comes of it

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
        // Whoever was there first has no better side than the other.
        let places = Bool.random() ? ByStone(x: pair.first, o: pair.second) : ByStone(x: pair.second, o: pair.first)
        let players = ByStone(x: places.x.seeker.participant, o: places.o.seeker.participant)
        pairing.begin(pair.terms, players) { [self] result in
            if services.network.isShared, case .success(let name) = result {
                // The room is handed on: whoever serves it then lists it once somebody has come.
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
            x: .init(name: x.participant.name, rating: x.rating), o: .init(name: o.participant.name, rating: o.rating))
    }
}
