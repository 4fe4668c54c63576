import GameState

/// The people and finished games of a ``MemoryStore``.
struct MemoryPeople {
    /// The number of newest finished games to keep.
    static let gamesKept = 10_000

    private(set) var people: [ParticipantID: PersonRecord] = [:]
    private(set) var games: [GameID: StoredGame] = [:]
    private var names: [NameKey: NameRecord] = [:]
    private var owners: [[UInt8]: ParticipantID] = [:]
    /// The games in the order in which they ended.
    private var order: [GameID] = []

    func participant(tokenHash: [UInt8]) -> Participant? { owners[tokenHash].flatMap { people[$0]?.participant } }

    mutating func save(_ stored: StoredParticipant) {
        let before = people[stored.participant.id]
        var person = before ?? PersonRecord(stored)
        person.isBot = stored.participant.isBot
        // An account has its own name and sessions, so a guest's name and token do not replace
        // them.
        if person.account == nil { (person.name, person.tokenHash) = (stored.participant.name, stored.tokenHash) }
        replace(before, with: person)
    }

    // MARK: Records

    func load(_ reads: PeopleReads) -> PeopleRecords {
        var records = PeopleRecords()
        var ids = reads.people
        for name in reads.names {
            records.names[name] = names[name]
            if case .owned(let id)? = names[name] { ids.append(id) }
        }
        records.owner = reads.token.flatMap { owners[$0] }
        for id in ids + [records.owner].compactMap(\.self) {
            records.people[id] = people[id]
            if reads.counts { records.counts[id] = counts(of: id) }
        }
        if let game = reads.game {
            records.isRecorded = games[game.id] != nil
            if let (x, o, _) = game.rated { records.counted = counted([x, o], since: game.ended) }
        }
        return records
    }

    mutating func change(_ verb: PeopleVerb) -> PeopleRefusal? {
        do {
            write(try verb.judge(load(verb.reads)))
            return nil
        } catch { return error }
    }

    private mutating func write(_ writes: PeopleWrites) {
        for person in writes.people {
            replace(person.before, with: person.after)
            if let id = person.before?.id, person.after == nil { removeName(id) }
        }
        for case (let name, let until?) in writes.reservations {
            endReservations(at: until - PeopleLimits.reservedMilliseconds)
            names[name] = .reserved(until: until)
        }
        guard let game = writes.game else { return }
        games[game.game.id] = game
        order.append(game.game.id)
        if order.count > Self.gamesKept { games[order.removeFirst()] = nil }
    }

    private mutating func replace(_ before: PersonRecord?, with after: PersonRecord?) {
        for name in before?.names ?? [] { names[name] = nil }
        for token in before?.tokens ?? [] { owners[token] = nil }
        if let before { people[before.id] = nil }
        guard let after else { return }
        people[after.id] = after
        for name in after.names { names[name] = .owned(by: after.id) }
        for token in after.tokens { owners[token] = after.id }
    }

    private mutating func endReservations(at now: Int) {
        names = names.filter { if case .reserved(let until) = $0.value { now < until } else { true } }
    }

    /// Removes the name of a deleted account from its games.
    private mutating func removeName(_ id: ParticipantID) {
        for (key, stored) in games {
            var players = stored.players
            for stone in Stone.allCases where players[stone]?.id == id { players[stone] = players[stone]?.nameless }
            games[key] = StoredGame(game: stored.game, players: players)
        }
    }

    // MARK: Games

    private var newest: some Sequence<StoredGame> { order.reversed().lazy.compactMap { games[$0] } }

    /// Returns the number of games between these two players that changed ratings within one day
    /// before `ended`.
    private func counted(_ players: Set<ParticipantID>, since ended: Int) -> Int {
        newest.prefix { $0.game.ended > ended - RatingRule.milliseconds }.filter { stored in
            stored.players.x?.after != nil && Set(Stone.allCases.compactMap { stored.players[$0]?.id }) == players
        }.count
    }

    private func counts(of id: ParticipantID) -> GameCounts {
        var counts = GameCounts()
        for stored in games(of: id, before: nil, limit: .max) { counts.add(stored.game, of: id) }
        return counts
    }

    func games(of id: ParticipantID, before: Int?, limit: Int) -> [StoredGame] {
        let found = newest.filter { stored in
            (stored.game.players.x == id || stored.game.players.o == id)
                && before.map { stored.game.ended < $0 } ?? true
        }
        return Array(found.prefix(limit))
    }

    func recentGames(limit: Int) -> [StoredGame] {
        let found = newest.prefix(PeopleLimits.recentGames).filter { $0.game.terms.isRated && $0.game.room.lock == nil }
        return Array(found.prefix(limit))
    }

    func leaders(limit: Int) -> [RankedPerson] {
        let kinds = Set(people.values.lazy.flatMap(\.ranked).map(\.kind)).sorted { $0.isBefore($1) }
        return kinds.flatMap { ranking($0).prefix(limit) }
    }

    /// Returns the owners of claimed names who have a rating of this kind, best first.
    func ranking(_ kind: RatingKind) -> [RankedPerson] {
        people.values.compactMap { person in
            person.ranked.first { $0.kind == kind }.map { RankedPerson(id: person.id, name: person.name, kept: $0) }
        }.sorted { ($1.kept.rating.conservative, $0.id.text) < ($0.kept.rating.conservative, $1.id.text) }
    }
}
