import GameState
import Synchronization

/// What one cell's four line patterns amount to, for one side: two words, loaded and added at once.
struct CodeEntry: Equatable, Sendable {
    /// What the cell is worth when its side is to move, and when the other is (22 bits each), and what it counts as
    /// (``Tallied``); then what else it counts as (``Urgent``), its class (8 bits), attack and defence (16 bits each).
    ///
    /// What is wanted of the sum over a board comes first in each word, or as a signed number, so that nothing below it
    /// can spill into it.
    var bits: SIMD2<UInt64>

    init(toMove: Int16 = 0, waiting: Int16 = 0, attack: Int16 = 0, defence: Int16 = 0, cellClass: UInt8 = 0) {
        var first = Int64(toMove) << Self.toMoveShift + Int64(waiting) << Self.waitingShift
        if let tallied = Tallied(cellClass & CellClass.rankMask) { first += 1 << Int64(tallied.rawValue) }
        let orders = UInt64(UInt16(bitPattern: attack)) | UInt64(UInt16(bitPattern: defence)) << 16
        var second = orders << 32 | UInt64(cellClass) << 24
        if cellClass & CellClass.openFourFlag != 0 { second |= 1 << Urgent.openFour.rawValue }
        if cellClass & CellClass.fourFlag != 0 { second |= 1 << Urgent.four.rawValue }
        if cellClass & CellClass.fiveFlag != 0 { second |= 1 << Urgent.five.rawValue }
        bits = SIMD2(UInt64(bitPattern: first), second)
    }

    static let waitingShift: Int64 = 20
    static let toMoveShift: Int64 = 42

    /// What the cells of a board that `bits.x` is the sum of are worth when their side is to move.
    @inline(__always) static func toMove(_ sum: UInt64) -> Int {
        // What is below is signed: half of it rounds it away.
        Int(truncatingIfNeeded: (Int64(bitPattern: sum) &+ (1 &<< (toMoveShift &- 1))) &>> toMoveShift)
    }

    /// What they are worth when the other side is.
    @inline(__always) static func waiting(_ sum: UInt64) -> Int {
        let above = 64 &- toMoveShift
        return Int(truncatingIfNeeded: (Int64(bitPattern: sum) &<< above) &>> (above &+ waitingShift))
    }

    /// How promising the cell is to the side whose code it is, and to its opponent (for the ordering of moves).
    var attack: Int16 { Int16(truncatingIfNeeded: bits.y >> 32) }
    var defence: Int16 { Int16(truncatingIfNeeded: bits.y >> 48) }
    /// See ``CellClass``.
    @inline(__always) var cellClass: UInt8 { UInt8(truncatingIfNeeded: bits.y &>> 24) }

    /// Where the second word counts what, in bits.
    enum Urgent: UInt64 {
        case openFour = 0
        case four = 8
        case five = 16
    }

    /// Where the first word counts what, in bits; more than there is place for spill into the next.
    enum Tallied: UInt64 {
        case fourThree = 0
        case doubleThree = 6
        /// One open three and no four.
        case three = 12

        /// Of how many cells it knows the number.
        @inline(__always) var mask: UInt64 { self == .three ? 0xFF : 0x3F }

        init?(_ rank: UInt8) {
            switch rank {
            case CellClass.fourThree: self = .fourThree
            case CellClass.doubleThree: self = .doubleThree
            case CellClass.three, CellClass.threeMore: self = .three
            default: return nil
            }
        }
    }
}

/// The tables of one rule, made on first use.
///
/// `windows` maps a line's cells around an empty cell (two bits each, the cell itself left out) to the patterns of
/// both sides: X's in the low nibble, O's in the high one. `codes` maps a combination of four patterns to what they amount
/// to.
struct PatternTables: Sendable {
    /// Cells looked at to each side.
    let reach: Int
    let windows: [UInt8]
    let codes: ByStoneTables
    /// See ``Weights/tempo``.
    let tempo: Int
    let threats: [Int16]

    struct ByStoneTables: Sendable {
        let x: [CodeEntry]
        let o: [CodeEntry]
    }

    private static let made = Mutex<[Rule: PatternTables]>([:])

    /// Whoever comes first makes them; others who want them meanwhile wait.
    static func of(_ rule: Rule) -> PatternTables {
        made.withLock { made in
            if let tables = made[rule] { return tables }
            let tables = PatternTables(rule: rule)
            made[rule] = tables
            return tables
        }
    }

