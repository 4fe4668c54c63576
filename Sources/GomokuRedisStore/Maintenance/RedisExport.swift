import GameState
import Redis
import Storage

/// A reader that turns a whole store in a Redis into records, while no server changes it.
public struct RedisExport {
    private let reader: RedisReader

    /// The number of deltas, games or people to read at a time.
    private static let page = 500

    /// Calls `take` with each record, in the order of ``StoreRecord``. Throws if the data changes
    /// meanwhile.
    public static func read(_ address: RedisAddress, _ take: (StoreRecord) throws -> Void) throws(RedisStoreFailure) {
        let reader = try RedisReader(address)
        defer { reader.close() }
        try reader.checkFormat()
        let export = RedisExport(reader: reader)
        do {
            let before = try export.mark()
            try take(
                .store(
                    alive: try reader.sound(RedisCommand([bytes("GET"), RedisKeys.alive])).string.flatMap { Int($0) }))
            let leaving = Set(
                (try reader.sound(RedisCommand([bytes("SMEMBERS"), RedisKeys.leaving])).array ?? []).compactMap(
                    \.string))
            for name in try export.rooms() { try export.room(name, leaving, take) }
            try export.people(take)
            try export.reserved(take)
            try export.games(take)
            guard try export.mark() == before else { throw RedisStoreFailure.changing }
        } catch let failure as RedisStoreFailure {
            throw failure
        } catch { throw .other("\(error)") }
    }

    /// Returns values that differ if a room, game or person is added, or a room changes. Throws if
    /// games wait to be settled.
    private func mark() throws -> [RedisReply] {
        let shards = 0..<RedisKeys.shards
        let waiting = try reader.replies(shards.map { RedisCommand([bytes("HLEN"), RedisKeys.outbox($0)]) })
        guard waiting.allSatisfy({ $0.integer == 0 }) else { throw RedisStoreFailure.changing }
        let newest = shards.map {
            RedisCommand([bytes("ZREVRANGE"), RedisKeys.rooms($0), bytes(0), bytes(0), bytes("WITHSCORES")])
        }
        return try reader.replies(newest + [RedisCommand([bytes("LLEN"), RedisKeys.games]), RedisCommand("DBSIZE")])
    }

    // MARK: rooms

