/// The keys of a state with their values and revisions, packed into bytes.
///
/// A key of a game takes about 12 bytes, and 4 to 8 more in the hash table. An entry of a
/// `Dictionary` takes about 100. Each record holds the key, the revision of its last change, the
/// bytes that it counts for, and its value.
struct PackedEntries: Sendable {
    /// The number of keys in the table, tombstones included.
    private(set) var count = 0
    /// A hash table with open addressing and linear probing. Each slot holds the offset of a key's
    /// record plus 1, or 0 if it is free.
    private var slots: [UInt32] = []
    private var records: [UInt8] = []
    /// The bytes of outdated records.
    private var garbage = 0

    private static let smallest = 8
    /// The bytes of garbage up to which a rebuild never pays off.
    private static let littleGarbage = 256

    /// The properties of one key, besides its value.
    struct Facts {
        /// The revision of the last change.
        let rev: Int
        /// The bytes of key and value that count against the room's limit, or 0 for a tombstone.
        let bytes: Int
        /// The offset of the value in the records.
        fileprivate let value: Int

        /// Whether the key is set. Only a tombstone counts for 0 bytes.
        var isAlive: Bool { bytes > 0 }
    }

    /// The memory that records and hash table take, in bytes.
    var size: Int { records.count + 4 * slots.count }

    // MARK: Lookup

    func facts(_ key: String) -> Facts? {
        guard count > 0, case let slot = slot(of: key), slots[slot] != 0 else { return nil }
        return facts(at: slots[slot])
    }

    func value(_ key: String) -> JSON? { facts(key).flatMap(value) }

    func value(_ facts: Facts) -> JSON? {
        var place = facts.value
        return records.value(at: &place)
    }

    /// The keys with their properties, tombstones included, in no particular order.
    var all: some Sequence<(key: String, facts: Facts)> {
        slots.lazy.filter { $0 != 0 }.map { (key(at: $0), facts(at: $0)) }
    }

    /// Calls `body` with each key, its value if that is a string, and its properties, in no
    /// particular order. Creates no strings. Other values are passed as empty strings.
    func visitAll<Failure: Error>(
        _ body: (_ key: Span<UInt8>, _ text: Span<UInt8>, _ facts: Facts) throws(Failure) -> Void
    ) throws(Failure) {
        let bytes = records.span
        for slot in slots where slot != 0 {
            let facts = facts(at: slot)
            var key = Int(slot) - 1
            let keyBytes = records.number(at: &key)
            let text = records.string(at: facts.value)
            try body(bytes.extracting(key..<key + keyBytes), bytes.extracting(text), facts)
        }
    }

    /// Writes the keys that are set, with their values, as JSON members without creating strings.
    ///
    /// Members are sorted by the bytes of their keys, so the order does not depend on insertion
    /// order or on the process's hash seed.
    func write(into writer: inout JSONWriter) {
        for slot in sortedSlots() {
            let facts = facts(at: slot)
            guard facts.isAlive else { continue }
            var key = Int(slot) - 1
            let keyBytes = records.number(at: &key)
            writer.name(records.span.extracting(key..<key + keyBytes))
            records.write(valueAt: facts.value, into: &writer)
        }
    }

    /// The keys in the order of their last changes, and of their bytes if one delta changed
    /// several.
    var byRevision: [(key: String, facts: Facts)] {
        sortedSlots().map { (key(at: $0), facts(at: $0)) }.sorted { $0.facts.rev < $1.facts.rev }
    }

    /// Returns the used slots, sorted by the bytes of their keys.
    ///
    /// An analysis has up to 28,000 keys, most with 15 or 16 bytes. Comparing their first 16 bytes
    /// as two numbers takes a fraction of the time of reading both keys at each comparison.
    private func sortedSlots() -> [UInt32] {
        var sorting: [(head: UInt64, tail: UInt64, slot: UInt32)] = []
        sorting.reserveCapacity(count)
        for slot in slots where slot != 0 {
            var place = Int(slot) - 1
            let end = records.number(at: &place) + place
            sorting.append((records.number(at: place, before: end), records.number(at: place + 8, before: end), slot))
        }
        sorting.sort { one, other in
            if one.head != other.head { return one.head < other.head }
            if one.tail != other.tail { return one.tail < other.tail }
            return isBefore(one.slot, other.slot)
        }
        return sorting.map(\.slot)
    }

    private func isBefore(_ one: UInt32, _ other: UInt32) -> Bool {
        var (first, second) = (Int(one) - 1, Int(other) - 1)
        let (firstCount, secondCount) = (records.number(at: &first), records.number(at: &second))
        let bytes = records.span
        for index in 0..<min(firstCount, secondCount) where bytes[first + index] != bytes[second + index] {
            return bytes[first + index] < bytes[second + index]
        }
        return firstCount < secondCount
    }

