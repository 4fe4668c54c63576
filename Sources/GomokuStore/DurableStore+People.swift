import GRDB
import GameState
import Storage

/// Names, tokens, ratings and finished games.
extension DurableStore {
    public func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void) {
        // Add the names before the verb is carried out, because a `load` right after this call may
        // need them.
        for name in verb.reads.names { claimedNames.add(name) }
        write(.change(verb)) { if case .changed(let refusal) = $0 { done(refusal) } }
    }

    public func load(_ reads: PeopleReads, _ tell: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        var stored = reads
        stored.names = reads.names.filter(claimedNames.mayContain)
        let new = guests.among(reads.people).map { PersonRecord($0) }
        stored.people = reads.people.filter { id in !new.contains { $0.id == id } }
        func done(_ outcome: StoreOutcome) {
            guard case .people(let result) = outcome else { return }
            tell(
                result.map { records in
                    var records = records
                    for guest in new { records.people[guest.id] = guest }
                    return records
                })
        }
        guard !stored.isEmpty else { return answer(.people(.success(PeopleRecords())), done) }
        reader.read(remember(done)) {
            .people($0)
        } _: { [stored] in
            try PeopleTables.load(stored, $0.db)
        }
    }

    public func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        let token = remember { if case .games(let result) = $0 { done(result) } }
        reader.read(token) {
            .games($0)
        } _: {
            try GameTable.games(of: id, before: before, limit: limit, $0.db)
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
}
