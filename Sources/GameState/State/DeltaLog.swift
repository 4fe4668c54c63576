/// The successive deltas of one ledger, packed into bytes. A move takes about 40 bytes, but 250 as
/// an array of changes.
package struct DeltaLog: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of each delta in `bytes`. The deltas before index `head` have been removed.
    private var starts: [UInt32] = []
    private var head = 0
    /// The revision of the oldest delta in the log.
    package private(set) var first = 1
    /// The first `named` senders, which deltas refer to by index. Deltas of later senders contain
    /// the sender's id.
    private var people: [ParticipantID] = []
    private static let named = 16
    /// The bytes of removed deltas up to which compaction never pays off.
    private static let littleGarbage = 2_048
    /// The size of the log from which an eighth of garbage triggers compaction, instead of a
    /// quarter. Each byte then moves up to seven times.
    private static let large = 65_536
    /// The time of the first delta. The log stores times as differences from it.
    private var epoch = 0

    package init() {}

    /// The memory that the log takes, in bytes.
    package var packedBytes: Int { bytes.count + 4 * starts.count }
    /// The number of deltas in the log.
    package var count: Int { starts.count - head }
    /// The revision of the newest delta. In an empty log, the revision before the next delta.
    package var last: Int { first + count - 1 }

    /// Appends the delta that follows the last one.
    package mutating func append(_ delta: AcceptedDelta) {
        if starts.isEmpty {
            first = delta.rev
            epoch = delta.at
        }
        bytes.reserve(delta.size)
        starts.reserveLittle()
        starts.append(UInt32(bytes.count))
        bytes.pack(delta.size)
        pack(delta.by)
        // A time before the first delta's is rare. Its negative difference takes ten bytes.
        bytes.pack(delta.at &- epoch)
        bytes.pack(delta.id.map { $0.utf8.count + 1 } ?? 0)
        if let id = delta.id { bytes.append(contentsOf: id.utf8) }
        bytes.pack(delta.delta.count)
        for change in delta.delta.changes {
            bytes.pack(change.key)
            bytes.pack(change.value)
        }
    }

    /// The delta of revision `rev`, or `nil` if the log does not contain it.
    package subscript(rev: Int) -> AcceptedDelta? {
        guard var place = start(of: rev) else { return nil }
        _ = bytes.number(at: &place)
        let by = participant(at: &place)
        let at = epoch &+ bytes.number(at: &place)
        let id = id(at: &place)
        let count = bytes.number(at: &place)
        var changes: [Delta.Change] = []
        changes.reserveCapacity(count)
        for _ in 0..<count {
            let key = bytes.text(at: &place)
            changes.append(Delta.Change(key, bytes.value(at: &place)))
        }
        return AcceptedDelta(rev: rev, by: by, at: at, id: id, delta: Delta(distinct: changes))
    }

    /// Calls `body` with each change of the delta of revision `rev`, and returns the server time of
    /// the delta; `nil` if the log does not contain it. Creates no string unless `body` reads a
    /// value.
    func visitChanges(of rev: Int, _ body: (_ key: Span<UInt8>, _ value: PackedValue) -> Void) -> Int? {
        guard var place = start(of: rev) else { return nil }
        _ = bytes.number(at: &place)
        _ = participant(at: &place)
        let at = epoch &+ bytes.number(at: &place)
        skipID(at: &place)
        for _ in 0..<bytes.number(at: &place) {
            let count = bytes.number(at: &place)
            let key = place..<place + count
            place += count
            body(bytes.span.extracting(key), PackedValue(bytes: bytes, place: place))
            bytes.skipValue(at: &place)
        }
        return at
    }

    /// A value in the log, which is decoded when it is read.
    struct PackedValue {
        fileprivate let bytes: [UInt8]
        fileprivate let place: Int

        /// The value; `nil` if the change deletes the key.
        var json: JSON? {
            var place = place
            return bytes.value(at: &place)
        }
    }

    /// Returns the ``AcceptedDelta/size`` of the delta of revision `rev`, or 0 if the log does not
    /// contain it.
    func size(of rev: Int) -> Int { start(of: rev).map { bytes.number(at: $0) } ?? 0 }

    /// Returns the sender of the delta of revision `rev` and the id that the sender gave it.
    package func sender(of rev: Int) -> (id: String?, by: ParticipantID)? {
        guard var place = start(of: rev) else { return nil }
        _ = bytes.number(at: &place)
        let by = participant(at: &place)
        _ = bytes.number(at: &place)
        return (id(at: &place), by)
    }

    /// Returns the number of keys that the delta of revision `rev` changes.
    func changeCount(of rev: Int) -> Int {
        guard var place = start(of: rev) else { return 0 }
        _ = bytes.number(at: &place)
        _ = participant(at: &place)
        _ = bytes.number(at: &place)
        skipID(at: &place)
        return bytes.number(at: &place)
    }

    /// Removes the oldest deltas.
    package mutating func removeFirst(_ count: Int = 1) {
        head += count
        first += count
        guard head < starts.count else {
            (bytes, starts, people, head) = ([], [], [], 0)
            return
        }
        // Compaction waits until it pays off, so each byte moves only a few times. Garbage takes at
        // most a third of the size of the remaining deltas.
        let worth = max(Self.littleGarbage, bytes.count / (bytes.count < Self.large ? 4 : 8))
        guard head >= 32 && head >= starts.count / 4 || Int(starts[head]) > worth else { return }
        let gone = starts[head]
        bytes.removeFirst(Int(gone))
        starts.removeFirst(head)
        for index in starts.indices { starts[index] -= gone }
        head = 0
    }

    private func start(of rev: Int) -> Int? {
        guard rev >= first, rev <= last else { return nil }
        return Int(starts[head + rev - first])
    }

    private func id(at place: inout Int) -> String? {
        let count = bytes.number(at: &place)
        guard count > 0 else { return nil }
        defer { place += count - 1 }
        return String(decoding: bytes[place..<place + count - 1], as: UTF8.self)
    }

    private func skipID(at place: inout Int) { place += max(0, bytes.number(at: &place) - 1) }

    private mutating func pack(_ participant: ParticipantID) {
        if let known = people.firstIndex(where: { $0.text.isSameBytes(as: participant.text) }) {
            return bytes.pack(known)
        }
        if people.count < Self.named {
            bytes.pack(people.count)
            people.append(participant)
        } else {
            bytes.pack(Self.named)
            bytes.pack(participant.text)
        }
    }

    private func participant(at place: inout Int) -> ParticipantID {
        let index = bytes.number(at: &place)
        return index < Self.named ? people[index] : ParticipantID(bytes.text(at: &place))
    }
}

extension Array where Element == UInt8 {
    fileprivate func number(at place: Int) -> Int {
        var place = place
        return number(at: &place)
    }
}

extension Array where Element == UInt32 {
    fileprivate mutating func reserveLittle() {
        if count == capacity { reserveCapacity(count + Swift.max(8, count / 4)) }
    }
}
