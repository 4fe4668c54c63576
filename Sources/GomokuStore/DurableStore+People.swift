import GRDB
import GameState

/// People: names, tokens, ratings and finished games.
extension DurableStore {
    public func claim(_ account: Account, _ done: @escaping (ClaimFailure?) -> Void) {
        write(.claim(account)) { if case .claimed(let failure) = $0 { done(failure) } }
    }

    public func addToken(_ tokenHash: [UInt8], of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void)
    {
        write(.addToken(tokenHash, of: participant)) { if case .saved(let failure) = $0 { done(failure) } }
    }

    public func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        let token = remember { if case .account(let result) = $0 { done(result) } }
        reader.read(token) {
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

    public func person(_ query: PersonQuery, _ done: @escaping (Result<Person?, StoreFailure>) -> Void) {
        let token = remember { if case .person(let result) = $0 { done(result) } }
        reader.read(token) {
            .person($0)
        } _: {
            try Self.person(query, $0.db)
        }
    }

    public func games(
        of query: PersonQuery, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        let token = remember { if case .games(let result) = $0 { done(result) } }
        reader.read(token) {
            .games($0)
        } _: { reader in
            guard let participant = try Self.participant(query, reader.db) else { return nil }
            return try GameTable.games(of: participant.id, before: before, limit: limit, reader.db)
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
