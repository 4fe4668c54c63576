import GameState
import Redis
import Storage

/// Names, tokens, ratings and finished games.
extension RedisStore {
    public func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void) {
        unsaved.owner(tokenHash: tokenHash, signed: nil) { answer in
            done(answer.map { if case .participant(let participant) = $0 { participant } else { nil } })
        }
    }

    public func participants(_ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void) {
        guard !ids.isEmpty else { return calls.answer([], done) }
        let fields = Self.participantFields
        let commands = ids.map { RedisCommand([bytes("HMGET"), RedisKeys.person($0)] + fields) }
        calls.readAll(commands, .answered) { [unsaved] answer in
            done(
                answer.map { replies in
                    zip(ids, replies).compactMap { id, reply in
                        Self.participant(id, reply.array ?? []) ?? unsaved.unsaved(id)?.participant
                    }
                })
        }
    }

    private static let participantFields = ["name", "bot", "key"].map(bytes)

    /// Returns a participant from the fields of `p:id`; nil if none is stored.
    static func participant(_ id: ParticipantID, _ fields: [RedisReply]) -> Participant? {
        guard fields.count == 3, let name = fields[0].string else { return nil }
        return Participant(id: id, name: name, isBot: fields[1].string == "1", isClaimed: !fields[2].isNull)
    }

    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) {
        unsaved.add(guest)
        done()
    }

    public func save(_ stored: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        // Write an unsaved guest only if another server has stored that guest meanwhile.
        let isUnsaved = unsaved.rename(stored)
        unsaved.save(stored, ifStored: isUnsaved) { [unsaved] answer in
            if isUnsaved, case .success(.integer(1)) = answer, unsaved.unsaved(stored.participant.id) == stored {
                unsaved.drop(stored.participant.id)
            }
            done(answer.failure)
        }
    }

    // MARK: records

    public func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        people.load(reads) { [unsaved] answer in
            done(
                answer.map { records in
                    var records = records
                    for id in reads.people where records.people[id] == nil {
                        records.people[id] = unsaved.unsaved(id).map { PersonRecord($0) }
                    }
                    return records
                })
        }
    }

    public func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void) {
        for id in verb.reads.people { unsaved.save(id) }
        people.change(verb, verb.isLosable ? .replicated : .everywhere) { [self] refusal in
            guard let id = verb.deletes, refusal == nil else { return done(refusal) }
            unsaved.drop(id)
            leavers.clear(id) { done($0.map { .unavailable($0.description) }) }
        }
    }

    // MARK: lists

    public func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void) {
        calls.read(RedisFunctions.call("people_best", keys: [], [bytes(0), bytes(limit)]), done) { reply in
            // Each kind's ratings are already sorted, best first.
            Dictionary(grouping: Self.ranked(reply)) { $0.kept.kind }.sorted { $0.key.isBefore($1.key) }
                .flatMap(\.value)
        }
    }

    public func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void
    ) {
        let words = [bytes(from), bytes(limit), bytes(RedisTexts.field(kind))]
        calls.read(RedisFunctions.call("people_best", keys: [], words), done, Self.ranked)
    }

    private static func ranked(_ reply: RedisReply) -> [RankedPerson] {
        (reply.array ?? []).compactMap { entry in
            guard let parts = entry.array, parts.count == 4, let kind = parts[0].string.flatMap(RedisTexts.kind),
                let id = parts[1].string, let name = parts[2].string,
                let kept = parts[3].string.flatMap({ RedisTexts.rating($0, kind) })
            else { return nil }
            return RankedPerson(id: ParticipantID(id), name: name, kept: kept)
        }
    }

    // MARK: games

    public func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        let words = [bytes(id.text), bytes(before.map { "(\($0)" } ?? "+inf"), bytes(limit)]
        calls.read(RedisFunctions.call("games_of", keys: [], words), done, Self.games)
    }

    public func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void) {
        calls.read(RedisFunctions.call("games_recent", keys: [], [bytes(limit)]), done, Self.games)
    }

    private static func games(_ reply: RedisReply) throws -> [StoredGame]? {
        try (reply.array ?? []).compactMap(\.bytes).map(GameText.game)
    }

    public func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) {
        calls.read(RedisCommand([bytes("GET"), RedisKeys.game(id)]), done) { try $0.bytes.map(GameText.game) }
    }
}
