import GameState
import Redis
import Storage

/// What this server knows of one stored room, and what waits to be appended to it.
///
/// One call of a room is under way at a time, so that its deltas arrive in order whatever becomes of the connection. In
/// it goes all that builds on each other and waits.
final class RoomLine {
    /// One ledger: the shared state's, or that of somebody's private state.
    struct Ledger {
        /// The newest revision that is known to be stored.
        var rev = 0
        /// Hashes of the ids of all deltas up to there, each with its revision.
        var ids: [Int: Int] = [:]
        /// The newest of them, without a gap up to ``rev``: as far as this server has appended them, and not long ago.
        private(set) var tail: [Acknowledged] = []

        static func hash(_ id: String?, _ by: ParticipantID) -> Int? {
            guard var id else { return nil }
            var hasher = Hasher()
            // By bytes: texts that only look the same are different ids.
            id.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(by)
            return hasher.finalize()
        }

        /// Read from the store.
        mutating func add(_ delta: AcceptedDelta) {
            tail = []
            note(delta.rev, Self.hash(delta.id, delta.by))
        }

        /// Stored for this server.
        mutating func acknowledged(_ entry: Entry, beat: Int) {
            note(entry.append.delta.rev, entry.id)
            tail.append(Acknowledged(text: entry.text, beat: beat, finished: entry.append.finished.map(KeptGame.init)))
            if tail.count > RoomLine.tailDeltas { tail.removeFirst(tail.count - RoomLine.tailDeltas / 2) }
        }

        mutating func forgetAcknowledged(before beat: Int) {
            if let first = tail.first, first.beat < beat { tail.removeAll { $0.beat < beat } }
        }

        private mutating func note(_ rev: Int, _ id: Int?) {
            self.rev = rev
            if let id { ids[id] = rev }
        }
    }

    /// What Redis has acknowledged, in case that it forgets it: as little as it can be appended from once more, since there
    /// are many of them in each room that is played in.
    struct Acknowledged {
        let text: [UInt8]
        let beat: Int
        fileprivate let finished: KeptGame?
    }

    /// The game that a delta has ended; few do.
    fileprivate final class KeptGame {
        let game: FinishedGame

        init(_ game: FinishedGame) { self.game = game }
    }

    /// One delta that waits, or is on its way. A class: it is handed from list to list.
    final class Entry {
        let append: Append
        let text: [UInt8]
        /// The hash of its id.
        let id: Int?
        /// Those whom it concerns, as far as they were not stored when it came.
        let guests: [UnsavedGuests.Guest]
        private let done: (AppendFailure?) -> Void

        init(_ append: Append, by guests: [UnsavedGuests.Guest], _ done: @escaping (AppendFailure?) -> Void) {
            self.append = append
            self.guests = guests
            self.done = done
            text = RedisTexts.text(append.delta)
            id = Ledger.hash(append.delta.id, append.delta.by)
        }

        /// One that was acknowledged, as it was then; nil: its text is none, which cannot be.
        init?(_ stored: Acknowledged, of room: RoomHeader, in scope: DeltaRequest.Scope) {
            guard let delta = AcceptedDelta(text: stored.text) else { return nil }
            append = Append(room: room, scope: scope, delta: delta, finished: stored.finished?.game)
            text = stored.text
            id = nil
            guests = []
            done = { _ in }
        }

        /// Whose private state it changes; empty for the shared one.
        var owner: String { append.scope == .own ? append.delta.by.text : "" }

        /// Whether somebody whom it concerns is not stored yet.
        var hasUnsaved: Bool { guests.contains { !$0.isSaved } }

        /// Tells what has become of it.
        func settle(_ failure: AppendFailure?) { done(failure) }
    }

    /// The room, in the life that the ledgers are of.
    var header: RoomHeader
    let keys: RedisKeys.Room
    /// The keys of an append to the shared ledger, as they go over the line.
    private(set) lazy var sharedPlaces = RedisWords(places(""))
    /// By owner; one that is not here has to be read first.
    var ledgers: [String: Ledger] = [:]
    var waiting: [Entry] = []
    var isBusy = false
    /// An append is on its way, and may be stored.
    var isUnderWay = false
    /// The life of a replica in which an append failed last.
    var failedLife: Int?

    init(_ room: RoomHeader) {
        header = room
        keys = RedisKeys.Room(room.name)
    }

    var room: RoomName { header.name }
    var epoch: String { header.epoch }

    /// Deltas in one call, and bytes after which no other is begun.
    static let batchDeltas = 64
    static let batchBytes = 262_144

    /// Deltas of a ledger that are kept in case that Redis forgets them.
    static let tailDeltas = 256

    func forgetAcknowledged(before beat: Int) {
        for owner in ledgers.keys { ledgers[owner]?.forgetAcknowledged(before: beat) }
    }

    /// How many of those that wait go into one call: each builds on the one before it, and none but the first has an
    /// id that may have been stored.
    func batch() -> Int {
        guard let first = waiting.first else { return 0 }
        var (count, size) = (1, first.text.count)
        while count < min(waiting.count, Self.batchDeltas), size < Self.batchBytes {
            let (last, next) = (waiting[count - 1], waiting[count])
            guard next.owner == first.owner, next.append.life == first.append.life,
                next.append.room.epoch == first.append.room.epoch,
                next.append.delta.rev == last.append.delta.rev + 1, last.append.finished == nil, mayBeNew(next)
            else { break }
            size += next.text.count
            count += 1
        }
        return count
    }

    private func mayBeNew(_ entry: Entry) -> Bool { known(entry) == nil && !repeats(entry) && !entry.hasUnsaved }

    /// The revision under which the same id may be stored.
    func known(_ entry: Entry) -> Int? {
        guard let id = entry.id else { return nil }
        return ledgers[entry.owner]?.ids[id]
    }

    /// Whether another that waits has the same id.
    private func repeats(_ one: Entry) -> Bool {
        guard let id = one.append.delta.id else { return false }
        return waiting.contains {
            $0.append.delta.rev < one.append.delta.rev && $0.append.delta.by == one.append.delta.by
                && $0.append.delta.id.map { $0.utf8.elementsEqual(id.utf8) } == true
        }
    }
}
