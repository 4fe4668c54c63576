import Foundation
import GameState
import PuzzleMaking
import Puzzles
import Robot

/// The games of a run, and the kinds of puzzles to make from them.
struct PuzzlePlan {
    let rule: Rule
    let seed: UInt64
    let kinds: Set<Puzzle.Kind>
    /// The given games; empty for self-play.
    let games: [GameRecord]

    static func record(_ path: String) throws -> GameRecord {
        let data = try Data(contentsOf: URL(filePath: path))
        guard data.count <= RecordLimits.bytes else { throw PuzzleFailure.file(path) }
        let text = String(decoding: data, as: UTF8.self)
        guard let record = (try? GameRecord(sgf: text)) ?? (try? GameRecord(psq: text)) else {
            throw PuzzleFailure.file(path)
        }
        return record
    }

    /// The number of games, or nil if there is no end.
    var count: Int? { games.isEmpty ? nil : games.count }

    /// Returns the puzzles of a game, always the same ones.
    func puzzles(ofGame index: Int) -> [Puzzle] {
        if kinds == [.balance] {
            let opening = PuzzleOpening(seed: seed &+ UInt64(index) &* 0x2545_F491_4F6C_DD1D, rule: rule)
            return opening.puzzle.map { [$0] } ?? []
        }
        let game: PuzzleGame?
        if games.isEmpty {
            game = PuzzleGame.play(index, seed: seed, rule: rule)
        } else {
            game = PuzzleGame(games[index], rule: rule)
        }
        guard let game else { return [] }
        var maker = PuzzleMaker(game, kinds: kinds, seed: seed ^ UInt64(index) &* 0x2545_F491_4F6C_DD1D)
        return maker.make()
    }

    /// The first line of the file of a run.
    var header: String {
        let names = kinds.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: ",")
        let moves = games.isEmpty ? "" : #","moves":"\#(PuzzleID.text(ofContents: games.flatMap(Self.bytes)))""#
        return #"{"rule":"\#(rule.rawValue)","seed":\#(seed),"kinds":[\#(names)],"games":\#(games.count)\#(moves)}"#
    }

    /// The size of the board and the moves. No other game has the same bytes.
    private static func bytes(of game: GameRecord) -> [UInt8] {
        let indices = game.points.map { UInt16(game.size.index(of: $0)) } + [.max]
        return [UInt8(game.size.side)] + indices.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
}

/// A run of several processes that write to one file, a line for each game.
///
/// Each process appends whole lines. A process that was stopped may leave an incomplete line, whose
/// game the next run makes again.
struct PuzzleRun {
    private let plan: PuzzlePlan
    private let path: String
    /// The program of the other processes, and its arguments before the worker's number.
    private let program: URL
    private let arguments: [String]

    /// The time between two readings of the file in seconds, for each megabyte of it, and between
    /// two lines about the progress.
    private static let look = 1.0
    private static let report = 15.0

    init(
        _ plan: PuzzlePlan, path: String, program: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) {
        self.plan = plan
        self.path = path
        self.program = program
        self.arguments = arguments
    }

    // MARK: One process

    /// Makes the puzzles of every game whose number has this remainder, until the parent process
    /// ends.
    func work(_ worker: Int, of workers: Int) throws {
        let done = Set(try PuzzleFile.games(path).map(\.index))
        let file = unsafe open(path, O_WRONLY | O_APPEND)
        guard file >= 0 else { throw PuzzleFailure.file(path) }
        defer { close(file) }
        let parent = getppid()
        var index = worker
        while getppid() == parent, index < plan.count ?? .max {
            defer { index += workers }
            if done.contains(index) { continue }
            let puzzles = plan.puzzles(ofGame: index).map(\.json).joined(separator: ",")
            // The line may follow an incomplete one of a process that was stopped.
            let line = Array("\n{\"game\":\(index),\"puzzles\":[\(puzzles)]}\n".utf8)
            // A single write appends the whole line, also beside other processes.
            guard unsafe write(file, line, line.count) == line.count else { throw PuzzleFailure.file(path) }
        }
    }

    // MARK: The parent process

    /// Starts the processes, reports their progress, and keeps the first games with `count`
    /// puzzles, in order. Throws if a process ends early.
    func supervise(count: Int, processes: Int) throws {
        try prepare()
        let children = try (0..<processes).map { try start($0, of: processes) }
        defer { for child in children { Self.stop(child) } }
        let began = Date()
        var reported = 0.0
        var first: Int?
        while true {
            let games = try PuzzleFile.games(path)
            let whole = Self.prefix(of: games)
            let made = whole.reduce(0) { $0 + $1.puzzles }
            if first == nil { first = made }
            let failed = children.first { !$0.isRunning && $0.terminationStatus != 0 }
            if made < count, let failed { throw PuzzleFailure.process(failed.terminationStatus) }
            let isOver = made >= count || children.allSatisfy { !$0.isRunning }
            let seconds = Date().timeIntervalSince(began)
            if seconds - reported >= Self.report || isOver {
                reported = seconds
                report(made, of: count, games: whole.count, since: first ?? 0, seconds)
            }
            if isOver { break }
            let bytes = games.reduce(0) { $0 + $1.line.utf8.count }
            Thread.sleep(forTimeInterval: Self.look * Double(1 + bytes >> 20))
        }
        for child in children { Self.stop(child) }
        try finish(count: count)
    }

    private func prepare() throws {
        if !FileManager.default.fileExists(atPath: path) { try Data((plan.header + "\n").utf8).write(to: url) }
        let data = try Data(contentsOf: url)
        guard data.starts(with: Data((plan.header + "\n").utf8)) else { throw PuzzleFailure.otherRun(path) }
    }

    private func start(_ worker: Int, of workers: Int) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments + ["--worker", String(worker)]
        try process.run()
        return process
    }

    /// Ends a process at any point. Each of its games is one write, so the file stays valid.
    ///
    /// A process inherits the signals that its parent's thread blocks, and SIGTERM may be one.
    private static func stop(_ process: Process) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private func report(_ made: Int, of count: Int, games: Int, since first: Int, _ seconds: Double) {
        let new = made - first
        let left =
            new > 0 ? "about \(Int(seconds / Double(new) * Double(max(0, count - made)) / 60) + 1) min left" : "…"
        FileHandle.standardError.write(
            Data("\(min(made, count)) of \(count) puzzles from \(games) games, \(left)\n".utf8))
    }

    /// Sorts the lines by game, and leaves out the games beyond the puzzles that were asked for.
    private func finish(count: Int) throws {
        var made = 0
        var lines = [plan.header]
        for game in Self.prefix(of: try PuzzleFile.games(path)) where made < count {
            made += game.puzzles
            lines.append(game.line)
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url, options: .atomic)
    }

    private var url: URL { URL(filePath: path) }

    /// Returns the games up to the first one that is missing, in order.
    private static func prefix(of games: [PuzzleFile.Game]) -> [PuzzleFile.Game] {
        let sorted = games.sorted { $0.index < $1.index }
        return sorted.enumerated().prefix { $0.offset == $0.element.index }.map(\.element)
    }
}