    private init(rule: Rule) {
        let facts = rule.facts
        // What lies beyond a five matters where it may be too long, or closed.
        reach = facts.exactFive == ByStone(both: false) && !facts.needsOpenEnd ? 4 : 5
        windows = Self.makeWindows(facts, reach: reach)
        let weights = Weights.of(rule, x: false)
        tempo = weights.tempo
        threats = ThreatWeights.of(rule)
        let o = Self.makeCodes(weights: weights, renjuBlack: false)
        let x = facts.forbidsX ? Self.makeCodes(weights: Weights.of(rule, x: true), renjuBlack: true) : o
        codes = ByStoneTables(x: x, o: o)
    }

    private static func makeWindows(_ facts: RuleFacts, reach: Int) -> [UInt8] {
        var forX = LineClassifier(five: five(facts, of: .x))
        var forO = LineClassifier(five: five(facts, of: .o))
        let same = forX.five == forO.five
        var windows = [UInt8](repeating: 0, count: 1 << (4 * reach))
        let low = UInt32(1 << (2 * reach)) - 1
        for window in 0..<UInt32(windows.count) where isPossible(window, reach: reach) {
            let x = line(window, reach: reach, low: low, own: 1, seesEdge: facts.needsOpenEnd)
            let o = line(window, reach: reach, low: low, own: 2, seesEdge: facts.needsOpenEnd)
            let patternOfX = forX.pattern(x)
            let patternOfO = same ? forX.pattern(o) : forO.pattern(o)
            windows[Int(window)] = patternOfX | patternOfO << 4
        }
        return windows
    }

    private static func five(_ facts: RuleFacts, of stone: Stone) -> LineClassifier.Five {
        if facts.forbidsX, stone == .x { return .renjuBlack }
        return facts.needsOpenEnd ? .openEnded : facts.exactFive[stone] ? .exactly : .atLeast
    }

    /// Whether every cell beyond an edge is beyond the edge.
    private static func isPossible(_ window: UInt32, reach: Int) -> Bool {
        for side in 0..<2 {
            var inside = false
            // From the outermost cell inwards: once inside the board, no edge any more.
            for step in 0..<reach {
                let index = side == 0 ? step : 2 * reach - 1 - step
                let cell = (window >> UInt32(2 * index)) & 3
                if cell == 3 { if inside { return false } } else { inside = true }
            }
        }
        return true
    }

    /// The eleven cells the classifier wants, as the side `own` (1 X, 2 O) sees them.
    private static func line(_ window: UInt32, reach: Int, low: UInt32, own: UInt32, seesEdge: Bool) -> UInt32 {
        var line = LineClassifier.own << UInt32(2 * LineClassifier.center)
        for index in 0..<2 * reach {
            let cell = (window >> UInt32(2 * index)) & 3
            let place = LineClassifier.center - reach + index + (index >= reach ? 1 : 0)
            let seen: UInt32 =
                switch cell {
                case 0: LineClassifier.empty
                case 3: seesEdge ? LineClassifier.edge : LineClassifier.opponent
                default: cell == own ? LineClassifier.own : LineClassifier.opponent
                }
            line |= seen << UInt32(2 * place)
        }
        return line
    }

    /// Four patterns, a nibble each, to the number of their combination, which is the same in any order.
    static let combinations: [UInt16] = {
        var combinations = [UInt16](repeating: 0, count: 1 << 16)
        for (number, patterns) in sortedPatterns.enumerated() {
            for a in 0..<4 {
                for b in 0..<4 where b != a {
                    for c in 0..<4 where c != a && c != b {
                        let d = 6 - a - b - c
                        let code =
                            Int(patterns[a]) | Int(patterns[b]) << 4 | Int(patterns[c]) << 8 | Int(patterns[d]) << 12
                        combinations[code] = UInt16(number)
                    }
                }
            }
        }
        return combinations
    }()

    /// Every combination of four patterns, in the order of ``Weights``.
    private static let sortedPatterns: [[UInt8]] = {
        let kinds = UInt8(LinePattern.count)
        var sorted: [[UInt8]] = []
        for a in 0..<kinds {
            for b in a..<kinds {
                for c in b..<kinds { for d in c..<kinds { sorted.append([a, b, c, d]) } }
            }
        }
        return sorted
    }()

    /// Doubtful points may be allowed after all, so they are tried last.
    private static let forbiddenAttack: Int16 = -300

    private static func makeCodes(weights: Weights, renjuBlack: Bool) -> [CodeEntry] {
        sortedPatterns.enumerated().map { number, patterns in
            let cellClass = CellClass.of(patterns, renjuBlack: renjuBlack)
            // Nobody needs to play or to stop what is forbidden.
            return cellClass & CellClass.rankMask >= CellClass.doubtful
                ? CodeEntry(attack: forbiddenAttack, cellClass: cellClass)
                : weights.entry(number, cellClass: cellClass)
        }
    }
}
