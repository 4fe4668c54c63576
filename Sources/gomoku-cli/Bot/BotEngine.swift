import Engines
import Foundation
import GameState
import WebSockets

/// An engine process for one game, with its state and time limits. Runs on the loop.
final class BotEngine {
    /// An event. After a failure, the engine cannot be used any more.
    enum Report: Equatable {
        /// The engine has answered OK and accepts requests.
        case ready
        case moved(Point)
        case failed(BotEngineFailure)
    }

    struct Setup {
        let command: [String]
        let folder: String?
        let crlf: Bool
        let memoryBytes: Int
        let milliseconds: Int
        let graceMilliseconds: Int
        let log: Bool
    }

    private enum Phase: Equatable {
        case starting, idle
        /// Searching for the move after the given moves.
        case thinking([Point])
        case over
    }

    /// The time limit for the engine's OK, in milliseconds.
    static let startMilliseconds = 10_000
    private static let endedEarly = "it exited before it said OK"

    let process: BotProcess
    let game: Int
    private let setup: Setup
    private let size: BoardSize
    private let information: [String]
    private var phase = Phase.starting
    /// The moves that the engine knows.
    private var known: [Point] = []
    /// Whether the engine sent a move without a request. Its next answer might belong to an earlier
    /// request.
    private var isOutOfSync = false
    private var waited = 0
    private var timer: LoopTimer?
    private let report: (Report) -> Void

    /// - Parameters:
    ///   - post: posts the process's events to the loop, which passes them to ``handle(_:)``.
    ///   - report: called on the loop.
    init(
        _ setup: Setup, game: Int, terms: GameTerms, loop: EventLoop,
        post: @escaping @Sendable (BotProcess.Event) -> Void,
        report: @escaping (Report) -> Void
    ) throws(BotProcess.Failure) {
        self.setup = setup
        self.game = game
        self.report = report
        size = terms.size
        let match = terms.clock.map { min($0.main * 1_000, EngineWords.unlimited) } ?? 0
        information = EngineWords.information(
            rule: terms.rule, moveMilliseconds: setup.milliseconds, matchMilliseconds: match,
            memoryBytes: setup.memoryBytes,
            folder: setup.folder ?? "/tmp")
        process = try BotProcess(
            setup.command, folder: setup.folder, crlf: setup.crlf, tellsNoise: setup.log, post: post)
        timer = loop.timer(of: self) { $0.isLate() }
        waited = Self.startMilliseconds
        timer?.schedule(afterMilliseconds: Self.startMilliseconds)
        say(["START \(size.side)"])
    }

    var isReady: Bool { phase == .idle }
    var isStarting: Bool { phase == .starting }

    func isThinking(about moves: [Point]) -> Bool { phase == .thinking(moves) }

    /// Whether only a new process can answer, because this one searches another position or has
    /// become unreliable.
    func needsRestart(for moves: [Point]) -> Bool {
        switch phase {
        case .starting: false
        case .thinking(let asked): asked != moves
        case .over: true
        case .idle: isOutOfSync || EngineWords.request(moves, known: known, left: 0) == nil
        }
    }

    var isThinking: Bool { if case .thinking = phase { true } else { false } }

    /// Requests the move after `moves`. `left` is the time on the game's clock in milliseconds, or
    /// nil without a clock.
    func ask(_ moves: [Point], left: Int?, step: Int) {
        guard phase == .idle,
            let request = EngineWords.request(moves, known: known, left: left ?? EngineWords.unlimited)
        else { return }
        phase = .thinking(moves)
        known = moves
        waited = setup.milliseconds + setup.graceMilliseconds
        if let left {
            // The engine must move within the remaining time. The bridge stops waiting for the move
            // shortly before the clock runs out.
            let turn = min(setup.milliseconds, max(20, left / 12 + step))
            waited = max(50, min(waited, left))
            say(["INFO timeout_turn \(turn)"] + request)
        } else {
            say(request)
        }
        if phase == .thinking(moves) { timer?.schedule(afterMilliseconds: waited) }
    }

