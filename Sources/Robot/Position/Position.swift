import GameState

/// The entries of an empty cell for both sides: half a cache line.
struct CellEntries {
    var x = CodeEntry()
    var o = CodeEntry()
}

/// The state of a cell before a move changed it, kept for taking the move back.
struct Change {
    var cell = CellEntries()
    var patterns: UInt32 = 0
    var index: UInt32 = 0
}

/// Move ordering scores of all cells for one side to move.
struct CellOrder {
    fileprivate let attack: UnsafeRawPointer
    fileprivate let defence: UnsafeRawPointer

    @inline(__always) subscript(cell: Int) -> Int16 {
        let place = cell &* MemoryLayout<CellEntries>.stride
        return attack.load(fromByteOffset: place, as: Int16.self)
            &+ defence.load(fromByteOffset: place, as: Int16.self)
    }
}

/// The totals and classes before a move, kept for taking the move back.
struct UndoRecord {
    var totalX: SIMD2<UInt64>
    var totalO: SIMD2<UInt64>
    var changes: Int32
    var move: Int16
    var classX: UInt8
    var classO: UInt8
}

/// A board that keeps the patterns of every empty cell up to date as moves are made and taken back.
///
/// Sides are 0 (X) and 1 (O); a cell is `row * side + column`. All memory is allocated once. Not
/// Sendable: a position belongs to one searcher.
final class Position {
    let side: Int
    let area: Int
    let facts: RuleFacts
    /// A copy of the flag in ``RuleFacts``, because the search reads it at every node.
    let needsOpenEnd: Bool
    let forbidsX: Bool
    let reach: Int
    let tempo: Int
    /// The value of both sides' threats together, in eighths of a score point, by
    /// ``threatIndex(_:)``.
    let threats: UnsafeMutablePointer<Int16>
    /// The content of each cell: 0 empty, 1 X, 2 O.
    let stones: UnsafeMutablePointer<UInt8>
    let lines: UnsafeMutablePointer<UInt64>
    let rays: UnsafeMutablePointer<Ray>
    let steps: UnsafeMutablePointer<Int>
    let windows: UnsafeMutablePointer<UInt8>
    /// A table of ``PatternTables/combinations``.
    let combinations: UnsafeMutablePointer<UInt16>
    let codesX: UnsafeMutablePointer<CodeEntry>
    let codesO: UnsafeMutablePointer<CodeEntry>
    /// The patterns of each cell, one nibble per direction: X's in the low half, O's in the high
    /// half.
    let patterns: UnsafeMutablePointer<UInt32>
    let cells: UnsafeMutablePointer<CellEntries>
    /// The ``CellClass`` of each cell for X; 0 where there is a stone. Padded to whole words.
    let classesX: UnsafeMutablePointer<UInt8>
    let classesO: UnsafeMutablePointer<UInt8>
    /// The sums of all empty cells' ``CodeEntry/bits``, for X and for O.
    let totals: UnsafeMutablePointer<SIMD2<UInt64>>
    let keys: UnsafeMutablePointer<UInt64>
    let hash: UnsafeMutablePointer<UInt64>
    let plies: UnsafeMutablePointer<UndoRecord>
    let changes: UnsafeMutablePointer<Change>
    /// Three counters: moves made, records in `changes`, and 1 if the turn was passed an odd number
    /// of times.
    let counters: UnsafeMutablePointer<Int>
    let words: Int
    let maximumPlies: Int

    /// The greatest number of cells that one move changes: five cells to both sides in four
    /// directions.
    private static let changesPerMove = 40

