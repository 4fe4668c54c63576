import GameState
import Redis
import Storage

/// Conversions between texts in Redis and the values that stores keep.
enum RedisTexts {
    /// An error for a stored value that cannot be read, because it was damaged or written by
    /// another program.
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

    /// Returns the snapshot's revision, a space, and the state.
    static func text(_ snapshot: SharedState.Snapshot, rev: Int) -> [UInt8] { bytes("\(rev) ") + bytes(snapshot.text) }

    static func snapshot(_ reply: RedisReply?) throws(Unreadable) -> SharedState.Snapshot {
        guard let text = reply?.string else { throw Unreadable(what: "snapshot") }
        guard !text.isEmpty else { return SharedState.Snapshot(rev: 0, forgottenBefore: 0, entries: []) }
        guard let blank = text.firstIndex(of: " "), let rev = Int(text[..<blank]),
            let archive = SharedState.Snapshot(text: String(text[text.index(after: blank)...]), rev: rev)
        else { throw Unreadable(what: "snapshot") }
        return archive
    }

    static func header(_ fields: [String: String], _ name: RoomName) throws(Unreadable) -> RoomHeader {
        guard let epoch = fields["epoch"], let kind = fields["kind"].flatMap(RoomKind.init(rawValue:)),
            let host = fields["host"], let created = fields["created"].flatMap({ Int($0) })
        else { throw Unreadable(what: "room") }
        return RoomHeader(
            name: name, kind: kind, epoch: Generation.plain(epoch), host: ParticipantID(host), created: created)
    }

    /// Returns the fields of a hash.
    static func fields(_ reply: RedisReply?) -> [String: String] {
        let words = reply?.array?.compactMap(\.string) ?? []
        var fields: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { fields[words[index]] = words[index + 1] }
        return fields
    }

    // MARK: chat

    static func text(_ line: ChatMessage) -> [UInt8] { line.storedText }

    static func chatLine(_ reply: RedisReply) throws(Unreadable) -> ChatMessage {
        guard let line = reply.bytes.flatMap({ ChatMessage(storedText: $0) }) else {
            throw Unreadable(what: "chat message")
        }
        return line
    }

    // MARK: people

    /// Returns `seen since device`, with a `+` before the device if there is one.
    static func text(_ session: StoredSession) -> [UInt8] {
        bytes("\(session.lastUsed) \(session.since) \(session.device.map { "+\($0)" } ?? "")")
    }

    static func session(_ text: String, tokenHash: [UInt8]) throws(Unreadable) -> StoredSession {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let seen = Int(parts[0]), let since = Int(parts[1]) else {
            throw Unreadable(what: "session")
        }
        let device = parts[2].hasPrefix("+") ? String(parts[2].dropFirst()) : nil
        return StoredSession(tokenHash: tokenHash, device: device, since: since, seen: seen)
    }

    static func text(_ password: PasswordHash) -> [UInt8] { bytes(password.text) }

    static func password(_ text: String) throws(Unreadable) -> PasswordHash {
        guard let password = PasswordHash(text: text) else { throw Unreadable(what: "password") }
        return password
    }

    /// Returns the field of a rating in a person's hash.
    static func field(_ kind: RatingKind) -> String { "r:\(kind.rule.rawValue):\(kind.speed.rawValue)" }

    static func kind(field: String) -> RatingKind? {
        let parts = field.split(separator: ":")
        guard parts.count == 3, parts[0] == "r", let rule = Rule(rawValue: String(parts[1])),
            let speed = Speed(rawValue: String(parts[2]))
        else { return nil }
        return RatingKind(rule: rule, speed: speed)
    }

    static func text(_ kept: StoredRating) -> String { kept.text }

    static func rating(_ text: String, _ kind: RatingKind) -> StoredRating? { StoredRating(text: text, kind: kind) }
}
