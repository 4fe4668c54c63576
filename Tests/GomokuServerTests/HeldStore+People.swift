import GameState
import Storage

/// People are kept by the store within, at once.
extension HeldStore {
    func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        look(done) { [inner] in inner.account(name: name, $0) }
    }
    func claim(_ account: Account, device: String?, _ done: @escaping (ClaimFailure?) -> Void) {
        inner.claim(account, device: device, done)
    }
    func addSession(
        _ session: StoredSession, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) { inner.addSession(session, of: participant, done) }
    func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void
    ) { look(done) { [inner] in inner.sessions(of: participant, $0) } }
    func endSessions(
        _ ended: EndedSessions, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) { inner.endSessions(ended, of: participant, done) }
    func sawSession(_ tokenHash: [UInt8], at time: Int, _ done: @escaping (StoreFailure?) -> Void) {
        inner.sawSession(tokenHash, at: time, done)
    }
    func setPassword(
        _ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8],
        _ done: @escaping (StoreFailure?) -> Void
    ) { inner.setPassword(password, of: participant, keeping: kept, done) }
    func rename(
        _ participant: ParticipantID, to name: String, at now: Int, _ done: @escaping (RenameFailure?) -> Void
    ) {
        inner.rename(participant, to: name, at: now, done)
    }
    func forget(_ participant: ParticipantID, at now: Int, _ done: @escaping (StoreFailure?) -> Void) {
        inner.forget(participant, at: now, done)
    }
    func giveName(_ participant: ParticipantID, to name: String, _ done: @escaping (ClaimFailure?) -> Void) {
        inner.giveName(participant, to: name, done)
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
