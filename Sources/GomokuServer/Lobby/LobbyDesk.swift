import GameState

/// The lobby as the server keeps it: asks the pure ``Lobby``, shows what came of it in `~lobby`, and has paired players' rooms made.
final class LobbyDesk {
    /// Requests to the lobby that a connection may send at once; one comes back each second.
    static let requestBurst = 20

    /// The address that seeks are counted by; nil for this machine itself, where a proxy speaks for everybody.
    static func counted(_ address: String) -> String? {
        address.hasPrefix("127.") || address == "::1" || address == "localhost" ? nil : address
    }

    let room: LobbyRoom
    private let hall: Hall
    private var lobby: Lobby
    private let pairing: Pairing
    /// Connections that have asked for something here, by the number that the lobby knows them by.
    private var clients: [Int: Client] = [:]
    private var lastNumber = 0

    init(hall: Hall, bounds: Lobby.Bounds = Lobby.Bounds(), newEpoch: () -> String, newName: @escaping () -> String) {
        self.hall = hall
        lobby = Lobby(bounds: bounds)
        room = LobbyRoom(beside: hall.house, epoch: newEpoch())
        pairing = Pairing(hall: hall, newName: newName)
        hall.keep(room.table)
        hall.house.seen = { [unowned self] in look(at: $0) }
        hall.forgotten = { [unowned self] name in room.show(nil, in: name) }
    }

    // MARK: requests

    func seek(_ request: Request.SeekRequest, from client: Client) {
        guard isAllowed(client, id: request.id) else { return }
        let number = number(of: client)
        let seeker = Seeker(client.participant)
        perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
            try lobby.seek(request.terms, range: request.range, by: seeker, on: number, group: client.address, id: request.id)
        }
        if let seek = lobby.seek(of: number) { client.send(.seeking(id: request.id, seek)) }
    }

    func accept(_ request: Request.Accept, from client: Client) {
        guard isAllowed(client, id: request.id) else { return }
        let number = number(of: client)
        let seeker = Seeker(client.participant)
        perform(for: client, id: request.id) { lobby throws(LobbyRefusal) in
            try lobby.accept(request.number, by: seeker, on: number, id: request.id)
        }
    }

    func unseek(_ client: Client) {
        if let number = client.seekNumber { show(lobby.unseek(number)) }
    }

    /// Its line is gone, and with it what it was looking for.
    func lost(_ client: Client) {
        guard let number = client.seekNumber else { return }
        show(lobby.unseek(number))
        clients[number] = nil
    }

    /// Its participant has another name now.
    func renamed(_ client: Client) {
        if let number = client.seekNumber { show(lobby.renamed(number, client.participant)) }
    }

    /// Whether it looks for an opponent.
    func isSeeking(_ client: Client) -> Bool { client.seekNumber.flatMap { lobby.seek(of: $0) } != nil }

    private func number(of client: Client) -> Int {
        if let known = client.seekNumber { return known }
        lastNumber += 1
        client.seekNumber = lastNumber
        clients[lastNumber] = client
        return lastNumber
    }

    private func isAllowed(_ client: Client, id: String?) -> Bool {
        guard client.seeks.spend(now: hall.house.now()) else {
            client.send(.error(code: "rate-limited", message: "You ask the lobby too often. Wait a few seconds.", id: id))
            return false
        }
        return true
    }

    private func perform(
        for client: Client, id: String?, _ ask: (inout Lobby) throws(LobbyRefusal) -> [Lobby.Effect]
    ) {
        do {
            show(try ask(&lobby))
        } catch {
            client.send(.error(code: error.code, message: "\(error)", id: id))
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
        let places = [pair.first, pair.second]
        // Whoever was there first has no better side than the other.
        let sides: [Stone] = Bool.random() ? [.x, .o] : [.o, .x]
        let players = zip(places, sides).map { place, side in
            Pairing.Player(participant: place.seeker.participant, side: side)
        }
        pairing.begin(pair.terms, players) { [self] result in
            for (place, side) in zip(places, sides) {
                guard let client = clients[place.connection] else { continue }
                switch result {
                case .success(let room): client.send(.paired(id: place.id, room: room, side: side))
                case .failure(let failure): client.send(.error(code: failure.code, message: "\(failure)", id: place.id))
                }
            }
        }
    }

    // MARK: games in play

    /// Something has happened at `table`: is there a game that strangers may watch?
    private func look(at table: Table) {
        guard table.room.kind == .gomoku else { return }
        room.show(table.room.game.flatMap { listed($0, at: table) }, in: table.name)
    }

    private func listed(_ game: Game, at table: Table) -> ListedGame? {
        guard game.options.isListed, !game.isOver, !game.isSolo, let x = game.seats.x, let o = game.seats.o else { return nil }
        func player(_ id: ParticipantID) -> ListedGame.Player {
            ListedGame.Player(name: table.name(of: id), rating: nil)
        }
        return ListedGame(players: ByStone(x: player(x), o: player(o)), rule: game.rule, clock: game.options.clock, isRated: false)
    }
}
