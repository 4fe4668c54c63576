import GameState

/// What one empty cell is worth to both sides: half a line of the cache.
struct Cell {
    var x = CodeEntry()
    var o = CodeEntry()
}

/// What a cell was before a move changed it.
struct Change {
    var cell = Cell()
    var patterns: UInt32 = 0
    var index: UInt32 = 0
}

/// How promising every cell is to one side to move.
struct CellOrder {
    fileprivate let attack: UnsafeRawPointer
    fileprivate let defence: UnsafeRawPointer

    @inline(__always) subscript(cell: Int) -> Int16 {
        let place = cell &* MemoryLayout<Cell>.stride
        return attack.load(fromByteOffset: place, as: Int16.self)
            &+ defence.load(fromByteOffset: place, as: Int16.self)
    }
}

/// What a move changed besides cells.
struct Ply {
    var totalX: SIMD2<UInt64>
    var totalO: SIMD2<UInt64>
    var changes: Int32
    var move: Int16
    var classX: UInt8
    var classO: UInt8
}

/// A board that knows every empty cell's patterns, kept up to date by every move made and taken back.
///
/// Sides are 0 (X) and 1 (O); a cell is `row * side + column`. Everything is allocated once. Not Sendable: it belongs
/// to whoever searches.
final class Position {
    let side: Int
    let area: Int
    let facts: RuleFacts
    /// See ``RuleFacts``; asked at every node of a search.
    let needsOpenEnd: Bool
    let forbidsX: Bool
    let reach: Int
    let tempo: Int
    /// What both sides' threats together are worth, in eighths of a point; see ``threatIndex(_:)``.
    let threats: UnsafeMutablePointer<Int16>
    /// 0 empty, 1 X, 2 O.
    let stones: UnsafeMutablePointer<UInt8>
    let lines: UnsafeMutablePointer<UInt64>
    let rays: UnsafeMutablePointer<Ray>
    let steps: UnsafeMutablePointer<Int>
    let windows: UnsafeMutablePointer<UInt8>
    /// See ``PatternTables/combinations``.
    let combinations: UnsafeMutablePointer<UInt16>
    let codesX: UnsafeMutablePointer<CodeEntry>
    let codesO: UnsafeMutablePointer<CodeEntry>
    /// One nibble a direction: X's patterns in the low half, O's in the high one.
    let patterns: UnsafeMutablePointer<UInt32>
    let cells: UnsafeMutablePointer<Cell>
    /// A ``CellClass`` a cell; 0 where a stone lies. Padded to whole words.
    let classesX: UnsafeMutablePointer<UInt8>
    let classesO: UnsafeMutablePointer<UInt8>
    /// All empty cells' ``CodeEntry/bits`` for X, and for O.
    let totals: UnsafeMutablePointer<SIMD2<UInt64>>
    let keys: UnsafeMutablePointer<UInt64>
    /// Plies; changes on the stack; 1 if an odd number of turns was passed.
    let hash: UnsafeMutablePointer<UInt64>
    let plies: UnsafeMutablePointer<Ply>
    let changes: UnsafeMutablePointer<Change>
    let heights: UnsafeMutablePointer<Int>
    let words: Int
    let maximumPlies: Int

    /// Most cells one move can change: four directions, both ways, five far.
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
        // One table for both sides where they play by the same rule: half as much for the cache to hold.
        codesO = forbidsX ? Self.copy(tables.codes.o) : codesX
        patterns = RawTable.filled(area, 0)
        cells = UnsafeMutableRawPointer.allocate(byteCount: area * MemoryLayout<Cell>.stride, alignment: 64)
            .bindMemory(to: Cell.self, capacity: area)
        cells.initialize(repeating: Cell(), count: area)
        classesX = RawTable.filled(words * 8, 0)
        classesO = RawTable.filled(words * 8, 0)
        totals = RawTable.filled(2, .zero)
        var random = SplitMix(seed: 0x9E37_79B9)
        keys = Self.copy((0..<2 * area + 1).map { _ in random.next() })
        hash = RawTable.filled(1, 0)
        heights = RawTable.filled(3, 0)
        plies = RawTable.filled(
            maximumPlies, Ply(totalX: .zero, totalO: .zero, changes: 0, move: 0, classX: 0, classO: 0))
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
        heights.deallocate()
        plies.deallocate()
        changes.deallocate()
    }

    private static func copy<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: values.count)
        _ = UnsafeMutableBufferPointer(start: memory, count: values.count).initialize(from: values)
        return memory
    }

    // MARK: What is asked in the search

    /// Moves on the board.
    @inline(__always) var height: Int { heights[0] }
    /// Whose turn it is.
    @inline(__always) var turn: Int { (heights[0] ^ heights[2]) & 1 }
    @inline(__always) var isFull: Bool { heights[0] >= area }

    @inline(__always) func classes(_ side: Int) -> UnsafeMutablePointer<UInt8> { side == 0 ? classesX : classesO }
    @inline(__always) func order(_ side: Int) -> CellOrder {
        let base = UnsafeRawPointer(cells)
        // The side's own entry, and the other one's.
        return CellOrder(attack: base + (12 &+ 16 &* side), defence: base + (30 &- 16 &* side))
    }
    /// Empty cells that are a five, or an open four, or a four of any kind to `side`.
    @inline(__always) func count(_ side: Int, _ flag: CodeEntry.Urgent) -> Int {
        Int(truncatingIfNeeded: (totals[side].y &>> flag.rawValue) & 0xFF)
    }

    /// The pattern of `cell` for `side` along `direction`.
    @inline(__always) func pattern(_ cell: Int, _ side: Int, _ direction: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: patterns[cell] &>> UInt32(truncatingIfNeeded: 16 &* side &+ 4 &* direction)) & 15
    }

    /// Gives the turn to the other side without a stone, or back.
    @inline(__always) func pass() {
        heights[2] ^= 1
        hash.pointee ^= keys[2 * area]
    }

    /// The moves made so far, oldest first.
    var moves: [Int] { (0..<height).map { Int(plies[$0].move) } }

    /// The hash once the side to move has put a stone there.
    func hashAfter(_ move: Int) -> UInt64 { hash.pointee ^ keys[2 * move + turn] }

    /// The hash before the other side's last move, which was there.
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
