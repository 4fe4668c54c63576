import GameState
import Redis
import Storage

/// A stored room as this server knows it, and the queue of its appends.
///
/// Only one call per room is in flight, so that deltas arrive in order even if the connection is
/// lost. A call contains as many waiting deltas as build on each other.
final class RoomAppendQueue {
    /// The deltas of the shared state or of one participant's private state.
    struct Ledger {
        /// The newest revision known to be stored.
        var rev = 0
        /// The revisions of all deltas up to `rev`, by the hashes of their IDs.
        var ids: [Int: Int] = [:]
        /// The newest deltas up to ``rev``, without a gap, as far as this server has appended them
        /// recently.
        private(set) var tail: [Acknowledged] = []

        static func hash(_ id: String?, _ by: ParticipantID) -> Int? {
            guard var id else { return nil }
            var hasher = Hasher()
            // Hash the bytes, because texts that differ only in Unicode normalization are different
            // IDs.
            id.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(by)
            return hasher.finalize()
        }

        /// Adds a delta that was read from the store.
        mutating func add(_ delta: AcceptedDelta) {
            tail = []
            note(delta.rev, Self.hash(delta.id, delta.by))
        }

        /// Adds a delta whose append Redis has acknowledged.
        mutating func acknowledged(_ entry: Entry, beat: Int) {
            note(entry.append.delta.rev, entry.id)
            tail.append(Acknowledged(text: entry.text, beat: beat, finished: entry.append.finished.map(KeptGame.init)))
            if tail.count > RoomAppendQueue.tailDeltas { tail.removeFirst(tail.count - RoomAppendQueue.tailDeltas / 2) }
        }

        mutating func evictAcknowledged(before beat: Int) {
            if let first = tail.first, first.beat < beat { tail.removeAll { $0.beat < beat } }
        }

        private mutating func note(_ rev: Int, _ id: Int?) {
            self.rev = rev
            if let id { ids[id] = rev }
        }
    }

    /// An acknowledged delta, in case Redis loses it. Each active room has many of these, so this
    /// type has only the parts from which the delta can be appended again.
    struct Acknowledged {
        let text: [UInt8]
        let beat: Int
        fileprivate let finished: KeptGame?
    }

    /// The game that a delta has ended. A class, because few deltas have one.
    fileprivate final class KeptGame {
        let game: FinishedGame

        init(_ game: FinishedGame) { self.game = game }
    }

    /// A delta that waits or is in flight. A class, because it moves between lists.
    final class Entry {
        let append: Append
        let text: [UInt8]
        /// The hash of the delta's ID.
        let id: Int?
        /// The participants of the delta that were not stored when it arrived.
        let guests: [UnsavedGuests.Guest]
        private let done: (AppendFailure?) -> Void

        init(_ append: Append, by guests: [UnsavedGuests.Guest], _ done: @escaping (AppendFailure?) -> Void) {
            self.append = append
            self.guests = guests
            self.done = done
            text = RedisTexts.text(append.delta)
            id = Ledger.hash(append.delta.id, append.delta.by)
        }

        /// Makes an entry to append an acknowledged delta again; nil if its text is malformed,
        /// which does not happen.
        init?(_ stored: Acknowledged, of room: RoomHeader, in scope: DeltaRequest.Scope) {
            guard let delta = AcceptedDelta(text: stored.text) else { return nil }
            append = Append(room: room, scope: scope, delta: delta, finished: stored.finished?.game)
            text = stored.text
            id = nil
            guests = []
            done = { _ in }
        }

        /// The owner of the private state that the delta changes; empty for the shared state.
        var owner: String { append.scope == .own ? append.delta.by.text : "" }

        /// Whether a participant whom the delta concerns is not stored yet.
        var hasUnsaved: Bool { guests.contains { !$0.isSaved } }

        /// Reports the result.
        func settle(_ failure: AppendFailure?) { done(failure) }
    }

    /// The room with the epoch to which the ledgers belong.
    var header: RoomHeader
    let keys: RedisKeys.Room
    /// The keys for an append to the shared ledger, encoded for Redis.
    private(set) lazy var sharedAppendKeys = RedisWords(appendKeys(""))
    /// The ledgers by owner. A ledger that is missing here must be read first.
    var ledgers: [String: Ledger] = [:]
    var waiting: [Entry] = []
    var isBusy = false
    /// Whether an append is in flight, which may be stored already.
    var isUnderWay = false
    /// The `chain` of the last failed append. Waiting appends with the same `chain` build
    /// on it.
    var failedChain: Int?

    init(_ room: RoomHeader) {
        header = room
        keys = RedisKeys.Room(room.name)
    }

    var room: RoomName { header.name }
    var epoch: String { header.epoch }

    /// The maximum number of deltas per call, and the bytes after which no further delta is added.
    static let batchDeltas = 64
    static let batchBytes = 262_144

    /// The maximum number of deltas per ledger that are kept in case Redis loses them. Beyond it,
    /// the newest half remains.
    static let tailDeltas = 256

    func forgetAcknowledged(before beat: Int) {
        for owner in ledgers.keys { ledgers[owner]?.evictAcknowledged(before: beat) }
    }

    /// Returns the number of waiting deltas to send in one call. Each builds on the previous one,
    /// and none but the first has an ID that may be stored already.
    func batch() -> Int {
        guard let first = waiting.first else { return 0 }
        var (count, size) = (1, first.text.count)
        while count < min(waiting.count, Self.batchDeltas), size < Self.batchBytes {
            let (last, next) = (waiting[count - 1], waiting[count])
            guard next.owner == first.owner, next.append.chain == first.append.chain,
                next.append.room.epoch == first.append.room.epoch,
                next.append.delta.rev == last.append.delta.rev + 1, last.append.finished == nil, mayBeNew(next)
            else { break }
            size += next.text.count
            count += 1
        }
        return count
    }

    private func mayBeNew(_ entry: Entry) -> Bool { known(entry) == nil && !repeats(entry) && !entry.hasUnsaved }

    /// Returns the revision at which the same ID may be stored; nil if it is not.
    func known(_ entry: Entry) -> Int? {
        guard let id = entry.id else { return nil }
        return ledgers[entry.owner]?.ids[id]
    }

    /// Whether an earlier waiting delta has the same ID.
    private func repeats(_ one: Entry) -> Bool {
        guard let id = one.append.delta.id else { return false }
        return waiting.contains {
            $0.append.delta.rev < one.append.delta.rev && $0.append.delta.by == one.append.delta.by
                && $0.append.delta.id.map { $0.utf8.elementsEqual(id.utf8) } == true
        }
    }
}
