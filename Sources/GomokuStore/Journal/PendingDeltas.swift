import GameState
import Storage
import Synchronization

/// Committed deltas that are not yet in segments, by room. Readers and the move into segments use
/// them instead of scanning the journal.
///
/// Each delta is in one of two lists: in `filing` while it is being moved into a segment, otherwise
/// in `pending`.
final class PendingDeltas: Sendable {
    /// The facts about a room that retention and the lists of rooms need.
    struct Facts: Sendable {
        let summary: RoomSummary
        let isFinished: Bool
        let isListed: Bool
    }

    /// A room with deltas that are not yet in segments.
    struct Room: Sendable {
        let name: RoomName
        let kind: RoomKind
        /// The newest revision of the shared state. If only private state has changed, this is the
        /// stored revision.
        var rev: Int
        /// The time of the newest delta.
        var changed: Int
        var isFinished: Bool
        var isListed: Bool
        /// The segments by owner. `''` is the owner of the shared state.
        var ledgers: [String: [Segment]] = [:]

        var facts: Facts {
            Facts(
                summary: RoomSummary(name: name, kind: kind, rev: rev, changed: changed), isFinished: isFinished,
                isListed: isListed)
        }

        /// Appends a delta, given as its text without the `[`.
        mutating func append(_ part: ArraySlice<UInt8>, rev: Int, id: UInt32, owner: String) {
            Self.append(part, rev: rev, id: id, to: &ledgers[owner, default: []])
        }

        private static func append(
            _ part: ArraySlice<UInt8>, rev: Int, id: UInt32, to segments: inout [Segment]
        ) {
            if segments.last?.hasPlace(for: part.count) != true { segments.append(Segment(first: rev)) }
            segments[segments.count - 1].append(part, id: id)
        }
    }

    /// Successive deltas of one ledger that are written as one segment.
    struct Unit: Sendable {
        let room: Int64
        let owner: String
        var segment: Segment
    }

    private struct State {
        var pending: [Int64: Room] = [:]
        var filing: [Int64: Room] = [:]
        var ids: [RoomName: Int64] = [:]
        var pendingBytes = 0
        var filingBytes = 0
    }

    private let state = Mutex(State())

    /// The bytes of deltas that wait for a move to begin.
    var pendingBytes: Int { state.withLock { $0.pendingBytes } }
    /// The bytes of all deltas that are not yet in segments.
    var bytes: Int { state.withLock { $0.pendingBytes + $0.filingBytes } }
    var isEmpty: Bool { state.withLock { $0.pending.isEmpty && $0.filing.isEmpty } }
    /// The time of the newest delta of all rooms.
    var newest: Int? {
        state.withLock { state in
            [state.pending, state.filing].flatMap { $0.values.map(\.changed) }.max()
        }
    }

    // MARK: reading

    /// A copy of a room's deltas that are not yet in segments. Take it *before* reading the
    /// database. Deltas that move in between then appear in both. In the other order, they would
    /// appear in neither.
    struct Part: Sendable {
        let id: Int64
        let room: Room
        /// The segments by owner, oldest first.
        var ledgers: [String: [Segment]]
    }

    func part(_ name: RoomName) -> Part? {
        state.withLock { state in
            guard let id = state.ids[name] else { return nil }
            return Self.part(id, state)
        }
    }

    func part(id: Int64) -> Part? { state.withLock { Self.part(id, $0) } }

    private static func part(_ id: Int64, _ state: State) -> Part? {
        let (pending, filing) = (state.pending[id], state.filing[id])
        guard let newest = pending ?? filing else { return nil }
        let ledgers = (filing?.ledgers ?? [:]).merging(pending?.ledgers ?? [:]) { $0 + $1 }
        return Part(id: id, room: newest, ledgers: ledgers)
    }

    /// Returns the facts of all rooms with deltas that are not yet in segments.
    func rooms() -> [Int64: Facts] {
        state.withLock { state in
            var rooms: [Int64: Facts] = [:]
            rooms.reserveCapacity(state.pending.count)
            for (id, room) in state.filing { rooms[id] = room.facts }
            for (id, room) in state.pending { rooms[id] = room.facts }
            return rooms
        }
    }

