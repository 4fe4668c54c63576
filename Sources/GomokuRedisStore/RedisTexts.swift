import GameState
import Redis

/// How values of the core are written into Redis and read back.
enum RedisTexts {
    /// A stored value that cannot be read: damage, or another's doing.
    struct Unreadable: Error, CustomStringConvertible {
        let what: String
        var description: String { "the stored \(what) cannot be read" }
    }

    // MARK: rooms

    static func text(_ delta: AcceptedDelta) -> [UInt8] {
        var writer = JSONWriter(reserving: 192)
        writer.beginArray()
        writer.parts(of: delta)
        writer.endArray()
        return writer.bytes
    }

    static func delta(_ reply: RedisReply) throws(Unreadable) -> AcceptedDelta {
        guard let bytes = reply.bytes, let delta = AcceptedDelta(text: bytes) else { throw Unreadable(what: "delta") }
        return delta
    }

    static func deltas(_ reply: RedisReply?) throws(Unreadable) -> [AcceptedDelta] {
        guard let replies = reply?.array else { throw Unreadable(what: "list of deltas") }
        var deltas: [AcceptedDelta] = []
        deltas.reserveCapacity(replies.count)
        for reply in replies { deltas.append(try delta(reply)) }
        return deltas
    }

    /// Its revision, a blank, the state.
    static func text(_ snapshot: SharedState.Archive, rev: Int) -> [UInt8] { bytes("\(rev) ") + bytes(snapshot.text) }

    static func snapshot(_ reply: RedisReply?) throws(Unreadable) -> SharedState.Archive {
        guard let text = reply?.string else { throw Unreadable(what: "snapshot") }
        guard !text.isEmpty else { return SharedState.Archive(rev: 0, forgottenBefore: 0, entries: []) }
        guard let blank = text.firstIndex(of: " "), let rev = Int(text[..<blank]),
            let archive = SharedState.Archive(text: String(text[text.index(after: blank)...]), rev: rev)
        else { throw Unreadable(what: "snapshot") }
        return archive
    }

    static func header(_ fields: [String: String], _ name: RoomName) throws(Unreadable) -> RoomHeader {
        guard let epoch = fields["epoch"], let kind = fields["kind"].flatMap(RoomKind.init(rawValue:)),
            let host = fields["host"], let created = fields["created"].flatMap({ Int($0) })
        else { throw Unreadable(what: "room") }
        return RoomHeader(name: name, kind: kind, epoch: epoch, host: ParticipantID(host), created: created)
    }

    /// The fields of a hash.
    static func fields(_ reply: RedisReply?) -> [String: String] {
        let words = reply?.array?.compactMap(\.string) ?? []
        var fields: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { fields[words[index]] = words[index + 1] }
        return fields
    }

    // MARK: chat: [by, name, bot, at, id, text, spectators]

    static func text(_ line: ChatLine) -> [UInt8] {
        var writer = JSONWriter(reserving: 192)
        writer.beginArray()
        writer.string(line.by.id.text)
        writer.string(line.by.name)
        writer.bool(line.by.isBot)
        writer.integer(line.at)
        writer.string(line.id)
        writer.string(line.text)
        writer.bool(line.isForSpectators)
        writer.endArray()
        return writer.bytes
    }

    static func chatLine(_ reply: RedisReply) throws(Unreadable) -> ChatLine {
        guard let parts = reply.bytes.flatMap({ try? JSONParser.parse($0).array }), parts.count == 7,
            let by = parts[0].string, let name = parts[1].string, let isBot = parts[2].bool, let at = parts[3].integer,
            let id = parts[4].string, let text = parts[5].string, let isForSpectators = parts[6].bool
        else { throw Unreadable(what: "chat line") }
        return ChatLine(
            by: Participant(id: ParticipantID(by), name: name, isBot: isBot), at: at, id: id, text: text,
            isForSpectators: isForSpectators)
    }

    // MARK: people

    /// `seen since device`, the device with a `+` before it where there is one.
    static func text(_ session: StoredSession) -> [UInt8] {
        bytes("\(session.seen) \(session.since) \(session.device.map { "+\($0)" } ?? "")")
    }

    static func session(_ text: String, tokenHash: [UInt8]) throws(Unreadable) -> StoredSession {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let seen = Int(parts[0]), let since = Int(parts[1]) else {
            throw Unreadable(what: "session")
        }
        let device = parts[2].hasPrefix("+") ? String(parts[2].dropFirst()) : nil
        return StoredSession(tokenHash: tokenHash, device: device, since: since, seen: seen)
    }

    /// `rounds block parallelism salt hash`, the last two in hexadecimal.
    static func text(_ password: PasswordHash) -> [UInt8] {
        bytes(
            "\(password.rounds) \(password.blockSize) \(password.parallelism) \(hexadecimal(password.salt)) \(hexadecimal(password.hash))"
        )
    }

    static func password(_ text: String) throws(Unreadable) -> PasswordHash {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let rounds = Int(parts[0]), let block = Int(parts[1]), let parallel = Int(parts[2]),
            let salt = unhexed(parts[3]), let hash = unhexed(parts[4])
        else { throw Unreadable(what: "password") }
        return PasswordHash(salt: salt, hash: hash, rounds: rounds, blockSize: block, parallelism: parallel)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func unhexed(_ text: Substring) -> [UInt8]? {
        let nibbles = text.utf8.map { digits.firstIndex(of: $0) }
        guard nibbles.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: nibbles.count, by: 2) {
            guard let high = nibbles[index], let low = nibbles[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// The field of a person's hash that a rating stands in.
    static func field(_ kind: RatingKind) -> String { "r:\(kind.rule.rawValue):\(kind.speed.rawValue)" }

    static func kind(field: String) -> RatingKind? {
        let parts = field.split(separator: ":")
        guard parts.count == 3, parts[0] == "r", let rule = Rule(rawValue: String(parts[1])),
            let speed = Speed(rawValue: String(parts[2]))
        else { return nil }
        return RatingKind(rule: rule, speed: speed)
    }

    /// `rating deviation volatility games time`.
    static func text(_ kept: KeptRating) -> String {
        let rating = kept.rating
        return "\(rating.rating) \(rating.deviation) \(rating.volatility) \(rating.games) \(kept.asOf)"
    }

    static func rating(_ text: String, _ kind: RatingKind) -> KeptRating? {
        let parts = text.split(separator: " ")
        guard parts.count == 5, let points = Double(parts[0]), let deviation = Double(parts[1]),
            let volatility = Double(parts[2]), let games = Int(parts[3]), let asOf = Int(parts[4])
        else { return nil }
        let rating = Glicko2.Rating(rating: points, deviation: deviation, volatility: volatility, games: games)
        return KeptRating(kind: kind, rating: rating, asOf: asOf)
    }
}
