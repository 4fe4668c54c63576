import GameState
import Robot

/// What an engine is to think about.
package struct EngineTask: Equatable, Sendable {
    package enum Question: Equatable, Sendable {
        /// None yet: get ready.
        case prepare
        case move
        /// SWAP2BOARD with the stones so far.
        case swap2([Point])
        /// So many moves, one of which is played.
        case best(Int)

        /// Whether the answer is played.
        var isAMove: Bool {
            switch self {
            case .move, .best: true
            case .prepare, .swap2: false
            }
        }
    }

    var size: BoardSize
    var stones: [EngineSession.Laid]
    /// The manager's question.
    package var question: Question
    /// The settings from INFO at the time of the question.
    package var info: EngineInfo
    /// When the question came: what passed since then is missing from the time to think.
    var asked = ContinuousClock.now

    /// Whether two tasks are the same, whenever they were asked.
    package static func == (a: EngineTask, b: EngineTask) -> Bool {
        a.size == b.size && a.stones == b.stones && a.question == b.question && a.info == b.info
    }

    /// What is left of the limits.
    var limits: SearchLimits {
        var limits = info.limits
        if let milliseconds = limits.milliseconds {
            let spent = (ContinuousClock.now - asked).components
            let passed = Int(spent.seconds) * 1000 + Int(spent.attoseconds / 1_000_000_000_000_000)
            limits.milliseconds = max(1, milliseconds - passed)
        }
        return limits
    }

    /// The stones on a board, and whose turn it is: the side with fewer stones, X if there are as many.
    var position: (board: Board, turn: Stone) {
        let own = stones.count(where: \.isOwn)
        let others = stones.count - own
        let turn: Stone = own >= others ? .x : .o
        var board = Board(size: size)
        for stone in stones { board[stone.point] = stone.isOwn ? turn : turn.opponent }
        return (board, turn)
    }
}

/// What came of thinking.
package enum EngineAnswer: Equatable, Sendable {
    case move(Point)
    /// The best move, and a line about each of those compared.
    case best(Point, [String])
    case moves([Point])
    case swap
    case none
}

/// What the manager told with INFO.
package struct EngineInfo: Equatable, Sendable {
    private(set) var turnMilliseconds: Int?
    private(set) var matchMilliseconds = 0
    private(set) var leftMilliseconds: Int?
    /// Nil until it was told.
    private(set) var maximumMemory: Int?
    /// Kilobytes for the table, as Yixin's boards tell it.
    private var tableKilobytes: Int?
    private(set) var rule = Rule.freestyle
    /// Extensions of ours and of the Yixin protocol, for matches that do not depend on the machine.
    private(set) var maximumNodes: Int?
    private(set) var maximumDepth: Int?
    private(set) var level = Level.strongest
    private(set) var threads = 1
    /// Whether the table is filled while the opponent thinks.
    package var ponders = false

    /// 2147483647 is the protocol's "no limit".
    private static let unlimited = 2_147_483_647

    /// Takes `key value`; what is unknown or unreadable is ignored, as the protocol wants.
    mutating func set(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count >= 2, let value = Int(words[1]) else { return }
        switch words[0].lowercased() {
        case "timeout_turn": turnMilliseconds = max(0, min(Self.unlimited, value))
        case "timeout_match": matchMilliseconds = max(0, min(Self.unlimited, value))
        case "time_left": leftMilliseconds = value >= Self.unlimited ? nil : value
        case "max_memory": maximumMemory = max(0, value)
        case "max_node": maximumNodes = value > 0 ? value : nil
        case "max_depth": maximumDepth = value > 0 ? value : nil
        case "level": level = Level(value) ?? .strongest
        case "thread_num": threads = max(1, min(SearchThreads.limit, value))
        case "hash_size": tableKilobytes = value > 0 ? value : nil
        case "rule": rule = Rule(gomocupBits: value)
        default: break
        }
    }

    /// Megabytes for the table of positions.
    var tableMegabytes: Int {
        if let tableKilobytes { return max(1, min(1 << (Self.maximumTableBits - 10), tableKilobytes >> 10)) }
        let wanted = 64
        guard let maximumMemory, maximumMemory > 0 else { return wanted }
        // The program itself takes about 25 MB: with less there is next to no table.
        return max(1, min(wanted, (maximumMemory >> 20 - 25) / 2))
    }

    /// Whether anything was said of memory: until then no more is taken than the least that may be asked for.
    var knowsMemory: Bool { maximumMemory != nil || tableKilobytes != nil }

    /// The largest table, as a power of two of KB.
    static let maximumTableBits = 20

    /// What a search of one move may take.
    var limits: SearchLimits {
        SearchLimits(
            milliseconds: maximumNodes != nil && turnMilliseconds == nil ? nil : turnBudget, nodes: maximumNodes,
            depth: maximumDepth)
    }

    private static let defaultTurn = 2000
    /// "As fast as possible" is this long.
    private static let quickest = 40
    /// A share of the time left that one move may take, so that a game of any length ends in time.
    private static let share = 12

    private var turnBudget: Int {
        var budget = turnMilliseconds ?? Self.defaultTurn
        if budget == 0 { budget = Self.quickest }
        let left = leftMilliseconds ?? (matchMilliseconds > 0 ? matchMilliseconds : nil)
        if let left { budget = min(budget, max(Self.quickest, left / Self.share)) }
        return max(10, budget - Self.margin(budget))
    }

    /// What is left unused, because the answer has to be written and read, and machines are busy.
    private static func margin(_ budget: Int) -> Int { min(200, 25 + budget * 4 / 100) }
}
