import GameState

/// A store in memory, for tests, `--durability memory` and experiments. Its rooms are lost when the
/// process ends.
///
/// The store calls each `done` immediately. Its memory is bounded: a room keeps its newest
/// ``recordsPerRoom`` deltas and a snapshot of the older ones.
public final class MemoryStore: RoomStore {
    /// The number of deltas to keep for each room. Older deltas remain only in the room's snapshot.
    public static let recordsPerRoom = 4_096

    private struct Part: Sendable {
        var base = SharedState()
        var deltas = DeltaLog()
        var ids = AcceptedIDs()
        var rev: Int { deltas.count > 0 ? deltas.last : base.rev }
        var revisions: Range<Int> { deltas.first..<deltas.first + deltas.count }
        var bytes: Int { base.bytes + deltas.packedBytes }
        var stored: StoredRoom.Part {
            StoredRoom.Part(snapshot: base.snapshot, deltas: revisions.compactMap { deltas[$0] })
        }
    }

    /// A stored room. A class, so that an append modifies the room in place.
    private final class Stored {
        let header: RoomHeader
        var shared = Part()
        var own: [ParticipantID: Part] = [:]
        var changed = 0
        var isListed = false
        var chat: [ChatMessage] = []
        var order: [ParticipantID] = []
        /// The ``Append/chain`` of the room's last append, if that append failed.
        var failedChain: Int?

        /// Whether the room has a delta. A room without a delta has had only refused appends, so it
        /// does not exist.
        var exists: Bool { shared.rev > 0 || own.values.contains { $0.rev > 0 } }

        /// The approximate size of the deltas and of the snapshots.
        var bytes: Int { own.values.reduce(shared.bytes) { $0 + $1.bytes } }

        /// Returns a function that makes a copy on any thread. Until it is called, the copy takes
        /// little time and memory.
        var copy: @Sendable () -> StoredRoom {
            { [header, shared, own, chat, order] in
                StoredRoom(
                    header: header, shared: shared.stored, own: own.map { ($0.key, $0.value.stored) }, chat: chat,
                    order: order)
            }
        }

        init(header: RoomHeader) { self.header = header }
    }

    private var stored: [RoomName: Stored] = [:]
    private var people = MemoryPeople()
    private let builder: (any RoomBuilder)?

    /// - Parameter builder: A thread for large rooms. Without it, `load` builds all rooms itself.
    public init(builder: (any RoomBuilder)? = nil) { self.builder = builder }

    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        done(.success(stored[room].flatMap { $0.exists ? $0.copy() : nil }))
    }

    public func load(_ room: RoomName, sharing limits: RoomLimits, _ done: @escaping (RoomLoading) -> Void) {
        guard let room = stored[room], room.exists else { return done(.success(nil)) }
        let copy = room.copy
        let work = { @Sendable in RoomLoading(sharing: limits) { copy() } }
        guard let builder, room.bytes >= RoomSize.large else { return done(work()) }
        builder.build(work, done)
    }

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        let name = append.room.name
        let delta = append.delta
        let known = stored[name]
        let room = known ?? Stored(header: append.room)
        if room.failedChain == append.chain { return done(.moved) }
        let failure =
            switch append.scope {
            case .shared: Self.append(delta, to: &room.shared)
            case .own: Self.append(delta, to: &room.own[delta.by, default: Part()])
            }
        room.failedChain = failure == nil ? nil : append.chain
        if failure == nil {
            room.changed = delta.at
            room.isListed = append.lists ?? room.isListed
        }
        if failure == nil, let finished = append.finished { _ = people.change(.record(finished)) }
        if known == nil { stored[name] = room }
        done(failure)
    }

    private static func append(_ delta: AcceptedDelta, to part: inout Part) -> AppendFailure? {
        if let id = delta.id,
            let rev = part.ids.revision(of: id, by: delta.by, { part.deltas.sender(of: $0) }),
            let known = part.deltas[rev]
        {
            return .duplicate(known)
        }
        guard delta.rev == part.rev + 1 else { return .moved }
        part.deltas.append(delta)
        part.ids.record(delta)
        if part.deltas.count >= 2 * recordsPerRoom {  // in bulk, so that compaction is rare
            for rev in part.revisions.prefix(recordsPerRoom) {
                guard let old = part.deltas[rev] else { continue }
                part.base.apply(old.delta, rev: rev)
                part.ids.remove(old.id, by: old.by, rev: rev)
            }
            part.deltas.removeFirst(recordsPerRoom)
        }
        return nil
    }

    public func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) {
        if stored[room]?.header.epoch == epoch {
            stored[room]?.chat = (stored[room]?.chat ?? []).suffix(limit - 1) + [line]
        }
        done(nil)
    }

    public func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void
    ) {
        if stored[room]?.header.epoch == epoch { stored[room]?.order = people }
        done(nil)
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        guard let part = stored[room]?.shared else { return done(.success([])) }
        var left = bytes
        let wanted = part.revisions.clamped(to: max(1, from)..<max(1, from, to == .max ? to : to + 1))
        let page = wanted.lazy.compactMap { part.deltas[$0] }.prefix(limit).prefix { delta in
            defer { left -= delta.size }
            return left > 0
        }
        done(.success(Array(page)))
    }

    public func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void
    ) {
        let found = stored.values.filter {
            $0.exists && ($0.isListed || !listedOnly) && (before == nil || $0.changed < before ?? 0)
        }
        .sorted { $0.changed > $1.changed }.prefix(limit)
        done(
            .success(
                found.map {
                    RoomSummary(name: $0.header.name, kind: $0.header.kind, rev: $0.shared.rev, changed: $0.changed)
                }))
    }

    public func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void) {
        done(.success(people.participant(tokenHash: tokenHash)))
    }

    public func participants(_ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void) {
        done(.success(ids.compactMap { people.people[$0]?.participant }))
    }

    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) {
        people.save(guest)
        done()
    }

    public func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        people.save(participant)
        done(nil)
    }

    // MARK: People

    public func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void) {
        done(.success(people.load(reads)))
    }

    public func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void) { done(people.change(verb)) }

    public func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) { done(.success(people.games(of: id, before: before, limit: limit))) }

    public func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void) {
        done(.success(people.leaders(limit: limit)))
    }

    public func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void
    ) { done(.success(Array(people.ranking(kind).dropFirst(from).prefix(limit)))) }

    public func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void) {
        done(.success(people.recentGames(limit: limit)))
    }

    public func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void) {
        done(.success(people.games[id]))
    }

    public func close(_ done: @escaping () -> Void) { done() }
}
