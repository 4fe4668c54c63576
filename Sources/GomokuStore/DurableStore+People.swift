import GRDB
import GameState
import Storage

/// Names, tokens, ratings and finished games.
extension DurableStore {
    public func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void) {
        // Add the names before the verb is carried out, because a `load` right after this call may
        // need them.
        for name in verb.reads.names { claimedNames.add(name) }
        write(about: verb.reads.people, done) { [now] _, db in
            var refusal: PeopleRefusal?
            // Use a savepoint, so that an error in one statement also undoes the verb's other
            // statements.
            try db.inSavepoint {
                refusal = try PeopleTables.change(verb, now: now(), db)
                return .commit
            }
            return refusal
        }
    }

    public func load(_ reads: PeopleReads, _ tell: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        var stored = reads
        stored.names = reads.names.filter(claimedNames.mayContain)
        let new = guests.among(reads.people).map { PersonRecord($0) }
        stored.people = reads.people.filter { id in !new.contains { $0.id == id } }
        func done(_ result: Result<PeopleRecords, StoreFailure>) {
            tell(
                result.map { records in
                    var records = records
                    for guest in new { records.people[guest.id] = guest }
                    return records
                })
        }
        guard !stored.isEmpty else { return answer(.success(PeopleRecords()), done) }
        read(done) { [stored] in try PeopleTables.load(stored, $0.db) }
    }

    public func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        read(done) { try GameTable.games(of: id, before: before, limit: limit, $0.db) }
    }

    public func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void) {
        read(done) { try RatingTable.leaders(limit: limit, $0.db) }
    }

    public func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void
    ) {
        read(done) { try RatingTable.ranking(kind, from: from, limit: limit, $0.db) }
    }

    public func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void) {
        read(done) { try GameTable.recent(limit: limit, $0.db) }
    }

    public func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) {
        read(done) { try GameTable.find(id, $0.db) }
    }
}