    init(size: BoardSize, rule: Rule) {
        let tables = PatternTables.of(rule)
        side = size.side
        area = size.area
        facts = rule.facts
        needsOpenEnd = facts.needsOpenEnd
        forbidsX = facts.forbidsX
        reach = tables.reach
        tempo = tables.tempo
        threats = Self.copy(tables.threats)
        words = (area + 7) / 8
        maximumPlies = area + 1
        stones = RawTable.filled(words * 8, 0)
        lines = Self.copy(Geometry.emptyLines(side: side))
        rays = Self.copy(Geometry.rays(side: side, reach: tables.reach))
        steps = Self.copy(Geometry.steps(side: side))
        windows = Self.copy(tables.windows)
        combinations = Self.copy(PatternTables.combinations)
        codesX = Self.copy(tables.codes.x)
        // If both sides play by the same rule, they share one table, which takes half the cache.
        codesO = forbidsX ? Self.copy(tables.codes.o) : codesX
        patterns = RawTable.filled(area, 0)
        cells = UnsafeMutableRawPointer.allocate(byteCount: area * MemoryLayout<CellEntries>.stride, alignment: 64)
            .bindMemory(to: CellEntries.self, capacity: area)
        cells.initialize(repeating: CellEntries(), count: area)
        classesX = RawTable.filled(words * 8, 0)
        classesO = RawTable.filled(words * 8, 0)
        totals = RawTable.filled(2, .zero)
        var random = SplitMix(seed: 0x9E37_79B9)
        keys = Self.copy((0..<2 * area + 1).map { _ in random.next() })
        hash = RawTable.filled(1, 0)
        counters = RawTable.filled(3, 0)
        plies = RawTable.filled(
            maximumPlies, UndoRecord(totalX: .zero, totalO: .zero, changes: 0, move: 0, classX: 0, classO: 0))
        changes = RawTable.filled(area * Self.changesPerMove, Change())
        computeAll()
    }

    deinit {
        stones.deallocate()
        lines.deallocate()
        rays.deallocate()
        steps.deallocate()
        windows.deallocate()
        combinations.deallocate()
        if codesO != codesX { codesO.deallocate() }
        codesX.deallocate()
        threats.deallocate()
        patterns.deallocate()
        cells.deallocate()
        classesX.deallocate()
        classesO.deallocate()
        totals.deallocate()
        keys.deallocate()
        hash.deallocate()
        counters.deallocate()
        plies.deallocate()
        changes.deallocate()
    }

    private static func copy<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: values.count)
        _ = UnsafeMutableBufferPointer(start: memory, count: values.count).initialize(from: values)
        return memory
    }

    // MARK: Queries of the search

    /// The number of stones on the board.
    @inline(__always) var height: Int { counters[0] }
    /// The side to move.
    @inline(__always) var turn: Int { (counters[0] ^ counters[2]) & 1 }
    @inline(__always) var isFull: Bool { counters[0] >= area }

    @inline(__always) func classes(_ side: Int) -> UnsafeMutablePointer<UInt8> { side == 0 ? classesX : classesO }
    @inline(__always) func order(_ side: Int) -> CellOrder {
        let base = UnsafeRawPointer(cells)
        // The attack score of the side's own entry, and the defence score of the opponent's.
        return CellOrder(attack: base + (12 &+ 16 &* side), defence: base + (30 &- 16 &* side))
    }
    /// Returns the number of empty cells where `side` makes a five, an open four, or any four.
    @inline(__always) func count(_ side: Int, _ flag: CodeEntry.Urgent) -> Int {
        Int(truncatingIfNeeded: (totals[side].y &>> flag.rawValue) & 0xFF)
    }

    /// Returns the pattern of `cell` for `side` along `direction`.
    @inline(__always) func pattern(_ cell: Int, _ side: Int, _ direction: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: patterns[cell] &>> UInt32(truncatingIfNeeded: 16 &* side &+ 4 &* direction)) & 15
    }

    /// Passes the turn to the other side without a stone, or takes the pass back.
    @inline(__always) func pass() {
        counters[2] ^= 1
        hash.pointee ^= keys[2 * area]
    }

    /// The moves made so far, oldest first.
    var moves: [Int] { (0..<height).map { Int(plies[$0].move) } }

    /// Returns the hash after the side to move has played `move`.
    func hashAfter(_ move: Int) -> UInt64 { hash.pointee ^ keys[2 * move + turn] }

    /// Returns the hash before the opponent's last move, which must be `move`.
    func hashBefore(_ move: Int) -> UInt64 { hash.pointee ^ keys[2 * move + 1 - turn] }
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, seeded.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
