import CPrefetch

/// The proof number and disproof number of a position: the estimated work to prove that threats
/// win, or that they do not.
struct Effort {
    var proof: UInt32
    var disproof: UInt32

    static let won = Effort(proof: 0, disproof: infinite)
    static let failed = Effort(proof: infinite, disproof: 0)
    static let unknown = Effort(proof: 1, disproof: 1)
    /// The effort of a position beyond the greatest depth. It is not decided, but comes after all
    /// others.
    static let tooDeep = Effort(proof: 1 << 27, disproof: 1)
    static let infinite: UInt32 = 1 << 28 - 1

    /// The same effort from the opponent's point of view.
    var swapped: Effort { Effort(proof: disproof, disproof: proof) }
}

/// The threat solver's results for a fixed number of positions, allocated once.
///
/// An entry has two words. The first is the position's hash, with the winning move in place of the
/// lowest bits, which select the entry's cache line. The second holds the proof and disproof
/// numbers, the age, and the amount of work done. Each cache line has four entries. A new entry
/// replaces one of an older search, or else the one with the least work.
struct ThreatTable {
    struct Entry {
        var effort: Effort
        /// The winning move of a won position, otherwise -1.
        var move: Int
    }

    private let words: UnsafeMutablePointer<UInt64>
    private let mask: UInt64
    private var age: UInt64 = 0

    private static let ways = 4
    private static let moveBits: UInt64 = 9
    private static let moveMask: UInt64 = 1 << moveBits - 1
    private static let effortBits: UInt64 = 28
    private static let effortMask: UInt64 = 1 << effortBits - 1
    private static let workShift: UInt64 = 56
    private static let workMask: UInt64 = 31
    private static let ageShift: UInt64 = 61
    private static let ages: UInt64 = 8

    init(megabytes: Int) {
        var lines = 1 << 10
        while lines * 2 * Self.ways * 16 <= megabytes << 20 { lines *= 2 }
        mask = UInt64(lines - 1)
        let bytes = lines * Self.ways * 16
        words = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).bindMemory(
            to: UInt64.self, capacity: bytes / 8)
        words.initialize(repeating: 0, count: bytes / 8)
    }

    func deallocate() { words.deallocate() }

    func clear() { words.update(repeating: 0, count: 2 * Self.ways * Int(mask + 1)) }

    /// Begins a new age, so that earlier entries are replaced first.
    mutating func beginAge() { age = (age &+ 1) % Self.ages }

    @inline(__always) private func line(_ hash: UInt64) -> UnsafeMutablePointer<UInt64> {
        words + 2 &* Self.ways &* Int(truncatingIfNeeded: hash & mask)
    }

    /// Prefetches the cache line of `hash`.
    @inline(__always) func prefetch(_ hash: UInt64) { CPrefetch.prefetch(line(hash)) }

    @inline(__always) func entry(_ hash: UInt64) -> Entry? {
        let line = line(hash)
        for way in 0..<Self.ways {
            let first = line[2 &* way]
            if (first ^ hash) & ~Self.moveMask != 0 { continue }
            let second = line[2 &* way &+ 1]
            if second == 0 { continue }
            let effort = Effort(
                proof: UInt32(truncatingIfNeeded: second & Self.effortMask),
                disproof: UInt32(truncatingIfNeeded: second &>> Self.effortBits & Self.effortMask))
            return Entry(effort: effort, move: Int(truncatingIfNeeded: first & Self.moveMask) &- 1)
        }
        return nil
    }

    /// Stores a position's result, which took `work` moves of the solver.
    @inline(__always) func keep(_ hash: UInt64, _ effort: Effort, move: Int, work: Int) {
        let line = line(hash)
        var place = 0
        var least = UInt64.max
        for way in 0..<Self.ways {
            if (line[2 &* way] ^ hash) & ~Self.moveMask == 0 {
                place = way
                break
            }
            let second = line[2 &* way &+ 1]
            let isOld = second &>> Self.ageShift != age
            let worth = second == 0 ? 0 : (isOld ? 1 : 64) &+ (second &>> Self.workShift & Self.workMask)
            if worth < least {
                least = worth
                place = way
            }
        }
        let weight = UInt64(truncatingIfNeeded: Int.bitWidth &- max(work, 1).leadingZeroBitCount)
        line[2 &* place] = hash & ~Self.moveMask | UInt64(truncatingIfNeeded: move &+ 1)
        line[2 &* place &+ 1] =
            UInt64(effort.proof) | UInt64(effort.disproof) &<< Self.effortBits
            | min(weight, Self.workMask) &<< Self.workShift | age &<< Self.ageShift
    }
}
