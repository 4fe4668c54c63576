import GRDB
import GameState
import Storage

/// People: names, tokens, ratings and finished games.
extension DurableStore {
    public func claim(_ account: Account, device: String?, _ done: @escaping (ClaimFailure?) -> Void) {
        // A name that is being claimed may be claimed by whoever asks next.
        claimedNames.add(account.key)
        write(.claim(account, device: device)) { if case .claimed(let failure) = $0 { done(failure) } }
    }

    public func addSession(
        _ session: StoredSession, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) { save(.addSession(session, of: participant), done) }

    public func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void
    ) {
        let token = remember { if case .sessions(let result) = $0 { done(result) } }
        reader.read(token) {
            .sessions($0)
        } _: {
            try SessionTable.all(of: participant, $0.db)
        }
    }

    public func endSessions(
        _ ended: EndedSessions, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) { save(.endSessions(ended, of: participant), done) }

    public func sawSession(_ tokenHash: [UInt8], at time: Int, _ done: @escaping (StoreFailure?) -> Void) {
        save(.sawSession(tokenHash, at: time), done)
    }

    public func setPassword(
        _ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8],
        _ done: @escaping (StoreFailure?) -> Void
    ) { save(.setPassword(password, of: participant, keeping: kept), done) }

    public func rename(
        _ participant: ParticipantID, to name: String, at now: Int, _ done: @escaping (RenameFailure?) -> Void
    ) {
        claimedNames.add(NameKey(name))
        write(.rename(participant, to: name, at: now)) { if case .renamed(let failure) = $0 { done(failure) } }
    }

    public func forget(_ participant: ParticipantID, at now: Int, _ done: @escaping (StoreFailure?) -> Void) {
        save(.forget(participant, at: now), done)
    }

    public func giveName(_ participant: ParticipantID, to name: String, _ done: @escaping (ClaimFailure?) -> Void) {
        claimedNames.add(NameKey(name))
        write(.giveName(participant, to: name)) { if case .claimed(let failure) = $0 { done(failure) } }
    }

    private func save(_ job: StoreJob, _ done: @escaping (StoreFailure?) -> Void) {
        write(job) { if case .saved(let failure) = $0 { done(failure) } }
    }

    public func account(name: NameKey, _ tell: @escaping (Result<Account?, StoreFailure>) -> Void) {
        func done(_ outcome: StoreOutcome) { if case .account(let result) = outcome { tell(result) } }
        guard claimedNames.mayContain(name) else { return answer(.account(.success(nil)), done) }
        reader.read(remember(done)) {
            .account($0)
        } _: {
            try AccountTable.find(name, $0.db)
        }
    }

    public func rating(
        of participant: ParticipantID, rule: Rule, speed: Speed, now: Int,
        _ done: @escaping (Result<Glicko2.Rating, StoreFailure>) -> Void
    ) {
        let token = remember { if case .rating(let result) = $0 { done(result) } }
        reader.read(token) {
            .rating($0)
        } _: { reader in
            let kept = try RatingTable.find(participant, RatingKind(rule: rule, speed: speed), reader.db)
            return Glicko2.current(kept?.rating, asOf: kept?.asOf, now: now)
        }
    }

    public func person(
        _ query: PersonQuery, _ tell: @escaping (Result<Person?, StoreFailure>) -> Void
    ) {
        func done(_ outcome: StoreOutcome) { if case .person(let result) = outcome { tell(result) } }
        if case .id(let id) = query, let guest = guests[id]?.participant {
            return answer(
                .person(
                    .success(Person(participant: guest, since: nil, ratings: [], won: 0, lost: 0, drawn: 0))),
                done)
        }
        reader.read(remember(done)) {
            .person($0)
        } _: {
            try Self.person(query, $0.db)
        }
    }

    public func games(
        of query: PersonQuery, before: Int?, limit: Int,
        _ tell: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        func done(_ outcome: StoreOutcome) { if case .games(let result) = outcome { tell(result) } }
        if case .id(let id) = query, guests[id] != nil { return answer(.games(.success([])), done) }
        reader.read(remember(done)) {
            .games($0)
        } _: { reader in
            guard let participant = try Self.participant(query, reader.db) else { return nil }
            return try GameTable.games(of: participant.id, before: before, limit: limit, reader.db)
        }
    }

    public func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void) {
        let token = remember { if case .leaders(let result) = $0 { done(result) } }
        reader.read(token) {
            .leaders($0)
        } _: {
            try RatingTable.leaders(limit: limit, $0.db)
        }
    }

    public func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void
    ) {
        let token = remember { if case .leaders(let result) = $0 { done(result) } }
        reader.read(token) {
            .leaders($0)
        } _: {
            try RatingTable.ranking(kind, from: from, limit: limit, $0.db)
        }
    }

    public func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void) {
        let token = remember { if case .games(let result) = $0 { done(result) } }
        reader.read(token) {
            .games($0)
        } _: {
            try GameTable.recent(limit: limit, $0.db)
        }
    }

    public func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) {
        let token = remember { if case .game(let result) = $0 { done(result) } }
        reader.read(token) {
            .game($0)
        } _: {
            try GameTable.find(id, $0.db)
        }
    }

    // MARK: on the reader's thread

    private static func participant(_ query: PersonQuery, _ db: Database) throws -> Participant? {
        let id: ParticipantID
        switch query {
        case .id(let asked): id = asked
        case .name(let key):
            guard let account = try AccountTable.find(key, db) else { return nil }
            id = account.participant
        }
        return try PeopleTable.find([id], db).first
    }

    private static func person(_ query: PersonQuery, _ db: Database) throws -> Person? {
        guard let participant = try participant(query, db) else { return nil }
        let since = try Int.fetchOne(
            db, sql: "SELECT since FROM account WHERE participant = ?", arguments: [participant.id.text])
        let counts = try GameTable.counts(of: participant.id, db)
        return Person(
            participant: participant, since: since, ratings: try RatingTable.all(of: participant.id, db),
            won: counts.won,
            lost: counts.lost, drawn: counts.drawn)
    }
}
