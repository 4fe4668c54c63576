import ArgumentParser
import DequeModule
import Dispatch
import Engines
import Foundation
import GameState
import Robot
import Synchronization

/// `gomoku-cli engine`: runs the robot as a Gomocup engine on standard input and output.
struct EngineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine",
        abstract: "Play as a Gomocup engine: commands on standard input, moves on standard output.",
        discussion: """
            At the end of its input the engine finishes the pending answers, then exits. After END it answers at once, \
            then exits.
            """)

    @Option(help: "The robot's level, 1 to 10.") var level: Int?
    @Option(help: "Threads to search with. INFO thread_num overrides this.") var threads = 1
    @Flag(help: "Keep searching during the opponent's turn.") var ponder = false

    func validate() throws {
        try SearchThreads.check(threads)
        if let level, Level(level) == nil {
            throw ValidationError("--level takes a number from 1 to 10, not \(level).")
        }
    }

    func run() { EnginePort(level: level, threads: threads, ponders: ponder).run() }
}

/// A connector between an ``EngineSession``, the standard streams and an ``EngineWorker``.
final class EnginePort: Sendable {
    private struct State {
        var session: EngineSession
        var expected = 0
        /// The lines that arrived during a search.
        var waiting = Deque<String>()
        /// Whether the input has ended, so that the program exits after the last answer.
        var isEnding = false
        /// Whether running searches are to end at once because of END.
        var hurries = false

        var isIdle: Bool { !session.isThinking && waiting.isEmpty }
    }

    private let state: Mutex<State>
    private let worker = Mutex<EngineWorker?>(nil)
    /// A semaphore that is signalled after the last answer.
    private let isDone = DispatchSemaphore(value: 0)
    /// The greatest number of lines kept during a search. Further lines are dropped.
    private static let maximumWaiting = 1000

    init(level: Int?, threads: Int, ponders: Bool) {
        var session = EngineSession(ponders: ponders)
        for line in (level.map { ["INFO level \($0)"] } ?? []) + ["INFO thread_num \(threads)"] {
            _ = session.receive(line)
        }
        state = Mutex(State(session: session))
    }

    /// Reads until END or the end of input, and answers everything asked before.
    func run() -> Never {
        // The worker keeps this object alive until the process exits.
        let made = EngineWorker { [self] number, task, answer, result in finish(number, task, answer, result) }
        worker.withLock { $0 = made }
        // Create the tables before the first OK, so that no move waits for them. In debug builds
        // this takes half a minute, and OK would be too late.
        #if !DEBUG
        Searcher.makeTables()
        #endif
        var reader = EngineLineReader()
        while let line = reader.next() {
            if line.uppercased().hasPrefix("END") { end(hurries: true) }
            state.withLock { state in
                let word = line.uppercased().prefix { $0.isLetter }
                if state.session.isThinking && (word == "STOP" || word == "YXSTOP") {
                    worker.withLock { $0?.hurry() }
                } else if state.session.isThinking && word != "RESTART" && word != "START" {
                    if state.waiting.count < Self.maximumWaiting { state.waiting.append(line) }
                } else {
                    perform(line, &state)
                }
            }
        }
        end(hurries: false)
    }

    /// Exits the program after all answers.
    private func end(hurries: Bool) -> Never {
        let isIdle = state.withLock { state in
            state.isEnding = true
            state.hurries = hurries
            return state.isIdle
        }
        if !isIdle {
            if hurries { worker.withLock { $0?.hurry() } }
            isDone.wait()
        }
        Foundation.exit(0)
    }

    private func perform(_ line: String, _ state: inout State) {
        for effect in state.session.receive(line) {
            switch effect {
            case .reply(let text): Self.write(text)
            case .prepare(let task): worker.withLock { _ = $0?.think(task) }
            case .think(let task): state.expected = worker.withLock { $0?.think(task) } ?? 0
            case .cancel:
                state.expected = 0
                worker.withLock { $0?.cancel() }
            case .exit: Foundation.exit(0)
            }
        }
    }

    private func finish(_ number: Int, _ task: EngineTask, _ answer: EngineAnswer, _ result: SearchResult?) {
        state.withLock { state in
            guard number == state.expected else { return }
            if let result {
                Self.write(
                    "MESSAGE depth \(result.depth) score \(result.score) nodes \(result.nodes) ms \(result.milliseconds)"
                )
            }
            Self.write(state.session.answer(task, answer))
            while !state.session.isThinking, !state.waiting.isEmpty { perform(state.waiting.removeFirst(), &state) }
            guard state.isEnding else { return }
            if state.isIdle { isDone.signal() } else if state.hurries { worker.withLock { $0?.hurry() } }
        }
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// A reader of lines from standard input, which end with LF, CR or both. Long lines are cut.
struct EngineLineReader {
    private var buffer: [UInt8] = []
    private var ended = false

    mutating func next() -> String? {
        while true {
            if let end = buffer.firstIndex(where: { $0 == 10 || $0 == 13 }) {
                let line = String(decoding: buffer[..<end].prefix(EngineSession.maximumLineBytes), as: UTF8.self)
                buffer.removeSubrange(...end)
                if line.isEmpty { continue }
                return line
            }
            if ended { return nil }
            // Limit the length of an unfinished line.
            if buffer.count > 16 * EngineSession.maximumLineBytes {
                buffer.removeLast(buffer.count - EngineSession.maximumLineBytes)
            }
            let data = FileHandle.standardInput.availableData
            if data.isEmpty {
                ended = true
                if !buffer.isEmpty { buffer.append(10) }
            } else {
                buffer.append(contentsOf: data)
            }
        }
    }
}
