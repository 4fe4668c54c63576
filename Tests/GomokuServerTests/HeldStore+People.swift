import GameState

/// People are kept by the store within, at once.
extension HeldStore {
    func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        look(done) { [inner] in inner.account(name: name, $0) }
    }
    func claim(_ account: Account, _ done: @escaping (ClaimFailure?) -> Void) { inner.claim(account, done) }
    func addToken(_ tokenHash: [UInt8], of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void) {
        inner.addToken(tokenHash, of: participant, done)
    }
    func rating(
        of participant: ParticipantID, rule: Rule, speed: Speed, now: Int,
        _ done: @escaping (Result<Glicko2.Rating, StoreFailure>) -> Void
    ) {
        look(done) { [inner] in inner.rating(of: participant, rule: rule, speed: speed, now: now, $0) }
    }
    func person(_ query: PersonQuery, _ done: @escaping (Result<Person?, StoreFailure>) -> Void) {
        inner.person(query, done)
    }
    func games(
        of query: PersonQuery, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) { inner.games(of: query, before: before, limit: limit, done) }
    func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) { inner.game(id, done) }
}
