import CPrefetch
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// What a search said of a position before; 64 bits in memory.
struct TableEntry {
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

    @inline(__always) fileprivate init(bits: UInt64) {
        move = Int16(truncatingIfNeeded: bits)
        value = Int16(truncatingIfNeeded: bits &>> 16)
        evaluation = Int16(truncatingIfNeeded: bits &>> 32)
        // Nothing but zeros is no entry.
        depth = Int8(truncatingIfNeeded: bits &>> 48) &- 1
        boundAndAge = UInt8(truncatingIfNeeded: bits &>> 56)
    }

    @inline(__always) init(
        move: Int16 = -1, value: Int16 = 0, evaluation: Int16 = 0, depth: Int8 = -1, boundAndAge: UInt8 = 0
    ) {
        self.move = move
        self.value = value
        self.evaluation = evaluation
        self.depth = depth
        self.boundAndAge = boundAndAge
    }

    @inline(__always) fileprivate var bits: UInt64 {
        let low = UInt64(UInt16(bitPattern: move)) | UInt64(UInt16(bitPattern: value)) &<< 16
        let high = UInt64(UInt8(bitPattern: depth &+ 1)) &<< 48 | UInt64(boundAndAge) &<< 56
        return low | UInt64(UInt16(bitPattern: evaluation)) &<< 32 | high
    }
}

/// Positions seen, of a fixed number; allocated once.
///
/// Several searches may share it: an entry is two words, the second the position's hash mixed with the first, so that one
/// whose words are of two writers is none (Hyatt and Mann 2002).
///
/// `@unchecked`: it holds pointers, which the compiler cannot follow. Behind them are atomics, and an age
/// that is set between searches only.
final class TranspositionTable: @unchecked Sendable {
    struct Slot: ~Copyable {
        let bits: Atomic<UInt64>
        let mixed: Atomic<UInt64>
    }

    private let memory: UnsafeMutableRawPointer
    let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// Of the search that runs; changed by nobody while one does.
    private let age: UnsafeMutablePointer<UInt8>

    private static let line = 64
    private static let hugePage = 2 << 20

    init(megabytes: Int) {
        var count = 1 << 12
        while count * 2 * MemoryLayout<Slot>.stride <= megabytes << 20 { count *= 2 }
        mask = count - 1
        let bytes = count * MemoryLayout<Slot>.stride
        memory = .allocate(byteCount: bytes, alignment: max(Self.line, min(bytes, Self.hugePage)))
        #if canImport(Glibc)
        // Thousands of pages more to find, one probe each, and to be given by the system before the first move.
        madvise(memory, bytes, MADV_HUGEPAGE)
        #endif
        slots = memory.bindMemory(to: Slot.self, capacity: count)
        age = .allocate(capacity: 1)
        age.initialize(to: 0)
        clear()
    }

    deinit {
        memory.deallocate()
        age.deallocate()
    }

    func clear() {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: (mask + 1) * MemoryLayout<Slot>.stride)
    }

    /// Entries of earlier searches become cheap to replace.
    func grow() { age.pointee &+= 4 }

    /// The entry in a slot if it is the one of `hash`.
    @inline(__always) private func entry(in slot: Int, of hash: UInt64) -> TableEntry? {
        let bits = slots[slot].bits.load(ordering: .relaxed)
        return slots[slot].mixed.load(ordering: .relaxed) ^ bits == hash && bits != 0 ? TableEntry(bits: bits) : nil
    }

    @inline(__always) private func any(in slot: Int) -> TableEntry {
        TableEntry(bits: slots[slot].bits.load(ordering: .relaxed))
    }

    /// Has the slots of `hash` brought near, for a question to come.
    @inline(__always) func prefetch(_ hash: UInt64) {
        CPrefetch.prefetch(slots + (Int(truncatingIfNeeded: hash) & mask & ~1))
    }

    /// The entry of `hash`; its `depth` is -1 where there is none.
    @inline(__always) func entry(_ hash: UInt64) -> TableEntry {
        let first = Int(truncatingIfNeeded: hash) & mask & ~1
        return entry(in: first, of: hash) ?? entry(in: first | 1, of: hash) ?? TableEntry()
    }

    @inline(__always) func store(
        _ hash: UInt64, move: Int, value: Int, evaluation: Int, depth: Int, bound: UInt8
    ) {
        let first = Int(truncatingIfNeeded: hash) & mask & ~1
        var place = first
        var old = entry(in: first, of: hash)
        if old == nil {
            old = entry(in: first | 1, of: hash)
            if old != nil || worth(any(in: first | 1)) < worth(any(in: first)) { place |= 1 }
        }
        var kept = Int16(truncatingIfNeeded: move)
        if let old {
            if move < 0 { kept = old.move }
            if bound != TableEntry.exact && Int(old.depth) > depth &+ 2 && old.boundAndAge & ~3 == age.pointee {
                return
            }
        }
        let bits =
            TableEntry(
                move: kept, value: Int16(truncatingIfNeeded: value), evaluation: Int16(truncatingIfNeeded: evaluation),
                depth: Int8(truncatingIfNeeded: depth), boundAndAge: bound | age.pointee
            ).bits
        slots[place].bits.store(bits, ordering: .relaxed)
        slots[place].mixed.store(bits ^ hash, ordering: .relaxed)
    }

    @inline(__always) private func worth(_ entry: TableEntry) -> Int {
        Int(entry.depth) &- (entry.boundAndAge & ~3 == age.pointee ? 0 : 16)
    }
}
