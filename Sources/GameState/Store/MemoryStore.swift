/// Keeps rooms in memory, as long as the process lives; for tests, for `--durability memory`, and for trying things out.
///
/// Calls `done` at once. Bounded: a room keeps its newest ``recordsPerRoom`` deltas and a snapshot of what came before.
public final class MemoryStore: RoomStore {
    /// Deltas kept for each room; older ones live on in the room's snapshot only.
    public static let recordsPerRoom = 4_096

    private struct Part {
        var base = SharedState()
        var deltas: [AcceptedDelta] = []
        var ids: [String: Int] = [:]
        var rev: Int { deltas.last?.rev ?? base.rev }

        static func key(_ delta: AcceptedDelta) -> String? { delta.id.map { "\(delta.by.text) \($0)" } }
    }

    private struct Stored {
        let header: RoomHeader
        var shared = Part()
        var own: [ParticipantID: Part] = [:]
        var changed = 0
    }

    private var stored: [RoomName: Stored] = [:]
    /// The life in which an append of that room failed last.
    private var failedLives: [RoomName: Int] = [:]
    private var people: [[UInt8]: Participant] = [:]
    private var names: [ParticipantID: Participant] = [:]

    public init() {}

    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        guard let room = stored[room] else { return done(.success(nil)) }
        func part(_ part: Part) -> StoredRoom.Part {
            StoredRoom.Part(snapshot: part.base.archive, deltas: part.deltas)
        }
        done(.success(StoredRoom(
            header: room.header, shared: part(room.shared), own: room.own.map { ($0.key, part($0.value)) })))
    }

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        let name = append.room.name
        let delta = append.delta
        if failedLives[name] == append.life { return done(.moved) }
        let isNew = stored[name] == nil
        // Taken out of the dictionary so that it is changed in place.
        var room = stored.removeValue(forKey: name) ?? Stored(header: append.room)
        var part: Part
        switch append.scope {
        case .shared:
            part = room.shared
            room.shared = Part()
        case .own: part = room.own.removeValue(forKey: delta.by) ?? Part()
        }
        let failure = Self.append(delta, to: &part)
        switch append.scope {
        case .shared: room.shared = part
        case .own: room.own[delta.by] = part
        }
        failedLives[name] = failure == nil ? nil : append.life
        if failure == nil { room.changed = delta.at }
        // A room without a delta is none.
        if failure == nil || !isNew { stored[name] = room }
        done(failure)
    }

    private static func append(_ delta: AcceptedDelta, to part: inout Part) -> AppendFailure? {
        if let key = Part.key(delta), let rev = part.ids[key], let first = part.deltas.first {
            return .duplicate(part.deltas[rev - first.rev])
        }
        guard delta.rev == part.rev + 1 else { return .moved }
        part.deltas.append(delta)
        if let key = Part.key(delta) { part.ids[key] = delta.rev }
        if part.deltas.count >= 2 * recordsPerRoom {  // in bulk, so that it is rare
            for old in part.deltas.prefix(recordsPerRoom) {
                part.base.apply(old.delta, rev: old.rev)
                if let key = Part.key(old) { part.ids[key] = nil }
            }
            part.deltas.removeFirst(recordsPerRoom)
        }
        return nil
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        let deltas = stored[room]?.shared.deltas ?? []
        done(.success(Array(deltas.lazy.filter { $0.rev >= from && $0.rev <= to }.prefix(limit))))
    }

    public func rooms(before: Int?, limit: Int, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void) {
        let found = stored.values.filter { before == nil || $0.changed < before ?? 0 }
            .sorted { $0.changed > $1.changed }.prefix(limit)
        done(.success(found.map {
            RoomSummary(name: $0.header.name, kind: $0.header.kind, rev: $0.shared.rev, changed: $0.changed)
        }))
    }

    public func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void) {
        done(.success(people[tokenHash].map { names[$0.id] ?? $0 }))
    }

    public func participants(_ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void) {
        done(.success(ids.compactMap { names[$0] }))
    }

    public func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        people[participant.tokenHash] = participant.participant
        names[participant.participant.id] = participant.participant
        done(nil)
    }

    public func close(_ done: @escaping () -> Void) { done() }
}
