import CPrefetch
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A search result of a position, packed into 64 bits.
struct TableEntry {
    var move: Int16 = -1
    var value: Int16 = 0
    var evaluation: Int16 = 0
    var depth: Int8 = -1
    /// The bound in the low two bits, and the search's age in the others.
    var boundAndAge: UInt8 = 0

    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let exact: UInt8 = 3

    @inline(__always) var bound: UInt8 { boundAndAge & 3 }

    @inline(__always) fileprivate init(bits: UInt64) {
        move = Int16(truncatingIfNeeded: bits)
        value = Int16(truncatingIfNeeded: bits &>> 16)
        evaluation = Int16(truncatingIfNeeded: bits &>> 32)
        // A zero word is an empty slot, so depths are stored plus one.
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

/// A table of search results for a fixed number of positions, allocated once.
///
/// Several searches may share it without locks. An entry has two words, and the second is the
/// position's hash XORed with the first. An entry whose words come from two writers therefore
/// matches no hash (Hyatt and Mann 2002).
///
/// `@unchecked` because the compiler cannot check what the pointers point to. They point to
/// atomics, and to an age that is set only between searches.
final class TranspositionTable: @unchecked Sendable {
    struct Slot: ~Copyable {
        let bits: Atomic<UInt64>
        let mixed: Atomic<UInt64>
    }

    private let memory: UnsafeMutableRawPointer
    let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// The age of the running search. Never changes during a search.
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
        // With small pages, each probe would miss the TLB, and the first move would wait for
        // thousands of page faults.
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

    /// Begins a new age, so that entries of earlier searches are replaced first.
    func beginAge() { age.pointee &+= 4 }

    /// Returns the entry in a slot if it belongs to `hash`.
    @inline(__always) private func entry(in slot: Int, of hash: UInt64) -> TableEntry? {
        let bits = slots[slot].bits.load(ordering: .relaxed)
        return slots[slot].mixed.load(ordering: .relaxed) ^ bits == hash && bits != 0 ? TableEntry(bits: bits) : nil
    }

    @inline(__always) private func any(in slot: Int) -> TableEntry {
        TableEntry(bits: slots[slot].bits.load(ordering: .relaxed))
    }

    /// Prefetches the slots of `hash` into the cache.
    @inline(__always) func prefetch(_ hash: UInt64) {
        CPrefetch.prefetch(slots + (Int(truncatingIfNeeded: hash) & mask & ~1))
    }

    /// Returns the entry of `hash`; its `depth` is -1 if there is none.
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
