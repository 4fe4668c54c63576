import GameState
import Storage

/// Accounts are passed to the inner store immediately.
extension HeldStore {
    func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        look(done) { [inner] in inner.load(reads, $0) }
    }
    func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void) { inner.change(verb, done) }
    func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) { inner.games(of: id, before: before, limit: limit, done) }
    func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void) {
        inner.leaders(limit: limit, done)
    }
    func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void
    ) {
        inner.ranking(kind, from: from, limit: limit, done)
    }
    func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void) {
        inner.recentGames(limit: limit, done)
    }
    func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) { inner.game(id, done) }
}
