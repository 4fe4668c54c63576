import GameState
import Robot

/// A task for an engine: a position, a question and the settings.
package struct EngineTask: Equatable, Sendable {
    package enum Question: Equatable, Sendable {
        /// No question yet: prepare for a game.
        case prepare
        case move
        /// The next step of a swap2 opening (SWAP2BOARD) with these stones on the board.
        case swap2([Point])
        /// The given number of best moves, the first of which is played.
        case best(Int)

        /// Whether the answer is a move of the engine.
        var isAMove: Bool {
            switch self {
            case .move, .best: true
            case .prepare, .swap2: false
            }
        }
    }

    var size: BoardSize
    var stones: [EngineSession.PlacedStone]
    /// The manager's question.
    package var question: Question
    /// The settings from INFO at the time of the question.
    package var info: EngineInfo
    /// The time of the question. The time since then is subtracted from the time limit.
    var asked = ContinuousClock.now

    /// Whether two tasks are equal, regardless of the time of their questions.
    package static func == (a: EngineTask, b: EngineTask) -> Bool {
        a.size == b.size && a.stones == b.stones && a.question == b.question && a.info == b.info
    }

    /// The search limits. The time that has passed since the question is subtracted.
    var limits: SearchLimits {
        var limits = info.limits
        if let milliseconds = limits.milliseconds {
            let spent = (ContinuousClock.now - asked).components
            let passed = Int(spent.seconds) * 1000 + Int(spent.attoseconds / 1_000_000_000_000_000)
            limits.milliseconds = max(1, milliseconds - passed)
        }
        return limits
    }

    /// The stones on a board, and the side to move: the side with fewer stones, or X if both have
    /// the same number.
    var position: (board: Board, turn: Stone) {
        let own = stones.count(where: \.isOwn)
        let others = stones.count - own
        let turn: Stone = own >= others ? .x : .o
        var board = Board(size: size)
        for stone in stones { board[stone.point] = stone.isOwn ? turn : turn.opponent }
        return (board, turn)
    }
}

/// An answer to an engine task.
package enum EngineAnswer: Equatable, Sendable {
    case move(Point)
    /// The best move, and a line of text about each move compared.
    case best(Point, [String])
    case moves([Point])
    case swap
    case none
}

/// The settings that the manager has sent with INFO.
package struct EngineInfo: Equatable, Sendable {
    private(set) var turnMilliseconds: Int?
    private(set) var matchMilliseconds = 0
    private(set) var leftMilliseconds: Int?
    /// The memory limit in bytes, or nil if none was set.
    private(set) var maximumMemory: Int?
    /// The size of the table in kilobytes, as Yixin boards set it.
    private var tableKilobytes: Int?
    private(set) var rule = Rule.freestyle
    /// The node limit of a move. It and the next three settings are extensions, of this project and
    /// of the Yixin protocol, for matches whose results do not depend on the machine.
    private(set) var maximumNodes: Int?
    private(set) var maximumDepth: Int?
    private(set) var level = Level.strongest
    private(set) var threads = 1
    /// Whether the engine keeps searching during the opponent's turn.
    package var ponders = false

    /// 2147483647 is the protocol's "no limit".
    private static let unlimited = 2_147_483_647

    /// Sets a `key value` pair. Ignores unknown keys and unreadable values, as the protocol
    /// requires.
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

    /// The size of the transposition table in megabytes.
    var tableMegabytes: Int {
        if let tableKilobytes { return max(1, min(1 << (Self.maximumTableBits - 10), tableKilobytes >> 10)) }
        let wanted = 64
        guard let maximumMemory, maximumMemory > 0 else { return wanted }
        // The program itself takes about 25 MB. With a lower limit, the table is as small as
        // possible.
        return max(1, min(wanted, (maximumMemory >> 20 - 25) / 2))
    }

    /// Whether the manager has limited the memory or set the table's size. Before that, only the
    /// smallest table is allocated.
    var knowsMemory: Bool { maximumMemory != nil || tableKilobytes != nil }

    /// The base-2 logarithm of the largest table size in KB.
    static let maximumTableBits = 20

    /// The search limits of one move.
    var limits: SearchLimits {
        SearchLimits(
            milliseconds: maximumNodes != nil && turnMilliseconds == nil ? nil : turnBudget, nodes: maximumNodes,
            depth: maximumDepth)
    }

    private static let defaultTurn = 2000
    /// The time per move if the manager asks for moves as fast as possible, in milliseconds.
    private static let quickest = 40
    /// The divisor of the remaining time. One move may take a twelfth, so that the time suffices
    /// for a game of any length.
    private static let share = 12

    private var turnBudget: Int {
        var budget = turnMilliseconds ?? Self.defaultTurn
        if budget == 0 { budget = Self.quickest }
        let left = leftMilliseconds ?? (matchMilliseconds > 0 ? matchMilliseconds : nil)
        if let left { budget = min(budget, max(Self.quickest, left / Self.share)) }
        return max(10, budget - Self.margin(budget))
    }

    /// Returns the part of `budget` to leave unused, in milliseconds. Writing and reading the
    /// answer takes time, and the machine may be busy.
    private static func margin(_ budget: Int) -> Int { min(200, 25 + budget * 4 / 100) }
}
