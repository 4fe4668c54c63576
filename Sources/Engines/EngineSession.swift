import GameState
import Robot
import Wire

/// The engine's side of the Gomocup protocol, which turns a manager's lines into effects. It has no
/// I/O and no clock.
///
/// A manager is a program that runs engines, such as a tournament program or a Yixin board.
package struct EngineSession {
    /// An action for the caller to perform after a line.
    package enum Effect: Equatable {
        case reply(String)
        /// Search for the answer to the task, and pass it to ``EngineSession/answer(_:_:)``.
        case think(EngineTask)
        /// Prepare for a game. There is no answer.
        case prepare(EngineTask)
        /// Discard the running search.
        case cancel
        case exit
    }

    /// A stone of the position. Lists of stones have the oldest first.
    struct PlacedStone: Equatable {
        var point: Point
        var isOwn: Bool
    }

    private(set) var size: BoardSize?
    private(set) var stones: [PlacedStone] = []
    private(set) var info = EngineInfo()
    /// The stones of a BOARD, YXBOARD or SWAP2BOARD command that is still being read.
    private var pending: (command: String, stones: [PlacedStone])?
    /// Whether to skip the rest of a refused board, so that it causes only one error.
    private var skipsBoard = false
    /// Whether a search is running.
    package private(set) var isThinking = false

    /// The greatest number of moves that YXNBEST compares.
    static let maximumBest = 32
    /// The length in bytes at which lines are cut. No command needs as much.
    package static let maximumLineBytes = 4096

    /// - Parameter ponders: whether the engine keeps searching during the opponent's turn.
    package init(ponders: Bool = false) { info.ponders = ponders }

    /// Processes one line without its line end.
    package mutating func receive(_ line: String) -> [Effect] {
        let line = line.filter { $0 != "\r" && $0 != "\0" }.trimmingSpaces()
        if line.isEmpty { return [] }
        if pending != nil { return receivePending(line) }
        if skipsBoard {
            if line.uppercased() == "DONE" {
                skipsBoard = false
                return []
            }
            if EngineSession.numbers(line).count > 1 { return [] }
            skipsBoard = false
        }
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
        let argument = words.count > 1 ? words[1].trimmingSpaces() : ""
        switch words[0].uppercased() {
        case "START": return start(Int(argument))
        case "RECTSTART":
            let sides = EngineSession.numbers(argument)
            guard sides.count == 2, sides[0] == sides[1] else { return [.reply("ERROR only square boards are played")] }
            return start(sides[0])
        case "RESTART":
            guard let size else { return [.reply("ERROR no game was started: send START first")] }
            return start(size.side)
        case "INFO":
            let before = info
            info.set(argument)
            guard let size,
                info.rule != before.rule || info.tableMegabytes != before.tableMegabytes
                    || info.threads != before.threads
            else { return [] }
            return [.prepare(EngineTask(size: size, stones: [], question: .prepare, info: info))]
        case "ABOUT":
            return [.reply(Self.about)]
        case "END":
            return [.exit]
        case "BEGIN": return begin()
        case "TURN": return turn(argument)
        case "BOARD", "SWAP2BOARD", "YXBOARD":
            guard size != nil else {
                skipsBoard = true
                return [.reply("ERROR no game was started: send START first")]
            }
            pending = (words[0].uppercased(), [])
            return []
        // No search is running, so there is nothing to stop.
        case "STOP", "YXSTOP": return []
        // A Yixin board asks this first. The table size is an exponent of two, in KB.
        case "YXSHOWINFO":
            return [
                .reply("MESSAGE INFO MAX_THREAD_NUM \(SearchThreads.limit)"),
                .reply("MESSAGE INFO MAX_HASH_SIZE \(EngineInfo.maximumTableBits)"),
            ]
        case "YXNBEST":
            guard size != nil else { return [.reply("ERROR no game was started: send START first")] }
            guard let count = Int(argument), count > 0 else { return [.reply("ERROR say how many moves are wanted")] }
            return think(.best(min(count, Self.maximumBest)))
        case "TAKEBACK": return takeBack(argument)
        case "PLAY": return play(argument)
        default: return [.reply("UNKNOWN command")]
        }
    }

    static let about =
        #"name="Gomoku", version="\#(Product.version)", author="the gomoku project", country="", www="", email="""#

    private mutating func start(_ side: Int?) -> [Effect] {
        guard let side, let wanted = BoardSize(engine: side) else {
            return [.reply("ERROR unsupported size: choose one from 5 to 20")]
        }
        size = wanted
        stones = []
        defer { isThinking = false }
        let task = EngineTask(size: wanted, stones: [], question: .prepare, info: info)
        return (isThinking ? [.cancel] : []) + [.reply("OK"), .prepare(task)]
    }

    private mutating func begin() -> [Effect] {
        guard size != nil else { return [.reply("ERROR no game was started: send START first")] }
        stones = []
        return think()
    }

    private mutating func turn(_ argument: String) -> [Effect] {
        guard size != nil else { return [.reply("ERROR no game was started: send START first")] }
        guard let point = free(argument) else { return [.reply("ERROR the point is off the board or taken")] }
        stones.append(PlacedStone(point: point, isOwn: false))
        return think()
    }

    private mutating func takeBack(_ argument: String) -> [Effect] {
        guard let point = point(argument), let index = stones.lastIndex(where: { $0.point == point }) else {
            return [.reply("ERROR there is no stone to take back")]
        }
        stones.remove(at: index)
        return [.reply("OK")]
    }

    private mutating func play(_ argument: String) -> [Effect] {
        guard let point = free(argument) else { return [.reply("ERROR the point is off the board or taken")] }
        stones.append(PlacedStone(point: point, isOwn: true))
        return [.reply(point.cell)]
    }

    private mutating func receivePending(_ line: String) -> [Effect] {
        guard var board = pending else { return [] }
        if line.uppercased() == "END" { return [.exit] }
        if line.uppercased() == "DONE" {
            pending = nil
            stones = board.stones
            switch board.command {
            case "SWAP2BOARD": return think(.swap2(board.stones.map(\.point)))
            // Yixin's command sets the stones without asking for a move.
            case "YXBOARD": return []
            default: return think()
            }
        }
        let numbers = Self.numbers(line)
        guard numbers.count >= 2, let point = size?.point(column: numbers[0], row: numbers[1]),
            !board.stones.contains(where: { $0.point == point })
        else {
            pending = nil
            skipsBoard = true
            return [.reply("ERROR the line is not a free point: \(line.prefix(40))")]
        }
        let isOwn = numbers.count > 2 ? numbers[2] == 1 : false
        // 3 marks the points of a winning row, which no running game has.
        if numbers.count > 2 && !(1...2).contains(numbers[2]) { return [] }
        board.stones.append(PlacedStone(point: point, isOwn: isOwn))
        pending = board
        return []
    }

    private mutating func think(_ question: EngineTask.Question = .move) -> [Effect] {
        guard let size else { return [] }
        isThinking = true
        return [.think(EngineTask(size: size, stones: stones, question: question, info: info))]
    }

    /// Takes the result of a search and returns the reply to send.
    package mutating func answer(_ task: EngineTask, _ answer: EngineAnswer) -> String {
        isThinking = false
        switch answer {
        case .move(let point):
            if task.question.isAMove { stones.append(PlacedStone(point: point, isOwn: true)) }
            return point.cell
        case .best(let point, let lines):
            stones.append(PlacedStone(point: point, isOwn: true))
            return (lines.enumerated().map { "MESSAGE (\($0.offset + 1)) \($0.element)" } + [point.cell])
                .joined(separator: "\n")
        case .moves(let points): return points.map(\.cell).joined(separator: " ")
        case .swap: return "SWAP"
        case .none: return "ERROR the game is over"
        }
    }

    private func point(_ text: String) -> Point? {
        let numbers = Self.numbers(text)
        guard numbers.count == 2 else { return nil }
        return size?.point(column: numbers[0], row: numbers[1])
    }

    private func free(_ text: String) -> Point? {
        guard let point = point(text), !stones.contains(where: { $0.point == point }) else { return nil }
        return point
    }

    /// Returns the numbers of a text such as `"7,7,1"` or `"7, 7"`, or an empty array if it
    /// contains anything else.
    package static func numbers(_ text: String) -> [Int] {
        let parts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == parts.count ? numbers : []
    }
}

extension String {
    func trimmingSpaces() -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
