import Wire
import GameState

/// The lobby as the server keeps it: asks the pure ``Lobby``, shows what came of it in `~lobby`, and has paired
/// players' rooms made.
final class LobbyService {
    /// Requests to the lobby that a connection may send at once; one comes back each second.
    static let requestBurst = 20

    /// The address that seeks are counted by; nil for this machine itself, where a proxy speaks for everybody.
    static func counted(_ address: String) -> String? {
        address.hasPrefix("127.") || address == "::1" || address == "localhost" ? nil : address
    }

    let room: LobbyRoom
    private let registry: RoomRegistry
    private var lobby: Lobby
    private let pairing: Pairing
    /// Called when requests of that connection wait no more for its rating.
    var goOn: (ClientConnection) -> Void = { _ in }
    /// Ratings of the players of listed games, of the game with that number.
    private var ratings: [RoomName: (number: Int, points: ByStone<Int>)] = [:]
    private var reminders = PairingReminders()
    /// Connections that have asked for something here, by the number that the lobby knows them by.
    private var clients: [Int: ClientConnection] = [:]
    private var lastNumber = 0

    init(
        registry: RoomRegistry, bounds: Lobby.Bounds = Lobby.Bounds(), newEpoch: () -> String,
        newName: @escaping () -> String
    ) {
        self.registry = registry
        lobby = Lobby(bounds: bounds)
        room = LobbyRoom(beside: registry.services, epoch: newEpoch())
        pairing = Pairing(registry: registry, newName: newName)
        registry.keep(room.table)
        registry.services.seen = { [unowned self] in look(at: $0) }
        registry.forgotten = { [unowned self] in unlist($0) }
    }

    // MARK: requests

