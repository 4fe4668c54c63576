import GameState
import Redis
import Storage

/// A person's record in Redis, and the keys that lead to it.
///
/// `p:id` is a hash of facts and ratings, and `s:id` a hash of sessions by token. `n:key` is a hash
/// for a name. A current name has the account, a former one only the participant. `t:hash` is a
/// text that names the participant of a token.
struct RedisPerson {
    /// The location of one value in Redis.
    enum Location: Hashable {
        case field(key: [UInt8], name: [UInt8])
        case text(key: [UInt8])
        case score(key: [UInt8], member: [UInt8])
        /// A set's member, which is never removed.
        case member(key: [UInt8], member: [UInt8])
    }

    var record: PersonRecord
    /// The guest's token. It stays in the hash when the guest claims a name, because it is signed
    /// for the ID.
    let guestToken: [UInt8]?
    /// Names in this record whose keys in Redis lead to other participants.
    var namesOfOthers: [NameKey] = []

    // MARK: reading

    /// Reads a record; nil if the participant is a robot or a deleted account, which only has
    /// counts of games.
    ///
    /// - Parameters:
    ///   - fields: the fields of `p:id`.
    ///   - token: the bytes of its field `token`.
    ///   - account: the fields of the claimed name, if there is one.
    ///   - sessions: the fields and values of `s:id`.
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

    /// The values in Redis that follow from the record.
    private var places: [Location: [UInt8]] {
        var places: [Location: [UInt8]] = [:]
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
        for name in record.names where !namesOfOthers.contains(name) {
            put(RedisKeys.name(name), [("participant", id)])
        }
        if let account = record.account, let key = record.key, !namesOfOthers.contains(key) {
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
        // Scores ascend, so that the lesser ID comes first among equal ratings.
        for kept in record.ranked {
            places[.score(key: RedisKeys.best(kept.kind), member: id)] = bytes("\(-kept.rating.conservative)")
        }
        return places
    }

    /// Returns the commands that replace `before` with `after`, or delete the person if `after` is
    /// nil.
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
            // The token is signed for this ID. An empty text prevents a new guest from getting the
            // ID with it.
            if let token = before.guestToken { commands.append([bytes("SET"), RedisKeys.token(token), []]) }
            return commands
        }
        if let before, before.record.account == nil, after.record.account != nil { commands += after.staying }
        return commands
    }

    /// The commands that remove a participant's expiry.
    var staying: [[[UInt8]]] {
        ([RedisKeys.person(record.id)] + record.tokens.map(RedisKeys.token)).map { [bytes("PERSIST"), $0] }
    }
}