    // MARK: writing, on the writer's thread

    /// Adds the deltas of a commit. `body` is the commit's row of the journal, which contains each
    /// delta's text.
    func publish(_ staged: [StagedDelta], of body: [UInt8]) {
        state.withLock { state in
            for one in staged {
                if state.pending[one.room] == nil {
                    let known = state.filing[one.room]
                    state.pending[one.room] = Room(
                        name: one.name, kind: one.kind, rev: known?.rev ?? one.roomRev, changed: one.at,
                        isFinished: one.isFinished, isListed: one.isListed)
                    state.ids[one.name] = one.room
                }
                state.pending[one.room]?.add(one, of: body)
                state.pendingBytes += one.part.count + Segment.itemBytes
            }
        }
    }

    /// Marks all pending deltas as being moved, and returns them in the order of rooms. No move may
    /// be in progress.
    func beginFiling() -> [Unit] {
        state.withLock { state in
            swap(&state.pending, &state.filing)
            (state.filingBytes, state.pendingBytes) = (state.pendingBytes, 0)
            return state.filing.keys.sorted().flatMap { id in
                (state.filing[id]?.ledgers ?? [:]).sorted { $0.key < $1.key }.flatMap { owner, segments in
                    segments.map { Unit(room: id, owner: owner, segment: $0) }
                }
            }
        }
    }

    /// Returns a room that is being moved, as it was when the move began; nil if it is not being
    /// moved.
    func filing(_ room: Int64) -> Room? { state.withLock { $0.filing[room] } }

    /// Removes rooms whose deltas are all in segments.
    func filed(rooms: [Int64]) {
        guard !rooms.isEmpty else { return }
        state.withLock { state in
            for id in rooms {
                let gone = state.pending.removeValue(forKey: id)
                let bytes = gone?.ledgers.values.joined().reduce(0) { $0 + $1.body.count } ?? 0
                state.pendingBytes = state.pending.isEmpty ? 0 : max(0, state.pendingBytes - bytes)
                guard let name = gone?.name ?? state.filing[id]?.name else { continue }
                state.filing[id] = nil
                state.ids[name] = nil
            }
        }
    }

    /// Removes deltas that are now in segments. They must be the oldest of their ledgers.
    func filed(_ units: some Sequence<Unit>) {
        state.withLock { state in
            for unit in units {
                guard state.filing[unit.room] != nil else { continue }
                state.filingBytes -= unit.segment.body.count
                state.filing[unit.room]?.ledgers[unit.owner]?.removeFirst()
                if state.filing[unit.room]?.ledgers[unit.owner]?.isEmpty == true {
                    state.filing[unit.room]?.ledgers[unit.owner] = nil
                }
                if state.filing[unit.room]?.ledgers.isEmpty == true,
                    let room = state.filing.removeValue(forKey: unit.room),
                    state.pending[unit.room] == nil
                {
                    state.ids[room.name] = nil
                }
            }
            if state.filing.isEmpty { state.filingBytes = 0 }
        }
    }
}

/// A delta in the current transaction.
struct StagedDelta: Sendable {
    let room: Int64
    let name: RoomName
    let kind: RoomKind
    let owner: String
    let rev: Int
    let at: Int
    /// The fingerprint of the delta's ID.
    let id: UInt32
    /// The range of the delta's text in the journal's row, without the `[`.
    let part: Range<Int>
    /// The revision of the room's shared state after this delta. The two properties that follow are
    /// as of then, too.
    let roomRev: Int
    let isFinished: Bool
    let isListed: Bool
}

extension PendingDeltas.Room {
    fileprivate mutating func add(_ one: StagedDelta, of body: [UInt8]) {
        append(body[one.part], rev: one.rev, id: one.id, owner: one.owner)
        rev = one.roomRev
        changed = one.at
        isFinished = one.isFinished
        isListed = one.isListed
    }
}
