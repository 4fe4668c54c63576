import GameState
import Redis
import Storage

/// A person's record in Redis, and the keys that lead to it.
///
/// `p:id` is a hash of facts and ratings, `s:id` a hash of sessions by token. A name `n:key` is a hash with the account, or
/// for a former name only the participant. A token `t:hash` is a text, the participant.
struct RedisPerson {
    /// One value in Redis.
    enum Place: Hashable {
        case field(key: [UInt8], name: [UInt8])
        case text(key: [UInt8])
        case score(key: [UInt8], member: [UInt8])
        /// Never taken away.
        case member(key: [UInt8], member: [UInt8])
    }

    var record: PersonRecord
    /// The token of the guest. It stays in the hash when the name is claimed, because it is signed for the ID.
    let guestToken: [UInt8]?
    /// Names in this record whose key in Redis leads to another participant.
    var strange: [NameKey] = []

    // MARK: reading

    /// - Parameters:
    ///   - fields: of `p:id`; nil is returned for a robot, or a deleted account, of which games are counted.
    ///   - token: the field of that name.
    ///   - account: the fields of the name, of a person that has claimed one.
    ///   - sessions: fields and values of `s:id`.
    init?(
        _ id: ParticipantID, fields: [String: String], token: [UInt8]?, account: [String: String],
        sessions: [RedisReply]
    ) throws {
        guard let name = fields["name"] else { return nil }
        let key = fields["key"].map { NameKey(stored: $0) }
        var claimed: Account?
        if key != nil {
            guard let password = account["password"], let since = account["since"].flatMap({ Int($0) }) else {
                throw RedisTexts.Unreadable(what: "account of \(id)")
            }
            let hash = try RedisTexts.password(password)
            claimed = Account(participant: id, name: name, password: hash, since: since)
        }
        let open = try stride(from: 0, to: sessions.count - 1, by: 2).map { index in
            guard let hash = sessions[index].bytes, let text = sessions[index + 1].string else {
                throw RedisTexts.Unreadable(what: "session")
            }
            return try RedisTexts.session(text, tokenHash: hash)
        }
        record = PersonRecord(
            id: id, name: name, isBot: fields["bot"] == "1", tokenHash: token, account: claimed, key: key,
            formerName: fields["former"].map { NameKey(stored: $0) }, sessions: open,
            ratings: fields.compactMap { field, text in
                RedisTexts.kind(field: field).flatMap { RedisTexts.rating(text, $0) }
            })
        guestToken = token
    }

    init(_ record: PersonRecord) {
        self.record = record
        guestToken = record.tokenHash
    }

    // MARK: writing

    /// Everything that follows from the record.
    private var places: [Place: [UInt8]] {
        var places: [Place: [UInt8]] = [:]
        let id = bytes(record.id.text)
        func put(_ key: [UInt8], _ fields: [(String, [UInt8]?)]) {
            for case (let name, let value?) in fields { places[.field(key: key, name: bytes(name))] = value }
        }
        put(
            RedisKeys.person(record.id),
            [
                ("name", bytes(record.name)), ("bot", bytes(record.isBot ? "1" : "0")),
                ("token", guestToken ?? record.tokenHash), ("key", (record.key?.text).map(bytes)),
                ("since", record.account.map { bytes($0.since) }), ("former", (record.formerName?.text).map(bytes)),
            ] + record.ratings.map { (RedisTexts.field($0.kind), bytes(RedisTexts.text($0))) })
        for name in record.names where !strange.contains(name) { put(RedisKeys.name(name), [("participant", id)]) }
        if let account = record.account, let key = record.key, !strange.contains(key) {
            put(
                RedisKeys.name(key),
                [
                    ("name", bytes(account.name)), ("password", RedisTexts.text(account.password)),
                    ("since", bytes(account.since)),
                ])
        }
        for session in record.sessions {
            places[.field(key: RedisKeys.sessions(record.id), name: session.tokenHash)] = RedisTexts.text(session)
        }
        for token in record.tokens { places[.text(key: RedisKeys.token(token))] = id }
        for kept in record.ratings {
            places[.member(key: RedisKeys.kinds, member: bytes(RedisTexts.field(kept.kind)))] = []
        }
        // Ascending, so that of two who are as good the one with the lesser ID comes first.
        for kept in record.ranked {
            places[.score(key: RedisKeys.best(kept.kind), member: id)] = bytes("\(-kept.rating.atLeast)")
        }
        return places
    }

    /// The commands that put `after` in the place of `before`; `after` is nil if the person is deleted.
    static func commands(from before: RedisPerson?, to after: RedisPerson?) -> [[[UInt8]]] {
        let (old, new) = (before?.places ?? [:], after?.places ?? [:])
        var commands: [[[UInt8]]] = []
        for place in old.keys where new[place] == nil {
            switch place {
            case .field(let key, let name): commands.append([bytes("HDEL"), key, name])
            case .text(let key): commands.append([bytes("DEL"), key])
            case .score(let key, let member): commands.append([bytes("ZREM"), key, member])
            case .member: break
            }
        }
        for (place, value) in new where old[place] != value {
            switch place {
            case .field(let key, let name): commands.append([bytes("HSET"), key, name, value])
            case .text(let key): commands.append([bytes("SET"), key, value])
            case .score(let key, let member): commands.append([bytes("ZADD"), key, value, member])
            case .member(let key, let member): commands.append([bytes("SADD"), key, member])
            }
        }
        guard let after else {
            guard let before else { return [] }
            commands.append([bytes("EFFACE"), bytes(before.record.id.text)])
            // The token is signed for this ID. An empty text keeps the ID from being given out again.
            if let token = before.guestToken { commands.append([bytes("SET"), RedisKeys.token(token), []]) }
            return commands
        }
        if let before, before.record.account == nil, after.record.account != nil { commands += after.staying }
        return commands
    }

    /// The commands that remove the expiry of a participant.
    var staying: [[[UInt8]]] {
        ([RedisKeys.person(record.id)] + record.tokens.map(RedisKeys.token)).map { [bytes("PERSIST"), $0] }
    }
}