    func handle(_ event: BotProcess.Event) {
        guard phase != .over else { return }
        switch event {
        case .ended: fail(phase == .starting ? .notStarted(Self.endedEarly) : .ended)
        case .flooded: fail(.flooded)
        case .line(let line): handle(line)
        }
    }

    private func handle(_ line: EngineLine) {
        if setup.log { Output.printError("engine: \(line)") }
        switch (line, phase) {
        case (.ok, .starting):
            timer?.cancel()
            phase = .idle
            say(information)
            if phase == .idle { report(.ready) }
        case (.error(let text), .starting): fail(.refused(text))
        case (.move(let column, let row), .thinking(let moves)):
            timer?.cancel()
            phase = .idle
            let point = Point(column: column, row: row)
            guard size.contains(point) else { return fail(.offBoard(point.cell)) }
            known = moves + [point]
            report(.moved(point))
        case (.suggestion(let point), .thinking): say(["PLAY \(point)"])
        case (.move, .idle): isOutOfSync = true
        case (.ok, _), (.error, _), (.move, _), (.noise, _), (.suggestion, _): break
        }
    }

    private func isLate() {
        fail(phase == .starting ? .noOK : .silent(waited))
    }

    private func say(_ lines: [String]) {
        if setup.log { for line in lines { Output.printError("bridge: \(line)") } }
        // If the engine fails while starting, its end is reported a moment later.
        if !process.send(lines), phase != .starting { fail(.deaf) }
    }

    private func fail(_ failure: BotEngineFailure) {
        kill()
        report(.failed(failure))
    }

    /// Kills the engine at once. No more events are reported.
    func kill() {
        phase = .over
        timer?.cancel()
        process.kill()
    }

    /// Sends END and gives the engine time to exit.
    func end() {
        guard phase != .over else { return }
        phase = .over
        timer?.cancel()
        process.end()
    }
}

/// A fault of an engine, for which it loses its game.
enum BotEngineFailure: Error, Equatable, CustomStringConvertible {
    case notStarted(String)
    case noOK
    case refused(String)
    case ended
    case deaf
    case flooded
    case silent(Int)
    case offBoard(String)
    /// An illegal move, with a sentence about the reason.
    case illegal(String)

    /// Returns a failure with the system's error message.
    static func notStarted(_ failure: BotProcess.Failure) -> BotEngineFailure {
        switch failure {
        case .notStarted(let number): unsafe .notStarted(String(cString: strerror(number)))
        }
    }

    /// Whether the engine failed before it could play, so that another game would fail too.
    var isAtStart: Bool {
        switch self {
        case .notStarted, .noOK, .refused: true
        case .ended, .deaf, .flooded, .silent, .offBoard, .illegal: false
        }
    }

    var code: String {
        switch self {
        case .notStarted: "not-started"
        case .noOK: "no-ok"
        case .refused: "refused"
        case .ended: "ended"
        case .deaf: "deaf"
        case .flooded: "flooded"
        case .silent: "silent"
        case .offBoard: "off-board"
        case .illegal: "illegal"
        }
    }

    var description: String {
        switch self {
        case .notStarted(let why): "The engine could not be started (\(why)). Check its path."
        case .noOK:
            "The engine did not say OK to START within \(BotEngine.startMilliseconds / 1_000) s. Is it a Gomocup engine?"
        case .refused(let line): "The engine refused the game: \(line.prefix(200))"
        case .ended: "The engine exited by itself. Run it by hand to see why."
        case .deaf: "The engine no longer reads its input. Run it by hand to see why."
        case .flooded:
            "The engine wrote more than \(BotProcess.lineLimit) lines or \(BotProcess.byteLimit >> 20) MB for one request."
        case .silent(let milliseconds):
            "The engine made no move within \(milliseconds) ms. Raise --grace, or lower --time."
        case .offBoard(let text): "The engine moved to \(text), which is off the board."
        case .illegal(let sentence): "The engine made an illegal move. \(sentence)"
        }
    }
}
