import GameState

/// What ``MemoryStore`` keeps of people.
struct MemoryPeople {
    /// Finished games kept, the newest.
    static let gamesKept = 10_000

    private(set) var participants: [ParticipantID: Participant] = [:]
    private var accounts: [NameKey: Account] = [:]
    /// What those who have changed their names were called, once each.
    private var former: [NameKey: ParticipantID] = [:]
    /// The names of deleted accounts, and the time until which nobody can claim each of them.
    private var reserved: [NameKey: Int] = [:]
    private(set) var games: [GameID: StoredGame] = [:]
    private var keys: [ParticipantID: NameKey] = [:]
    private var owners: [[UInt8]: ParticipantID] = [:]
    private(set) var sessions: [ParticipantID: [StoredSession]] = [:]
    private var ratings: [ParticipantID: [KeptRating]] = [:]
    /// In the order in which they ended.
    private var order: [GameID] = []

    func participant(tokenHash: [UInt8]) -> Participant? { owners[tokenHash].flatMap { participants[$0] } }

    mutating func save(_ stored: StoredParticipant) {
        var participant = stored.participant
        if let key = keys[participant.id], let account = accounts[key] {
            participant.name = account.name
            participant.isClaimed = true
        }
        // A token lets in as long as it is a session's, once the name is claimed.
        if keys[participant.id] == nil { owners[stored.tokenHash] = participant.id }
        participants[participant.id] = participant
    }

    mutating func claim(_ account: Account, device: String?) -> ClaimFailure? {
        guard keys[account.participant] == nil else { return .alreadyClaimed }
        guard self.account(account.key) == nil, !isReserved(account.key, at: account.since) else { return .nameTaken }
        (accounts[account.key], reserved[account.key]) = (account, nil)
        keys[account.participant] = account.key
        participants[account.participant]?.name = account.name
        participants[account.participant]?.isClaimed = true
        sessions[account.participant] = owners.filter { $0.value == account.participant }.map {
            StoredSession(tokenHash: $0.key, device: device, since: account.since, seen: account.since)
        }
        return nil
    }

    mutating func addSession(_ session: StoredSession, of participant: ParticipantID) {
        var kept = (sessions[participant] ?? []) + [session]
        owners[session.tokenHash] = participant
        if kept.count > PeopleLimits.sessions, let unused = kept.indices.min(by: { kept[$0].seen < kept[$1].seen }) {
            owners[kept.remove(at: unused).tokenHash] = nil
        }
        sessions[participant] = kept
    }

    mutating func endSessions(_ ended: EndedSessions, of participant: ParticipantID) {
        for session in sessions[participant] ?? [] where ended.contains(session.tokenHash) {
            owners[session.tokenHash] = nil
        }
        sessions[participant]?.removeAll { ended.contains($0.tokenHash) }
    }

    mutating func sawSession(_ tokenHash: [UInt8], at time: Int) {
        guard let owner = owners[tokenHash],
            let index = sessions[owner]?.firstIndex(where: {
                $0.tokenHash == tokenHash && $0.seen <= time - PeopleLimits.seenMilliseconds
            })
        else { return }
        sessions[owner]?[index].seen = time
    }

