import GameState

/// The patterns of one empty cell for both sides, and what they are worth: half a line of the cache.
struct Cell {
    /// See ``CodeEntry/worth``.
    var worthX: Int64 = 0
    var worthO: Int64 = 0
    var attackX: Int16 = 0
    var attackO: Int16 = 0
    var defenceX: Int16 = 0
    var defenceO: Int16 = 0
    /// One byte a direction: X's pattern in the low nibble, O's in the high one.
    var patterns: UInt32 = 0
    /// Which cell it is: what a move changed is kept as it was, and put back.
    var index: UInt16 = 0
    var classX: UInt8 = 0
    var classO: UInt8 = 0
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
    var counts: SIMD32<UInt8>
    var sums: SIMD2<Int64>
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
    /// 0 empty, 1 X, 2 O.
    let stones: UnsafeMutablePointer<UInt8>
    let lines: UnsafeMutablePointer<UInt64>
    let rays: UnsafeMutablePointer<Ray>
    let steps: UnsafeMutablePointer<Int>
    let windows: UnsafeMutablePointer<UInt8>
    let pairs: UnsafeMutablePointer<UInt8>
    let codesX: UnsafeMutablePointer<CodeEntry>
    let codesO: UnsafeMutablePointer<CodeEntry>
    let cells: UnsafeMutablePointer<Cell>
    /// A ``CellClass`` a cell; 0 where a stone lies. Padded to whole words.
    let classesX: UnsafeMutablePointer<UInt8>
    let classesO: UnsafeMutablePointer<UInt8>
    /// Empty cells by rank: X's 16, then O's.
    let counts: UnsafeMutablePointer<UInt8>
    /// What all cells are worth to X, to O; see ``CodeEntry/worth``.
    let sums: UnsafeMutablePointer<Int64>
    let keys: UnsafeMutablePointer<UInt64>
    /// Plies; changes on the stack; 1 if an odd number of turns was passed.
    let hash: UnsafeMutablePointer<UInt64>
    let plies: UnsafeMutablePointer<Ply>
    let changes: UnsafeMutablePointer<Cell>
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
        words = (area + 7) / 8
        maximumPlies = area + 1
        stones = RawTable.filled(words * 8, 0)
        lines = Self.copy(Geometry.emptyLines(side: side))
        rays = Self.copy(Geometry.rays(side: side, reach: tables.reach))
        steps = Self.copy(Geometry.steps(side: side))
        windows = Self.copy(tables.windows)
        pairs = Self.copy(PatternTables.pairs)
        codesX = Self.copy(tables.codes.x)
        // One table for both sides where they play by the same rule: half as much for the cache to hold.
        codesO = forbidsX ? Self.copy(tables.codes.o) : codesX
        cells = UnsafeMutableRawPointer.allocate(byteCount: area * MemoryLayout<Cell>.stride, alignment: 64)
            .bindMemory(to: Cell.self, capacity: area)
        cells.initialize(repeating: Cell(), count: area)
        classesX = RawTable.filled(words * 8, 0)
        classesO = RawTable.filled(words * 8, 0)
        counts = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 32).bindMemory(to: UInt8.self, capacity: 32)
        counts.initialize(repeating: 0, count: 32)
        sums = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16).bindMemory(to: Int64.self, capacity: 2)
        sums.initialize(repeating: 0, count: 2)
        var random = SplitMix(seed: 0x9E37_79B9)
        keys = Self.copy((0..<2 * area + 1).map { _ in random.next() })
        hash = RawTable.filled(1, 0)
        heights = RawTable.filled(3, 0)
        plies = RawTable.filled(
            maximumPlies, Ply(counts: .zero, sums: .zero, changes: 0, move: 0, classX: 0, classO: 0))
        changes = RawTable.filled(area * Self.changesPerMove, Cell())
        computeAll()
    }

    deinit {
        stones.deallocate()
        lines.deallocate()
        rays.deallocate()
        steps.deallocate()
        windows.deallocate()
        pairs.deallocate()
        if codesO != codesX { codesO.deallocate() }
        codesX.deallocate()
        cells.deallocate()
        classesX.deallocate()
        classesO.deallocate()
        counts.deallocate()
        sums.deallocate()
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
        // X's and O's numbers lie side by side.
        return CellOrder(attack: base + (16 &+ 2 &* side), defence: base + (22 &- 2 &* side))
    }
    @inline(__always) func count(_ side: Int, _ rank: UInt8) -> Int { Int(counts[side << 4 | Int(rank)]) }

    /// The pattern of `cell` for `side` along `direction`.
    @inline(__always) func pattern(_ cell: Int, _ side: Int, _ direction: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: cells[cell].patterns >> UInt32(8 * direction + 4 * side)) & 15
    }

    /// The evaluation for the side to move.
    @inline(__always) func evaluation(_ side: Int) -> Int {
        let own = sums[side]
        let toMove = (own &- Int64(Int32(truncatingIfNeeded: own))) &>> 32
        let waiting = Int32(truncatingIfNeeded: sums[1 &- side])
        return (Int(toMove) &- Int(waiting) &+ tempo) &>> 3
    }

    /// Gives the turn to the other side without a stone, or back.
    @inline(__always) func pass() {
        heights[2] ^= 1
        hash.pointee ^= keys[2 * area]
    }

    /// The moves made so far, oldest first.
    var moves: [Int] { (0..<height).map { Int(plies[$0].move) } }
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
