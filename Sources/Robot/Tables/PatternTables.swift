import GameState
import Synchronization

/// The evaluation of a cell's four line patterns for one side, in two words that are loaded and
/// added at once.
struct CodeEntry: Equatable, Sendable {
    /// The packed fields of the entry.
    ///
    /// The first word has, from the highest bit, two values of the cell (22 bits each): one if its
    /// side is to move, and one if the other side is. The lowest 20 bits are the counters of
    /// ``Tallied``. The second word has, from the highest bit, the defence and the attack (16 bits
    /// each), the class (8 bits) and the counters of ``Urgent``.
    ///
    /// A ``Position`` adds up the entries of all empty cells. In these sums only the values and the
    /// counters have a meaning. The counters are in the lowest bits, so that no other field carries
    /// into them. ``toMove(_:)`` and ``waiting(_:)`` compensate for the fields below the values.
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

    /// Returns the total value of cells if their side is to move. `sum` is the sum of their
    /// `bits.x`.
    @inline(__always) static func toMove(_ sum: UInt64) -> Int {
        // The field below is signed, so add half of its range to round its borrow away.
        Int(truncatingIfNeeded: (Int64(bitPattern: sum) &+ (1 &<< (toMoveShift &- 1))) &>> toMoveShift)
    }

    /// Returns the total value of cells if the other side is to move. `sum` is as in
    /// ``toMove(_:)``.
    @inline(__always) static func waiting(_ sum: UInt64) -> Int {
        let above = 64 &- toMoveShift
        return Int(truncatingIfNeeded: (Int64(bitPattern: sum) &<< above) &>> (above &+ waitingShift))
    }

    /// The cell's score in move ordering if the entry's side is to move.
    var attack: Int16 { Int16(truncatingIfNeeded: bits.y >> 32) }
    /// The cell's score in move ordering if the opponent is to move.
    var defence: Int16 { Int16(truncatingIfNeeded: bits.y >> 48) }
    /// The cell's class and flags, as in ``CellClass``.
    @inline(__always) var cellClass: UInt8 { UInt8(truncatingIfNeeded: bits.y &>> 24) }

    /// The positions of counters in the second word, in bits.
    enum Urgent: UInt64 {
        case openFour = 0
        case four = 8
        case five = 16
    }

    /// The positions of counters in the first word, in bits. A counter that overflows carries into
    /// the next one.
    enum Tallied: UInt64 {
        case fourThree = 0
        case doubleThree = 6
        /// Cells that make one open three and no four.
        case three = 12

        /// The mask of the counter, which is also its greatest value.
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

/// The tables of a rule, which are made on first use.
///
/// `windows` maps the cells around an empty cell on a line to the patterns of both sides. Each cell
/// has two bits, and the empty cell itself is left out. X's pattern is in the low nibble, and O's
/// in the high nibble. `codes` maps a combination of four patterns to its ``CodeEntry``.
struct PatternTables: Sendable {
    /// The number of cells in a window on each side of the empty cell.
    let reach: Int
    let windows: [UInt8]
    let codes: ByStoneTables
    /// The value of having the move, as in ``Weights/tempo``.
    let tempo: Int
    let threats: [Int16]

    struct ByStoneTables: Sendable {
        let x: [CodeEntry]
        let o: [CodeEntry]
    }

    private static let made = Mutex<[Rule: PatternTables]>([:])

    /// Returns the tables of `rule`. The first caller makes them, and other threads wait meanwhile.
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
        // The cell beyond a five matters if overlines do not win, or if blocked ends keep a five
        // from winning.
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

    /// Whether the cells off the board are only at the ends of the window.
    private static func isPossible(_ window: UInt32, reach: Int) -> Bool {
        for side in 0..<2 {
            var inside = false
            // Go from the outermost cell inwards. After a cell on the board, no cell can be off it.
            for step in 0..<reach {
                let index = side == 0 ? step : 2 * reach - 1 - step
                let cell = (window >> UInt32(2 * index)) & 3
                if cell == 3 { if inside { return false } } else { inside = true }
            }
        }
        return true
    }

    /// Returns the eleven cells of a ``LineClassifier`` line, as seen by the side `own` (1 X, 2 O).
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

    /// A map from four patterns, one nibble each, to the number of their combination. The order of
    /// the patterns does not matter.
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

    /// The combinations of four patterns, in the order of ``Weights``.
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

    /// The attack score of forbidden and doubtful points. Doubtful points may be legal, so the
    /// search tries them last.
    private static let forbiddenAttack: Int16 = -300

    private static func makeCodes(weights: Weights, renjuBlack: Bool) -> [CodeEntry] {
        sortedPatterns.enumerated().map { number, patterns in
            let cellClass = CellClass.of(patterns, renjuBlack: renjuBlack)
            // A forbidden move needs neither to be played nor to be prevented, so it has no value.
            return cellClass & CellClass.rankMask >= CellClass.doubtful
                ? CodeEntry(attack: forbiddenAttack, cellClass: cellClass)
                : weights.entry(number, cellClass: cellClass)
        }
    }
}