    func seek(_ request: Request.SeekRequest, from client: ClientConnection) {
        guard isAllowed(client, id: request.id) else { return }
        let number = number(of: client)
        rate(client, for: request.terms, id: request.id) { [self] seeker in
            let isDone = perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
                try lobby.seek(
                    request.terms, range: request.range, by: seeker, on: number, group: client.address, id: request.id)
            }
            if isDone, let seek = lobby.seek(of: number) { client.send(.seeking(id: request.id, seek)) }
        }
    }

    func accept(_ request: Request.Accept, from client: ClientConnection) {
        guard isAllowed(client, id: request.id) else { return }
        let number = number(of: client)
        // Without its terms nothing can be rated, and nothing needs to be: it is gone.
        rate(client, for: lobby[request.number]?.terms ?? GameTerms(), id: request.id) { [self] seeker in
            perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
                try lobby.accept(request.number, by: seeker, on: number, id: request.id)
            }
        }
    }

    func unseek(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.unseek(number)) }
    }

    /// Its line is gone, and with it what it was looking for.
    func lost(_ client: ClientConnection) {
        guard let number = client.seekNumber else { return }
        show(lobby.unseek(number))
        clients[number] = nil
    }

    /// Its participant has another name now.
    func renamed(_ client: ClientConnection) {
        if let number = client.seekNumber { show(lobby.renamed(number, client.participant)) }
    }

    /// It is here again, or keeps up again: if it was told of a game while it was not, it is told once more.
    func remind(_ client: ClientConnection) {
        let player = client.participant.id
        guard let reminder = reminders.reminder(for: player, now: registry.services.now()) else { return }
        client.send(.paired(id: nil, room: reminder.room, side: reminder.side))
    }

    /// Its participant has a name, and perhaps another connection before: see ``remind(_:)``.
    func welcomed(_ client: ClientConnection) {
        renamed(client)
        let reminder = reminders.reminder(for: client.participant.id, now: registry.services.now())
        if let reminder, reminder.connection != client.seekNumber { remind(client) }
    }

    /// It is in that room now.
    func joined(_ client: ClientConnection, _ room: RoomName) { reminders.joined(client.participant.id, room) }

    /// Whether it looks for an opponent.
    func isSeeking(_ client: ClientConnection) -> Bool { client.seekNumber.flatMap { lobby.seek(of: $0) } != nil }

    private func number(of client: ClientConnection) -> Int {
        if let known = client.seekNumber { return known }
        lastNumber += 1
        client.seekNumber = lastNumber
        clients[lastNumber] = client
        return lastNumber
    }

    private func isAllowed(_ client: ClientConnection, id: String?) -> Bool {
        guard client.seeks.spend(now: registry.services.now()) else {
            client.send(
                .error(code: .rateLimited, message: "You ask the lobby too often. Wait a few seconds.", id: id))
            return false
        }
        return true
    }

    /// Looks up what `client` counts as for a game of these terms, and goes on; what it asks meanwhile waits.
    private func rate(_ client: ClientConnection, for terms: GameTerms, id: String?, _ then: @escaping (Seeker) -> Void)
    {
        client.isBeingRated = true
        rating(of: client.participant, for: terms.ratingKind) { [self] result in
            client.isBeingRated = false
            guard client.isOpen else { return }
            switch result {
            case .success(let rating): then(Seeker(client.participant, rating: rating))
            case .failure(let failure):
                client.send(
                    .error(code: .unavailable, message: "Your rating cannot be looked up just now: \(failure)", id: id)
                )
            }
            goOn(client)
        }
    }

    private func rating(
        of participant: Participant, for kind: RatingKind, _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        // Who has claimed no name plays no rated games.
        guard participant.isClaimed else { return done(.success(Seeker.unrated)) }
        let services = registry.services
        services.store.rating(of: participant.id, rule: kind.rule, speed: kind.speed, now: services.now()) {
            done($0.map(\.points))
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
            case .listed(let seek): room.list(seek)
            case .unlisted(let seek): room.unlist(seek)
            case .paired(let pair): begin(pair)
            }
        }
    }

    private func begin(_ pair: Lobby.Pair) {
        // Whoever was there first has no better side than the other.
        let places = Bool.random() ? ByStone(x: pair.first, o: pair.second) : ByStone(x: pair.second, o: pair.first)
        let players = ByStone(x: places.x.seeker.participant, o: places.o.seeker.participant)
        pairing.begin(pair.terms, players) { [self] result in
            for side in Stone.allCases {
                let place = places[side]
                if case .success(let room) = result {
                    reminders.add(
                        place.seeker.participant.id, room, side, on: place.connection, now: registry.services.now())
                }
                guard let client = clients[place.connection] else { continue }
                switch result {
                case .success(let room): client.send(.paired(id: place.id, room: room, side: side))
                case .failure(let failure): client.send(.error(failure, id: place.id))
                }
            }
        }
    }

    // MARK: games in play

    /// Something has happened at `table`: is there a game that strangers may watch?
    private func look(at table: LiveRoom) {
        guard table.room.kind == .gomoku else { return }
        guard let game = table.room.game, game.terms.isListed, !game.isOver, !game.isSolo, let x = game.seats.x,
            let o = game.seats.o
        else { return unlist(table.name) }
        let players = ByStone(x: table.participant(x), o: table.participant(o))
        guard let known = ratings[table.name], known.number == game.number else {
            return rate(players, of: game, at: table)
        }
        func player(_ side: Stone) -> ListedGame.Player { .init(name: players[side].name, rating: known.points[side]) }
        let listed = ListedGame(
            players: ByStone(x: player(.x), o: player(.o)), terms: game.terms)
        room.show(listed, in: table.name)
    }

    private func unlist(_ name: RoomName) {
        ratings[name] = nil
        room.show(nil, in: name)
    }

    /// Looks up what the players count as, once a game, and looks at the table again.
    private func rate(_ players: ByStone<Participant>, of game: Game, at table: LiveRoom) {
        let kind = game.terms.ratingKind
        // What cannot be read is not worth a game that is not shown.
        rating(of: players.x, for: kind) { [self] x in
            rating(of: players.o, for: kind) { [self] o in
                guard table.room.game?.number == game.number, registry.tables[table.name] === table else { return }
                let points = ByStone(x: (try? x.get()) ?? Seeker.unrated, o: (try? o.get()) ?? Seeker.unrated)
                ratings[table.name] = (game.number, points)
                look(at: table)
            }
        }
    }
}

extension GameTerms {
    /// What such a game counts for; one without a clock is a long one.
    fileprivate var ratingKind: RatingKind { RatingKind(rule: rule, speed: clock.map { Speed($0) } ?? .long) }
}