    private func rooms() throws -> [RoomName] {
        var names: Set<RoomName> = []
        for shard in 0..<RedisKeys.shards {
            try reader.scan(["ZSCAN", String(decoding: RedisKeys.rooms(shard), as: UTF8.self)]) { found in
                for index in stride(from: 0, to: found.count, by: 2) {
                    if let name = found[index].string.flatMap({ RoomName(key: $0) }) { names.insert(name) }
                }
            }
        }
        return names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private func room(_ name: RoomName, _ leaving: Set<String>, _ take: (StoreRecord) throws -> Void) throws {
        let keys = RedisKeys.Room(name)
        let found = try reader.together([
            RedisCommand([bytes("HGETALL"), keys.header]),
            RedisCommand([bytes("LRANGE"), keys.chat, bytes(0), bytes(-1)]),
        ])
        let fields = RedisTexts.fields(found[0])
        let order = fields["order"]?.split(separator: " ").map { ParticipantID(String($0)) } ?? []
        try take(.room(try RedisTexts.header(fields, name), order: order))
        try ledger(keys.log, owner: nil, take)
        for owner in fields.keys.filter({ $0.hasPrefix("own:") }).map({ String($0.dropFirst(4)) }).sorted() {
            try ledger(keys.ownLog + bytes(owner), owner: ParticipantID(owner), take)
        }
        for reply in found[1].array ?? [] {
            var line = try RedisTexts.chatLine(reply)
            if leaving.contains(line.by.id.text) {
                line = ChatMessage(
                    by: Participant(id: line.by.id, name: "", isBot: line.by.isBot), at: line.at, id: line.id,
                    text: line.text, isForSpectators: line.isForSpectators)
            }
            try take(.chat(line))
        }
    }

    private func ledger(_ log: [UInt8], owner: ParticipantID?, _ take: (StoreRecord) throws -> Void) throws {
        var first = 0
        while true {
            let range = [bytes("LRANGE"), log, bytes(first), bytes(first + Self.page - 1)]
            let deltas = try RedisTexts.deltas(try reader.sound(RedisCommand(range)))
            for delta in deltas { try take(.delta(delta, owner: owner)) }
            first += deltas.count
            guard deltas.count == Self.page else { return }
        }
    }

    // MARK: people

    private func people(_ take: (StoreRecord) throws -> Void) throws {
        let prefix = "{people}p:"
        var found: Set<String> = []
        try reader.scan(["SCAN", "MATCH", prefix + "*"]) { keys in
            for key in keys.compactMap(\.string) { found.insert(String(key.dropFirst(prefix.count))) }
        }
        let ids = found.sorted()
        for start in stride(from: 0, to: ids.count, by: Self.page) {
            let page = ids[start..<min(start + Self.page, ids.count)].map { ParticipantID($0) }
            let replies = try reader.replies(
                page.flatMap { id in
                    [
                        RedisCommand([bytes("HGETALL"), RedisKeys.person(id)]),
                        RedisCommand([bytes("HGET"), RedisKeys.person(id), bytes("token")]),
                        RedisCommand([bytes("HGETALL"), RedisKeys.sessions(id)]),
                    ]
                })
            for (index, id) in page.enumerated() {
                let person = try person(id, replies[3 * index], replies[3 * index + 1], replies[3 * index + 2])
                if let person { try take(.person(person)) }
            }
        }
    }

    /// Returns nil for a robot or a deleted account, which only has counts of games.
    private func person(
        _ id: ParticipantID, _ facts: RedisReply, _ token: RedisReply, _ sessions: RedisReply
    ) throws -> PersonRecord? {
        let fields = RedisTexts.fields(facts)
        var account: [String: String] = [:]
        if let key = fields["key"] {
            account = RedisTexts.fields(
                try reader.sound(RedisCommand([bytes("HGETALL"), RedisKeys.name(NameKey(stored: key))])))
        }
        return try RedisPerson(
            id, fields: fields, token: token.bytes, account: account, sessions: sessions.array ?? [])?.record
    }

    private func reserved(_ take: (StoreRecord) throws -> Void) throws {
        let prefix = "{people}n:"
        var found: [String: Int] = [:]
        try reader.scan(["SCAN", "MATCH", prefix + "*"]) { (keys) throws(RedisStoreFailure) in
            let questions = keys.compactMap(\.bytes).map { RedisCommand([bytes("HGET"), $0, bytes("reserved")]) }
            for (key, until) in zip(keys.compactMap(\.string), try reader.replies(questions)) {
                if let until = until.string.flatMap({ Int($0) }) { found[String(key.dropFirst(prefix.count))] = until }
            }
        }
        for (key, until) in found.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            try take(.reserved(NameKey(stored: key), until: until))
        }
    }

    // MARK: games

    private func games(_ take: (StoreRecord) throws -> Void) throws {
        var first = 0
        while true {
            let range = [bytes("LRANGE"), RedisKeys.games, bytes(first), bytes(first + Self.page - 1)]
            let ids = (try reader.sound(RedisCommand(range)).array ?? []).compactMap(\.bytes)
            guard !ids.isEmpty else { return }
            first += ids.count
            let texts =
                try reader.sound(RedisCommand([bytes("MGET")] + ids.map { bytes("{people}g:") + $0 })).array ?? []
            for text in texts {
                guard let text = text.bytes else { throw RedisTexts.Unreadable(what: "game") }
                try take(.game(try GameText.game(text)))
            }
        }
    }
}

extension RedisReader {
    /// Throws unless the database has a store in a known format.
    func checkFormat() throws(RedisStoreFailure) {
        let format = try sound(RedisCommand([bytes("HGET"), RedisKeys.meta, bytes("format")]))
        if format.isNull { throw .missing(place) }
        guard let number = format.string.flatMap({ Int($0) }), number <= RedisKeys.format else {
            throw .newer(format: format.string ?? "unknown", known: RedisKeys.format)
        }
    }
}