    mutating func setPassword(_ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8]) {
        guard let key = keys[participant] else { return }
        accounts[key]?.password = password
        endSessions(.allBut(kept), of: participant)
    }

    /// By the name of now, or the one before it.
    func account(_ name: NameKey) -> Account? {
        accounts[name] ?? former[name].flatMap { keys[$0] }.flatMap { accounts[$0] }
    }

    private func isReserved(_ name: NameKey, at now: Int) -> Bool { reserved[name].map { now < $0 } ?? false }

    mutating func rename(_ participant: ParticipantID, to name: String, at now: Int) -> RenameFailure? {
        guard let key = keys[participant], var account = accounts[key] else { return .notClaimed }
        guard !former.values.contains(participant) else { return .alreadyRenamed }
        let next = NameKey(name)
        guard self.account(next).map({ $0.participant == participant }) ?? true, !isReserved(next, at: now) else {
            return .nameTaken
        }
        account.name = name
        accounts[key] = nil
        (accounts[next], reserved[next]) = (account, nil)
        former[key] = participant
        keys[participant] = next
        participants[participant]?.name = name
        return nil
    }

    mutating func forget(_ participant: ParticipantID, at now: Int) {
        endSessions(.all, of: participant)
        reserved = reserved.filter { now < $0.value }
        let names = [keys.removeValue(forKey: participant)] + former.filter { $0.value == participant }.map(\.key)
        for name in names.compactMap(\.self) {
            (accounts[name], former[name]) = (nil, nil)
            reserved[name] = now + PeopleLimits.reservedMilliseconds
        }
        owners = owners.filter { $0.value != participant }
        sessions[participant] = nil
        ratings[participant] = nil
        participants[participant] = nil
        for (id, stored) in games {
            var players = stored.players
            for stone in Stone.allCases where players[stone]?.id == participant {
                players[stone] = players[stone]?.nameless
            }
            games[id] = StoredGame(game: stored.game, players: players)
        }
    }

    mutating func giveName(_ id: ParticipantID, to name: String) -> ClaimFailure? {
        if let other = accounts[NameKey(name)], other.participant != id { return .nameTaken }
        if let key = keys[id], let account = accounts[key] {
            let renamed = Account(participant: id, name: name, password: account.password, since: account.since)
            accounts[key] = nil
            (accounts[renamed.key], reserved[renamed.key]) = (renamed, nil)
            keys[id] = renamed.key
        }
        participants[id]?.name = name
        return nil
    }

    func rating(of participant: ParticipantID, _ kind: RatingKind) -> KeptRating? {
        ratings[participant]?.first { $0.kind == kind }
    }

    // MARK: games

    /// Records a game and settles its ratings, once.
    mutating func record(_ game: FinishedGame) {
        guard games[game.id] == nil else { return }
        var points = ByStone<(before: Int, after: Int)?>(both: nil)
        if game.isLongEnough, let kind = game.ratingKind, let x = game.players.x, let o = game.players.o,
            counted(x, o, since: game.ended - RatingRule.milliseconds) < RatingRule.gamesOfTwo
        {
            let before = ByStone(x: rating(of: x, kind), o: rating(of: o, kind))
            let asOf = ByStone(x: before.x?.asOf, o: before.o?.asOf)
            let after = Glicko2.settled(
                ByStone(x: before.x?.rating, o: before.o?.rating), asOf: asOf, winner: game.winner, now: game.ended)
            for (stone, id) in [(Stone.x, x), (.o, o)] {
                points[stone] = ((before[stone]?.rating ?? .start).points, after[stone].points)
                var kept = ratings[id] ?? []
                kept.removeAll { $0.kind == kind }
                kept.append(KeptRating(kind: kind, rating: after[stone], asOf: game.ended))
                ratings[id] = kept
            }
        }
        func player(_ stone: Stone) -> StoredGame.Player? {
            game.players[stone].map { id in
                StoredGame.Player(
                    id: id, name: participants[id]?.name ?? StoredGame.Player.name(of: id),
                    rating: points[stone]?.before,
                    after: points[stone]?.after)
            }
        }
        games[game.id] = StoredGame(game: game, players: ByStone(x: player(.x), o: player(.o)))
        order.append(game.id)
        if order.count > Self.gamesKept { games[order.removeFirst()] = nil }
    }

    /// How many games of these two have counted since then.
    private func counted(_ one: ParticipantID, _ other: ParticipantID, since: Int) -> Int {
        order.reversed().lazy.compactMap { games[$0] }.prefix { $0.game.ended > since }.filter { stored in
            let (x, o) = (stored.game.players.x, stored.game.players.o)
            return stored.players.x?.after != nil && ((x == one && o == other) || (x == other && o == one))
        }.count
    }

    func games(of query: PersonQuery, before: Int?, limit: Int) -> [StoredGame]? {
        guard let id = id(query) else { return nil }
        let found = order.reversed().lazy.compactMap { games[$0] }.filter { stored in
            (stored.game.players.x == id || stored.game.players.o == id)
                && before.map { stored.game.ended < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    func leaders(limit: Int) -> [RankedPerson] {
        let kinds = Set(ratings.values.joined().map(\.kind)).sorted {
            ($0.rule.rawValue, $0.speed.rawValue) < ($1.rule.rawValue, $1.speed.rawValue)
        }
        return kinds.flatMap { ranking($0).prefix(limit) }
    }

    /// Those who have claimed a name, the best first.
    func ranking(_ kind: RatingKind) -> [RankedPerson] {
        ratings.compactMap { id, kept in
            guard let account = keys[id].flatMap({ accounts[$0] }), let rating = kept.first(where: { $0.kind == kind })
            else { return nil }
            return RankedPerson(id: id, name: account.name, kept: rating)
        }.sorted { ($1.kept.rating.atLeast, $0.id.text) < ($0.kept.rating.atLeast, $1.id.text) }
    }

    func recentGames(limit: Int) -> [StoredGame] {
        let found = order.suffix(PeopleLimits.recentGames).reversed().lazy.compactMap { games[$0] }
            .filter { $0.game.terms.isRated && $0.game.room.lock == nil }
        return Array(found.prefix(limit))
    }

    func person(_ query: PersonQuery) -> Person? {
        guard let id = id(query), let participant = participants[id] else { return nil }
        var won = 0
        var lost = 0
        var drawn = 0
        for stored in games(of: query, before: nil, limit: .max) ?? []
        where stored.game.players.x != stored.game.players.o {
            guard let winner = stored.game.winner else {
                drawn += 1
                continue
            }
            if stored.game.players[winner] == id { won += 1 } else { lost += 1 }
        }
        return Person(
            participant: participant, since: keys[id].flatMap { accounts[$0]?.since }, ratings: ratings[id] ?? [],
            won: won,
            lost: lost, drawn: drawn)
    }

    private func id(_ query: PersonQuery) -> ParticipantID? {
        switch query {
        case .id(let id): participants[id] == nil ? nil : id
        case .name(let key): account(key)?.participant
        }
    }
}

extension StoredGame.Player {
    /// What somebody is called of whom no name is kept: nothing, for those who left.
    public static func name(of id: ParticipantID) -> String { id.robotLevel.map { "Robot \($0)" } ?? "" }

    /// The same player, of whom no name is kept.
    var nameless: Self { Self(id: id, name: "", rating: rating, after: after) }
}