    private func key(at slot: UInt32) -> String {
        var place = Int(slot) - 1
        return records.text(at: &place)
    }

    private func facts(at slot: UInt32) -> Facts {
        var place = Int(slot) - 1
        let keyBytes = records.number(at: &place)
        place += keyBytes
        let rev = records.number(at: &place)
        let bytes = records.number(at: &place)
        return Facts(rev: rev, bytes: bytes, value: place)
    }

    // MARK: Changes

    /// Sets the value, revision and size of a key, and returns its previous properties.
    @discardableResult
    mutating func set(_ key: String, to value: JSON?, rev: Int, bytes: Int) -> Facts? {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let slot = slot(of: key)
        let start = records.count
        records.reserve(key.utf8.count + bytes + 8)
        records.pack(key)
        records.pack(rev)
        records.pack(bytes)
        records.pack(value)
        guard slots[slot] != 0 else {
            slots[slot] = UInt32(start + 1)
            count += 1
            return nil
        }
        let before = facts(at: slots[slot])
        replace(slot, before, with: start)
        return before
    }

    /// Replaces an older record with the one that begins at `start`, which is the last record.
    private mutating func replace(_ slot: Int, _ before: Facts, with start: Int) {
        let old = Int(slots[slot]) - 1
        var end = before.value
        skipValue(at: &end)
        if end - old == records.count - start {
            // Most moves overwrite the move number and the side to move, whose records keep their
            // length. The new record then takes the place of the old one.
            for index in 0..<end - old { records[old + index] = records[start + index] }
            records.removeLast(end - old)
            return
        }
        slots[slot] = UInt32(start + 1)
        garbage += end - old
        if garbage > Self.littleGarbage, garbage > records.count / 2 { rebuild(keeping: { _ in true }) }
    }

    private func skipValue(at place: inout Int) { records.skipValue(at: &place) }

    /// Rebuilds records and table without the keys for which `isKept` returns `false`.
    mutating func rebuild(keeping isKept: (Facts) -> Bool) {
        let (old, places) = (records, slots.filter { $0 != 0 }.sorted())
        var kept = PackedEntries()
        kept.records.reserveCapacity(records.count - garbage + Self.littleGarbage / 4)
        for place in places where isKept(facts(at: place)) {
            let start = Int(place) - 1
            var end = facts(at: place).value
            skipValue(at: &end)
            if (kept.count + 1) * 4 > kept.slots.count * 3 { kept.grow() }
            let from = kept.records.count
            kept.records.append(contentsOf: old[start..<end])
            kept.insert(UInt32(from + 1))
            kept.count += 1
        }
        self = kept
    }

    // MARK: Hash table

    private mutating func grow() {
        let old = slots
        slots = [UInt32](repeating: 0, count: max(Self.smallest, 2 * old.count))
        for place in old where place != 0 { insert(place) }
    }

    /// Inserts the offset of a record whose key is not in the table yet.
    private mutating func insert(_ place: UInt32) {
        var slot = Self.hash(key(at: place)) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = place
    }

    /// Returns the slot that holds `key`, or the free slot in which it would be stored.
    private func slot(of key: String) -> Int {
        var slot = Self.hash(key) & (slots.count - 1)
        while slots[slot] != 0, !isKey(key, at: slots[slot]) { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private func isKey(_ key: String, at slot: UInt32) -> Bool {
        var place = Int(slot) - 1
        let wanted = key.utf8.span
        guard records.number(at: &place) == wanted.count else { return false }
        let bytes = records.span
        for index in 0..<wanted.count where bytes[place + index] != wanted[index] { return false }
        return true
    }

    /// Returns a hash with the process's random seed. With a known seed, clients could choose keys
    /// that collide.
    private static func hash(_ key: String) -> Int { ExactText(key).hashValue }
}

extension Array where Element == UInt8 {
    /// Returns up to eight bytes from `start` as a number that sorts as the bytes do. Bytes at
    /// `end` and later count as 0.
    fileprivate func number(at start: Int, before end: Int) -> UInt64 {
        let bytes = span
        var number: UInt64 = 0
        for index in start..<start + 8 { number = number << 8 | (index < end ? UInt64(bytes[index]) : 0) }
        return number
    }
}

extension PackedEntries: Equatable {
    /// Returns whether both tables hold the same keys with equal values, revisions and sizes.
    static func == (one: PackedEntries, other: PackedEntries) -> Bool {
        one.count == other.count
            && one.all.allSatisfy { key, facts in
                guard let found = other.facts(key) else { return false }
                return found.rev == facts.rev && found.bytes == facts.bytes
                    && one.value(facts) == other.value(found)
            }
    }
}
