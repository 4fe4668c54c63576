import Engines
import Foundation
import GameState
import WebSockets

/// One engine process for one game, driven from the loop: what it was asked, what it answered, when its time is up.
final class BotEngine {
    /// What happened; after a failure it is of no use.
    enum Report: Equatable {
        /// It said OK, and may be asked.
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
        /// Asked for the move after these.
        case thinking([Point])
        case over
    }

    /// How long an engine may take to say OK, in milliseconds.
    static let startMilliseconds = 10_000
    private static let endedEarly = "it ended before it said OK"

    let process: BotProcess
    let game: Int
    private let setup: Setup
    private let size: BoardSize
    private let information: [String]
    private var phase = Phase.starting
    /// The moves the engine knows of.
    private var known: [Point] = []
    /// It said a move nobody had asked for: its next answer could be one to an older question.
    private var isTainted = false
    private var waited = 0
    private var timer: LoopTimer?
    private let report: (Report) -> Void

    /// - Parameters:
    ///   - post: takes the process's events to the loop, which hands them to ``handle(_:)``.
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
        let match = terms.clock.map { min($0.main * 1_000, BotEngineWords.unlimited) } ?? 0
        information = BotEngineWords.information(
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

    /// It thinks about something that is no longer asked, or can't be trusted: only a new process will do.
    func isUseless(for moves: [Point]) -> Bool {
        switch phase {
        case .starting: false
        case .thinking(let asked): asked != moves
        case .over: true
        case .idle: isTainted || BotEngineWords.request(moves, known: known, left: 0) == nil
        }
    }

    var isThinking: Bool { if case .thinking = phase { true } else { false } }

    /// Asks for the move after `moves`. `left`: milliseconds on the game's clock, nil without one.
    func ask(_ moves: [Point], left: Int?, step: Int) {
        guard phase == .idle,
            let request = BotEngineWords.request(moves, known: known, left: left ?? BotEngineWords.unlimited)
        else { return }
        phase = .thinking(moves)
        known = moves
        waited = setup.milliseconds + setup.graceMilliseconds
        if let left {
            // The engine has to manage with what is left; the bridge gives up shortly before the clock does.
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

    private func handle(_ line: BotEngineLine) {
        if setup.log { Output.complain("engine: \(line)") }
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
        case (.move, .idle): isTainted = true
        case (.ok, _), (.error, _), (.move, _), (.noise, _), (.suggestion, _): break
        }
    }

    private func isLate() {
        fail(phase == .starting ? .noOK : .silent(waited))
    }

    private func say(_ lines: [String]) {
        if setup.log { for line in lines { Output.complain("bridge: \(line)") } }
        // One that has ended is told of by its end, a moment later.
        if !process.send(lines), phase != .starting { fail(.deaf) }
    }

    private func fail(_ failure: BotEngineFailure) {
        kill()
        report(.failed(failure))
    }

    /// At once, whatever it is doing. Nothing is reported any more.
    func kill() {
        phase = .over
        timer?.cancel()
        process.kill()
    }

    /// With END, and time to obey it.
    func end() {
        guard phase != .over else { return }
        phase = .over
        timer?.cancel()
        process.end()
    }
}

/// What an engine did that loses its game.
enum BotEngineFailure: Error, Equatable, CustomStringConvertible {
    case notStarted(String)
    case noOK
    case refused(String)
    case ended
    case deaf
    case flooded
    case silent(Int)
    case offBoard(String)
    /// The rejection's sentence.
    case illegal(String)

    /// The system's word for why there is no process.
    static func notStarted(_ failure: BotProcess.Failure) -> BotEngineFailure {
        switch failure {
        case .notStarted(let number): unsafe .notStarted(String(cString: strerror(number)))
        }
    }

    /// Whether it never came to play: another game would go no better.
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
        case .ended: "The engine ended by itself. Run it by hand to see why."
        case .deaf: "The engine does not read its input any more."
        case .flooded:
            "The engine wrote more than \(BotProcess.lineLimit) lines or \(BotProcess.byteLimit >> 20) MB to one request."
        case .silent(let milliseconds):
            "The engine gave no move within \(milliseconds) ms. Give it more time with --grace, or less with --time."
        case .offBoard(let text): "The engine moved to \(text), which is off the board."
        case .illegal(let sentence): "The engine made an illegal move. \(sentence)"
        }
    }
}
