/// What a search said of a position before.
struct TableEntry {
    var check: UInt32 = 0
    var move: Int16 = -1
    var value: Int16 = 0
    var evaluation: Int16 = 0
    var depth: Int8 = -1
    /// Low two bits the bound, the rest the search's age.
    var boundAndAge: UInt8 = 0

    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let exact: UInt8 = 3

    @inline(__always) var bound: UInt8 { boundAndAge & 3 }
}

/// Positions seen, of a fixed number; allocated once.
final class TranspositionTable {
    private let entries: UnsafeMutablePointer<TableEntry>
    private let mask: Int
    private let age: UnsafeMutablePointer<UInt8>

    init(megabytes: Int) {
        var count = 1 << 12
        while count * 2 * MemoryLayout<TableEntry>.stride <= megabytes << 20 { count *= 2 }
        mask = count - 1
        entries = .allocate(capacity: count)
        entries.initialize(repeating: TableEntry(), count: count)
        age = .allocate(capacity: 1)
        age.initialize(to: 0)
    }

    deinit {
        entries.deallocate()
        age.deallocate()
    }

    func clear() { entries.update(repeating: TableEntry(), count: mask + 1) }

    /// Entries of earlier searches become cheap to replace.
    func grow() { age.pointee &+= 4 }

    @inline(__always) private static func check(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

    /// The entry of `hash`; its `depth` is -1 where there is none.
    @inline(__always) func entry(_ hash: UInt64) -> TableEntry {
        let first = Int(truncatingIfNeeded: hash) & mask & ~1
        let check = Self.check(hash)
        let one = entries[first]
        if one.check == check { return one }
        let two = entries[first | 1]
        if two.check == check { return two }
        return TableEntry()
    }

    @inline(__always) func store(
        _ hash: UInt64, move: Int, value: Int, evaluation: Int, depth: Int, bound: UInt8
    ) {
        let first = Int(truncatingIfNeeded: hash) & mask & ~1
        let check = Self.check(hash)
        var place = first
        if entries[first].check != check {
            if entries[first | 1].check == check || worth(entries[first | 1]) < worth(entries[first]) { place |= 1 }
        }
        let old = entries[place]
        var kept = Int16(truncatingIfNeeded: move)
        if old.check == check {
            if move < 0 { kept = old.move }
            if bound != TableEntry.exact && Int(old.depth) > depth &+ 2 && old.boundAndAge & ~3 == age.pointee {
                return
            }
        }
        entries[place] = TableEntry(
            check: check, move: kept, value: Int16(truncatingIfNeeded: value),
            evaluation: Int16(truncatingIfNeeded: evaluation), depth: Int8(truncatingIfNeeded: depth),
            boundAndAge: bound | age.pointee)
    }

    @inline(__always) private func worth(_ entry: TableEntry) -> Int {
        Int(entry.depth) &- (entry.boundAndAge & ~3 == age.pointee ? 0 : 16)
    }
}
