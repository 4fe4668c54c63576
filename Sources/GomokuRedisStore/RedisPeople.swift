import GameState
import Redis
import Storage

/// The access to people's records. A verb takes two steps: one loads the records, the other writes
/// the changes if none of the loaded keys has changed since.
final class RedisPeople {
    private let calls: RedisCalls

    /// The maximum number of attempts. An attempt fails only if another server has changed a record
    /// meanwhile.
    private static let attempts = 100

    init(_ calls: RedisCalls) { self.calls = calls }

    /// The reply of `people_load`: the content and digest of each key. `people_write` compares the
    /// digests.
    private struct Loaded {
        var contents: [[UInt8]: [RedisReply]] = [:]
        /// Each key, followed by its digest.
        var conditions: [[UInt8]] = []
        var people: [ParticipantID: RedisPerson] = [:]
        var records = PeopleRecords()

        init(_ reply: RedisReply, _ reads: PeopleReads) throws {
            for entry in reply.array ?? [] {
                guard let parts = entry.array, parts.count == 3, let key = parts[0].bytes, let digest = parts[2].bytes
                else { throw RedisTexts.Unreadable(what: "record") }
                contents[key] = parts[1].array ?? []
                conditions += [key, digest]
            }
            var ids = reads.people
            for name in reads.names {
                let fields = fields(RedisKeys.name(name))
                if let owner = fields["participant"] {
                    records.names[name] = .owned(by: ParticipantID(owner))
                    ids.append(ParticipantID(owner))
                } else if let until = fields["reserved"].flatMap({ Int($0) }) {
                    records.names[name] = .reserved(until: until)
                }
            }
            let owner = reads.token.flatMap { contents[RedisKeys.token($0)]?.first?.string }
            records.owner = owner.map { ParticipantID($0) }
            for id in ids + [records.owner].compactMap(\.self) { try add(id) }
            guard let game = reads.game else { return }
            records.isRecorded = contents[RedisKeys.game(game.id)]?.isEmpty == false
            guard let (x, o, _) = game.rated else { return }
            let scores = contents[RedisKeys.pair(x, o)] ?? []
            records.counted = stride(from: 1, to: scores.count, by: 2).count { index in
                scores[index].string.flatMap { Double($0) }.map { $0 > Double(game.ended - RatingRule.milliseconds) }
                    ?? false
            }
        }

        private func fields(_ key: [UInt8]) -> [String: String] { RedisTexts.fields(.array(contents[key] ?? [])) }

        private mutating func add(_ id: ParticipantID) throws {
            let key = RedisKeys.person(id)
            let fields = fields(key)
            func name(_ field: String) -> [String: String] {
                fields[field].map { self.fields(RedisKeys.name(NameKey(stored: $0))) } ?? [:]
            }
            let token = (contents[key] ?? []).firstIndex(of: .text(bytes("token")))
            guard
                var person = try RedisPerson(
                    id, fields: fields, token: token.flatMap { contents[key]?[$0 + 1].bytes }, account: name("key"),
                    sessions: contents[RedisKeys.sessions(id)] ?? [])
            else { return }
            for field in ["key", "former"] where name(field)["participant"] != id.text {
                if let name = fields[field] { person.namesOfOthers.append(NameKey(stored: name)) }
            }
            people[id] = person
            records.people[id] = person.record
            var counts = GameCounts()
            counts.won = fields["won"].flatMap { Int($0) } ?? 0
            counts.lost = fields["lost"].flatMap { Int($0) } ?? 0
            counts.drawn = fields["drawn"].flatMap { Int($0) } ?? 0
            records.counts[id] = counts
        }
    }

    // MARK: reading

    func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        // Lookups by name are answered even while replicas are missing, so that visitors can watch.
        load(reads, reads.names.isEmpty ? .replicated : .answered) { done($0.map(\.records)) }
    }

    private func load(
        _ reads: PeopleReads, _ assurance: WriteGuarantee, _ done: @escaping (Result<Loaded, StoreFailure>) -> Void
    ) {
        var words: [[UInt8]] = []
        for id in reads.people { words += [bytes("person"), bytes(id.text)] }
        for name in reads.names { words += [bytes("name"), bytes(name.text)] }
        if let token = reads.token { words += [bytes("token"), token] }
        if let game = reads.game {
            words += [bytes("key"), RedisKeys.game(game.id)]
            if let (x, o, _) = game.rated { words += [bytes("key"), RedisKeys.pair(x, o)] }
        }
        calls.read(RedisFunctions.call("people_load", keys: [], words), assurance, done) { try Loaded($0, reads) }
    }

    // MARK: writing

    /// Judges a verb and writes its changes, repeatedly if records change meanwhile.
    ///
    /// - Parameter assurance: the durability that the write waits for.
    func change(
        _ verb: PeopleVerb, _ assurance: WriteGuarantee, attempt: Int = 1, _ done: @escaping (PeopleRefusal?) -> Void
    ) {
        load(verb.reads, .answered) { [self] answer in
            do {
                let loaded = try answer.get()
                let writes = try verb.judge(loaded.records)
                guard !writes.isEmpty else { return done(nil) }
                let words = Self.words(loaded, writes)
                calls.write("people_write", words, assurance) { [self] answer in
                    switch answer {
                    case .failure(let failure): done(.unavailable(failure.description))
                    case .success(.integer(0)) where attempt < Self.attempts:
                        change(verb, assurance, attempt: attempt + 1, done)
                    case .success(.integer(0)):
                        done(.unavailable("Other changes to the same data are in progress. Try again."))
                    case .success: done(nil)
                    }
                }
            } catch let refusal as PeopleRefusal {
                done(refusal)
            } catch {
                done(.unavailable("\(error)"))
            }
        }
    }

    private static func words(_ loaded: Loaded, _ writes: PeopleWrites) -> [[UInt8]] {
        var commands: [[[UInt8]]] = []
        for person in writes.people {
            let id = person.before?.id ?? person.after?.id
            let before = id.flatMap { loaded.people[$0] }
            var after = before
            if let record = person.after { after?.record = record } else { after = nil }
            commands += RedisPerson.commands(from: before, to: after ?? person.after.map { RedisPerson($0) })
        }
        for (name, until) in writes.reservations { commands += reserve(name, until: until) }
        if let game = writes.game {
            commands += GameText.commands(recording: game)
            let guests = Stone.allCases.compactMap { game.players[$0].flatMap { loaded.people[$0.id] } }
            for guest in guests where guest.record.account == nil { commands += guest.staying }
        }
        return [bytes(loaded.conditions.count / 2)] + loaded.conditions + commands.flatMap { [bytes($0.count)] + $0 }
    }

    /// Returns the commands that reserve a name, or remove its reservation if `until` is nil. Redis
    /// expires reservations.
    static func reserve(_ name: NameKey, until: Int?) -> [[[UInt8]]] {
        let key = RedisKeys.name(name)
        guard let until else { return [[bytes("HDEL"), key, bytes("reserved")], [bytes("PERSIST"), key]] }
        return [[bytes("HSET"), key, bytes("reserved"), bytes(until)], [bytes("PEXPIREAT"), key, bytes(until)]]
    }
}
