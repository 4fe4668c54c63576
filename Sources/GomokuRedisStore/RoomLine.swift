import GameState

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

        static func hash(_ id: String, _ by: ParticipantID) -> Int {
            var hasher = Hasher()
            // By bytes: texts that only look the same are different ids.
            for byte in id.utf8 { hasher.combine(byte) }
            hasher.combine(by)
            return hasher.finalize()
        }

        /// Read from the store.
        mutating func add(_ delta: AcceptedDelta) {
            tail = []
            note(delta)
        }

        /// Stored for this server.
        mutating func acknowledged(_ append: Append, _ text: [UInt8], beat: Int) {
            note(append.delta)
            let append = Append(
                room: append.room, scope: append.scope, delta: append.delta, life: append.life,
                finished: append.finished)
            tail.append(Acknowledged(append: append, text: text, beat: beat))
            if tail.count > RoomLine.tailDeltas { tail.removeFirst(tail.count - RoomLine.tailDeltas / 2) }
        }

        mutating func forgetAcknowledged(before beat: Int) {
            if let first = tail.first, first.beat < beat { tail.removeAll { $0.beat < beat } }
        }

        private mutating func note(_ delta: AcceptedDelta) {
            rev = delta.rev
            if let id = delta.id { ids[Self.hash(id, delta.by)] = delta.rev }
        }
    }

    /// What Redis has acknowledged, in case that it forgets it.
    struct Acknowledged {
        let append: Append
        let text: [UInt8]
        let beat: Int
    }

    struct Waiting {
        let append: Append
        let text: [UInt8]
        let done: (AppendFailure?) -> Void

        /// Whose private state it changes; empty for the shared one.
        var owner: String { append.scope == .own ? append.delta.by.text : "" }
    }

    let room: RoomName
    let keys: RedisKeys.Room
    /// The life of the room that the ledgers are of.
    var epoch: String
    /// By owner; one that is not here has to be read first.
    var ledgers: [String: Ledger] = [:]
    var waiting: [Waiting] = []
    var isBusy = false
    /// An append is on its way, and may be stored.
    var isUnderWay = false
    /// The life of a replica in which an append failed last.
    var failedLife: Int?

    init(_ room: RoomHeader) {
        self.room = room.name
        keys = RedisKeys.Room(room.name)
        epoch = room.epoch
    }

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

    private func mayBeNew(_ waiting: Waiting) -> Bool { known(waiting) == nil && !repeats(waiting) }

    /// The revision under which the same id may be stored.
    func known(_ waiting: Waiting) -> Int? {
        guard let id = waiting.append.delta.id else { return nil }
        return ledgers[waiting.owner]?.ids[Ledger.hash(id, waiting.append.delta.by)]
    }

    /// Whether another that waits has the same id.
    private func repeats(_ one: Waiting) -> Bool {
        guard let id = one.append.delta.id else { return false }
        return waiting.contains {
            $0.append.delta.rev < one.append.delta.rev && $0.append.delta.by == one.append.delta.by
                && $0.append.delta.id.map { $0.utf8.elementsEqual(id.utf8) } == true
        }
    }
}
