/// Successive deltas of one ledger as bytes: a move takes about forty, where an array of changes takes two hundred and
/// fifty.
package struct DeltaLog: Sendable {
    private var bytes: [UInt8] = []
    /// Where each begins, from `head` on; what is before has gone.
    private var starts: [UInt32] = []
    private var head = 0
    /// The revision of the first that is there.
    package private(set) var first = 1
    /// By whom they are, as far as those are few; others are named where they stand.
    private var people: [ParticipantID] = []
    private static let named = 16
    /// So many bytes of what has gone are never worth a move.
    private static let littleGarbage = 2_048
    /// From this size on an eighth of it is worth a move: a byte is moved seven times at the most.
    private static let large = 65_536
    /// What the times are counted from.
    private var epoch = 0

    package init() {}

    /// Bytes that all of it takes.
    package var packedBytes: Int { bytes.count + 4 * starts.count }
    /// How many are there.
    package var count: Int { starts.count - head }
    /// The newest one's revision; that before the next one when there is none.
    package var last: Int { first + count - 1 }

    /// Adds the one after the last.
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
        // Sooner than the first is rare, and takes ten bytes.
        bytes.pack(delta.at &- epoch)
        bytes.pack(delta.id.map { $0.utf8.count + 1 } ?? 0)
        if let id = delta.id { bytes.append(contentsOf: id.utf8) }
        bytes.pack(delta.delta.count)
        for change in delta.delta.changes {
            bytes.pack(change.key)
            bytes.pack(change.value)
        }
    }

    /// The delta of revision `rev`, if it is there.
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

    /// ``AcceptedDelta/size`` of one that is there.
    func size(of rev: Int) -> Int { start(of: rev).map { bytes.number(at: $0) } ?? 0 }

    /// Who has sent one that is there, and as what.
    package func sender(of rev: Int) -> (id: String?, by: ParticipantID)? {
        guard var place = start(of: rev) else { return nil }
        _ = bytes.number(at: &place)
        let by = participant(at: &place)
        _ = bytes.number(at: &place)
        return (id(at: &place), by)
    }

    /// How many keys one that is there changes.
    func changeCount(of rev: Int) -> Int {
        guard var place = start(of: rev) else { return 0 }
        _ = bytes.number(at: &place)
        _ = participant(at: &place)
        _ = bytes.number(at: &place)
        _ = id(at: &place)
        return bytes.number(at: &place)
    }

    /// Lets go of the oldest.
    package mutating func removeFirst(_ count: Int = 1) {
        head += count
        first += count
        guard head < starts.count else {
            (bytes, starts, people, head) = ([], [], [], 0)
            return
        }
        // Now and then, so that a byte is moved a few times at the most, and no more is kept than a third as much again.
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
