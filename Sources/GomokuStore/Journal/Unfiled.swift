import GameState
import Storage
import Synchronization

/// Deltas that are committed and not filed yet, of all rooms: so that who reads needs no look into the journal, and who
/// files none either.
///
/// They are in one of two places: `filing`, on their way into segments, or `pending`, which comes after.
final class Unfiled: Sendable {
    /// What is told of a room where rooms are listed, and let go of.
    struct Facts: Sendable {
        let summary: RoomSummary
        let isFinished: Bool
        let isListed: Bool
    }

    /// A room of which something is not filed.
    struct Room: Sendable {
        let name: RoomName
        let kind: RoomKind
        /// Of the shared state; the stored one when only private state has changed.
        var rev: Int
        /// Time of the newest delta.
        var changed: Int
        var isFinished: Bool
        var isListed: Bool
        /// By owner; `''`: the shared state.
        var ledgers: [String: [Segment]] = [:]

        var facts: Facts {
            Facts(
                summary: RoomSummary(name: name, kind: kind, rev: rev, changed: changed), isFinished: isFinished,
                isListed: isListed)
        }

        /// Appends a delta's text without its `[`.
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

    /// Some deltas in a row of one ledger: what is filed at once.
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

    /// Bytes that wait for a filing to begin.
    var pendingBytes: Int { state.withLock { $0.pendingBytes } }
    /// All of it.
    var bytes: Int { state.withLock { $0.pendingBytes + $0.filingBytes } }
    var isEmpty: Bool { state.withLock { $0.pending.isEmpty && $0.filing.isEmpty } }
    /// Time of the newest delta of all.
    var newest: Int? {
        state.withLock { state in
            [state.pending, state.filing].flatMap { $0.values.map(\.changed) }.max()
        }
    }

    // MARK: reading

    /// What of a room is not filed; to be asked *before* the database is: what is filed meanwhile is found twice, and
    /// in the other order not at all.
    struct Part: Sendable {
        let id: Int64
        let room: Room
        /// Older first, by owner.
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

    /// Every room of which something is not filed, for lists and retention.
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

    /// What was committed just now. `body` is the journal's row, of which each has a part.
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
                state.pending[one.room]?.take(one, of: body)
                state.pendingBytes += one.part.count + Segment.itemBytes
            }
        }
    }

    /// All that is pending is to be filed; returned in the order of rooms. Nothing may be on its way.
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

    /// A room on its way into segments, as it was when that began.
    func filing(_ room: Int64) -> Room? { state.withLock { $0.filing[room] } }

    /// All of these rooms is in the database.
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

    /// These, the oldest of their ledgers, are in the database.
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

/// A delta that is in the transaction under way.
struct StagedDelta: Sendable {
    let room: Int64
    let name: RoomName
    let kind: RoomKind
    let owner: String
    let rev: Int
    let at: Int
    /// The id's fingerprint.
    let id: UInt32
    /// Where its text is in the journal's row, without the `[`.
    let part: Range<Int>
    /// The room's shared revision, and what is to be told of it, after this delta.
    let roomRev: Int
    let isFinished: Bool
    let isListed: Bool
}

extension Unfiled.Room {
    fileprivate mutating func take(_ one: StagedDelta, of body: [UInt8]) {
        append(body[one.part], rev: one.rev, id: one.id, owner: one.owner)
        rev = one.roomRev
        changed = one.at
        isFinished = one.isFinished
        isListed = one.isListed
    }
}
