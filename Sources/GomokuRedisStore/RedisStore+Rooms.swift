import GameState
import Redis
import Storage

/// Loading rooms, and storing their chat messages and join order.
extension RedisStore {
    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        let (command, assurance) = loading(room)
        calls.read(command, assurance, done) { [limits] in try Self.stored($0, room, limits) }
    }

    public func load(_ room: RoomName, sharing common: RoomLimits, _ done: @escaping (RoomLoading) -> Void) {
        let (command, assurance) = loading(room)
        calls.ask(command, assurance) { [limits, builder] answer in
            switch answer {
            case .failure(let failure): done(.failure(failure))
            case .success(let reply):
                let work = { @Sendable in
                    RoomLoading(sharing: common) { try Self.stored(reply, room, limits) }
                }
                guard let builder, reply.size >= RoomSize.large else { return done(work()) }
                builder.build(work, done)
            }
        }
    }

    /// Returns the command that reads a room, and the guarantee that its answer needs.
    private func loading(_ room: RoomName) -> (RedisCommand, WriteGuarantee) {
        let keys = RedisKeys.Room(room)
        let words = [
            bytes(limits.historyPerRoom), bytes(limits.historyPerRoom / 4), keys.ownLog, keys.ownSnapshot,
        ]
        let places = [keys.header, keys.log, keys.snapshot, keys.chat]
        // Rooms of this server can be watched even while replicas are missing.
        return (
            RedisFunctions.call("room_load", keys: places, words),
            appender.hasSettled(room) ? .answered : .replicated
        )
    }

    private static func stored(_ reply: RedisReply, _ room: RoomName, _ limits: Limits) throws -> StoredRoom? {
        guard let parts = reply.array, parts.count == 4 else {
            // A room without deltas does not exist.
            if reply.isNull { return nil }
            throw RedisTexts.Unreadable(what: "room")
        }
        let fields = RedisTexts.fields(parts[0])
        let own = try (parts[2].array ?? []).map { reply in
            guard let id = reply.array?.last?.string else { throw RedisTexts.Unreadable(what: "private state") }
            return (participant: ParticipantID(id), part: try part(reply, bytes: limits.ownHistoryBytes))
        }
        return StoredRoom(
            header: try RedisTexts.header(fields, room),
            shared: try part(parts[1], bytes: limits.historyBytesPerRoom),
            own: own.sorted { $0.participant.text < $1.participant.text },
            chat: try (parts[3].array ?? []).map(RedisTexts.chatLine),
            order: (fields["order"] ?? "").split(separator: " ").map { ParticipantID(String($0)) })
    }

    /// Returns a ledger from its snapshot, first revision and deltas. Of the deltas that the
    /// snapshot includes, only the newest `bytes` are kept.
    private static func part(_ reply: RedisReply, bytes limit: Int) throws -> StoredRoom.Part {
        guard let parts = reply.array, parts.count >= 3 else { throw RedisTexts.Unreadable(what: "room") }
        let snapshot = try RedisTexts.snapshot(parts[0])
        let deltas = try RedisTexts.deltas(parts[2])
        var left = limit
        let earlier = deltas.prefix { $0.rev <= snapshot.rev }.reversed().prefix { delta in
            left -= delta.size
            return left >= 0
        }
        return StoredRoom.Part(
            snapshot: snapshot, deltas: earlier.reversed() + deltas.drop { $0.rev <= snapshot.rev })
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes limitBytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        let first = max(1, from)
        // Read at most one page, even if more was requested.
        let last = min(to, first + min(limit, limits.historyPage) - 1)
        let words = [bytes("LRANGE"), RedisKeys.Room(room).log, bytes(first - 1), bytes(max(0, last) - 1)]
        guard last >= first else {
            return calls.answer([], done)
        }
        calls.read(RedisCommand(words), done) { reply in
            var left = limitBytes
            return Array(
                try RedisTexts.deltas(reply).prefix { delta in
                    defer { left -= delta.size }
                    return left > 0
                })
        }
    }

    public func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void
    ) {
        let newest = before.map { "(\($0)" } ?? "+inf"
        let commands = (0..<RedisKeys.shards).map { shard in
            RedisCommand([
                bytes("ZREVRANGEBYSCORE"), listedOnly ? RedisKeys.listed(shard) : RedisKeys.rooms(shard),
                bytes(newest), bytes("-inf"), bytes("WITHSCORES"), bytes("LIMIT"), bytes("0"), bytes(limit),
            ])
        }
        calls.readAll(commands) { [self] answer in
            let found: ArraySlice<(name: RoomName, changed: Int)>
            switch answer {
            case .failure(let failure): return done(.failure(failure))
            case .success(let replies):
                found = replies.flatMap(Self.changed).sorted { $0.changed > $1.changed }.prefix(limit)
            }
            let facts = found.flatMap { room in
                let keys = RedisKeys.Room(room.name)
                return [
                    RedisCommand([bytes("HGET"), keys.header, bytes("kind")]), RedisCommand([bytes("LLEN"), keys.log]),
                ]
            }
            calls.readAll(facts) { answer in
                done(
                    answer.map { replies in
                        found.enumerated().compactMap { index, room in
                            // The room may have been removed meanwhile.
                            replies[2 * index].string.flatMap(RoomKind.init(rawValue:)).map { kind in
                                RoomSummary(
                                    name: room.name, kind: kind, rev: replies[2 * index + 1].integer ?? 0,
                                    changed: room.changed)
                            }
                        }
                    })
            }
        }
    }

    /// Returns the names and scores of one shard's rooms.
    private static func changed(_ reply: RedisReply) -> [(name: RoomName, changed: Int)] {
        let words = reply.array ?? []
        return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            guard let name = words[index].string.flatMap({ RoomName(key: $0) }),
                let changed = words[index + 1].string.flatMap({ Int($0) })
            else { return nil }
            return (name, changed)
        }
    }

    public func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let keys = RedisKeys.Room(room)
        unsaved.save(line.by.id)
        calls.write(
            "room_say", to: keys, keys: [keys.header, keys.chat], [bytes(epoch), RedisTexts.text(line), bytes(limit)]
        ) { done($0.failure) }
    }

    public func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let order = people.map(\.text).joined(separator: " ")
        let keys = RedisKeys.Room(room)
        calls.write("room_order", to: keys, keys: [keys.header], [bytes(epoch), bytes(order)]) {
            done($0.failure)
        }
    }

    // MARK: removing rooms

    /// The number of rooms per shard to read beyond the limit, because some may be in use.
    private static let purgeMargin = 500

    public func purge(
        _ retention: Retention, keeping kept: Set<RoomName>, limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        purge(finished: retention.finishedBefore, isFinished: true, kept, limit) { [self] answer in
            guard case .success(let count) = answer, count < limit else { return done(answer) }
            purge(finished: retention.unchangedBefore, isFinished: false, kept, limit - count) { further in
                done(further.map { $0 + count })
            }
        }
    }

    private func purge(
        finished before: Int?, isFinished: Bool, _ kept: Set<RoomName>, _ limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        guard let before else { return calls.answer(0, done) }
        let commands = (0..<RedisKeys.shards).map { shard in
            RedisCommand([
                bytes("ZRANGEBYSCORE"), isFinished ? RedisKeys.finished(shard) : RedisKeys.rooms(shard),
                bytes("-inf"), bytes("(\(before)"), bytes("WITHSCORES"), bytes("LIMIT"), bytes("0"),
                bytes(limit + Self.purgeMargin),
            ])
        }
        calls.readAll(commands) { [self] answer in
            switch answer {
            case .failure(let failure): done(.failure(failure))
            case .success(let replies):
                let due = replies.flatMap(Self.changed).sorted { $0.changed < $1.changed }.map(\.name)
                    .filter { !kept.contains($0) && !appender.isBusy($0) }.prefix(limit)
                remove(Array(due), before, isFinished, done)
            }
        }
    }

    private func remove(
        _ rooms: [RoomName], _ before: Int, _ isFinished: Bool, _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        var (left, removed) = (rooms.count, 0)
        var failure: StoreFailure?
        guard left > 0 else { return done(.success(0)) }
        for room in rooms {
            let keys = RedisKeys.Room(room)
            appender.evict(room)
            let places = [
                keys.header, keys.log, keys.snapshot, keys.chat, keys.rooms, keys.listed, keys.finished,
            ]
            let words = [
                keys.name, bytes(before), bytes(isFinished ? "1" : "0"), keys.ownLog, keys.ownSnapshot,
            ]
            calls.write("room_purge", to: keys, keys: places, words) { answer in
                switch answer {
                case .success(let reply): removed += reply.integer ?? 0
                case .failure(let why): failure = why
                }
                left -= 1
                if left == 0 { done(failure.map { .failure($0) } ?? .success(removed)) }
            }
        }
    }
}
