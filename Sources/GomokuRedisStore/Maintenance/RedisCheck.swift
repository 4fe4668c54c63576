import GameState
import Redis
import Storage

/// A check that reads a whole store in a Redis and judges the deltas of every room again. It
/// changes nothing.
///
/// Servers may run meanwhile. The check reads each room as it was at one moment.
public struct RedisCheck {
    public private(set) var findings = StoreFindings()
    private let reader: RedisReader
    private let limits: Limits

    public init(_ address: RedisAddress, limits: Limits = Limits()) throws(RedisStoreFailure) {
        reader = try RedisReader(address)
        self.limits = limits
        defer { reader.close() }
        try reader.checkFormat()
        for shard in 0..<RedisKeys.shards {
            var names: Set<String> = []
            try reader.scan(["ZSCAN", String(decoding: RedisKeys.rooms(shard), as: UTF8.self)]) { found in
                for index in stride(from: 0, to: found.count, by: 2) {
                    if let name = found[index].string { names.insert(name) }
                }
            }
            for name in names.sorted() { try check(room: name) }
        }
        try RedisPeopleCheck(reader).run(&findings)
    }

    private func command(_ words: [UInt8]...) -> RedisCommand { RedisCommand(words) }

    private mutating func check(room text: String) throws(RedisStoreFailure) {
        guard let name = RoomName(key: text) else { return findings.note("a room has an invalid name") }
        let keys = RedisKeys.Room(name)
        let shared = try reader.together([
            command(bytes("HGETALL"), keys.header), command(bytes("GET"), keys.snapshot),
            command(bytes("LRANGE"), keys.log, bytes(0), bytes(-1)),
            command(bytes("LRANGE"), keys.chat, bytes(0), bytes(-1)),
            command(bytes("ZSCORE"), keys.rooms, keys.name), command(bytes("ZSCORE"), keys.listed, keys.name),
            command(bytes("ZSCORE"), keys.finished, keys.name),
        ])
        let fields = RedisTexts.fields(shared[0])
        // The room was removed meanwhile.
        if shared[4].isNull { return }
        findings.rooms += 1
        let header: RoomHeader
        do { header = try RedisTexts.header(fields, name) } catch { return findings.note(room: text, "\(error)") }
        let owners = fields.keys.filter { $0.hasPrefix("own:") }.map { String($0.dropFirst(4)) }.sorted()
        var replay = follow(header, owner: nil, mayBeEmpty: !owners.isEmpty, shared[1], shared[2])
        for (field, reply) in [("listed", shared[5]), ("finished", shared[6])]
        where (fields[field] != nil) == reply.isNull {
            findings.note(room: text, "its records disagree on whether it is \(field)")
        }
        if let facts = replay?.facts {
            if facts.isListed != (fields["listed"] != nil) {
                findings.note(room: text, "the record of whether it is listed is wrong")
            }
            if header.kind == .gomoku, facts.isFinished != (fields["finished"] != nil) {
                findings.note(room: text, "the record of whether its game is over is wrong")
            }
        }
        if let ended = replay?.takeEndedGames(), let replay { try compare(ended, of: replay) }
        for line in shared[3].array ?? [] {
            do { _ = try RedisTexts.chatLine(line) } catch { findings.note(room: text, "\(error)") }
        }
        for owner in owners {
            let own = try reader.together([
                command(bytes("GET"), keys.ownSnapshot + bytes(owner)),
                command(bytes("LRANGE"), keys.ownLog + bytes(owner), bytes(0), bytes(-1)),
            ])
            _ = follow(header, owner: owner, own[0], own[1])
        }
    }

    /// The number of records of games to read at a time.
    private static let page = 500

    /// Compares the records of games with the deltas that ended them. Games that were too short
    /// have no record, and other games have none before they are settled.
    private mutating func compare(
        _ ended: [LedgerReplay.EndedGame], of replay: LedgerReplay
    ) throws(RedisStoreFailure) {
        for start in stride(from: 0, to: ended.count, by: Self.page) {
            let page = ended[start..<min(start + Self.page, ended.count)]
            let records = try reader.sound(RedisCommand([bytes("MGET")] + page.map { RedisKeys.game($0.id) }))
            for (ended, record) in zip(page, records.array ?? []) {
                // `RedisPeopleCheck` reports records that cannot be read.
                guard let text = record.bytes, let stored = try? GameText.game(text) else { continue }
                replay.compare(stored.game, with: ended, &findings)
            }
        }
    }

    /// Checks one ledger: that no revision is missing or unreadable, that IDs are unique, that the
    /// referee accepts each delta, and that the snapshot follows from the deltas. Returns nil if
    /// the ledger cannot be replayed.
    private mutating func follow(
        _ header: RoomHeader, owner: String?, mayBeEmpty: Bool = false, _ snapshot: RedisReply, _ log: RedisReply
    ) -> LedgerReplay? {
        let room = header.name.key
        do {
            let archive = snapshot.isNull ? nil : try RedisTexts.snapshot(snapshot)
            var replay = LedgerReplay(header, owner: owner, snapshot: archive, limits)
            var ids: Set<[[UInt8]]> = []
            for delta in try RedisTexts.deltas(log) {
                guard replay.apply(delta, &findings) else { return nil }
                if let id = delta.id, !ids.insert([bytes(delta.by.text), bytes(id)]).inserted {
                    findings.note(room: room, owner: owner, rev: delta.rev, "its ID occurs twice")
                }
            }
            // A room may have private state and no shared delta.
            if replay.rev == 0, owner != nil || !mayBeEmpty {
                findings.note(room: room, owner: owner, "it has no deltas")
            }
            replay.finish(&findings)
            return replay
        } catch {
            findings.note(room: room, owner: owner, "\(error)")
            return nil
        }
    }
}
