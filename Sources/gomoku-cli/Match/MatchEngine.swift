import DequeModule
import Dispatch
import Engines
import Foundation
import GameState
import Robot
import Synchronization
import Wire

/// A fault of an engine that ends its game.
enum MatchEngineFailure: ExitStatusError, CustomStringConvertible {
    var exitStatus: Int32 { ExitStatus.unavailable }

    case notStarted(path: String, String)
    case ended
    case silent(Int)
    case refused(String)

    var code: String {
        switch self {
        case .notStarted: "not-started"
        case .ended: "ended"
        case .silent: "silent"
        case .refused: "refused"
        }
    }

    var description: String {
        switch self {
        case .notStarted(let path, let why): "the engine \(path) could not be started (\(why)); check its path"
        case .ended: "the engine exited; run it by hand to see why"
        case .silent(let milliseconds): "the engine did not answer within \(milliseconds) ms; give it more time"
        case .refused(let line): "the engine refused the game: \(line)"
        }
    }
}

/// A Gomocup engine as a child process in its own process group.
final class MatchEngine {
    private let process = Process()
    private let input = Pipe()
    private let lines = MatchLines()
    private let size: BoardSize

    private static let startMilliseconds = 10_000
    /// The time in milliseconds by which an engine may exceed its limit.
    private static let graceMilliseconds = 3_000

    init(path: String, arguments: [String], size: BoardSize, info: [String]) throws {
        self.size = size
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch {
            let isProgram = unsafe access(path, X_OK) == 0
            let why = unsafe isProgram ? "this machine cannot run it" : String(cString: strerror(errno))
            throw MatchEngineFailure.notStarted(path: path, why)
        }
        lines.read(output.fileHandleForReading)
        try send("START \(size.side)")
        let deadline = ContinuousClock.now + .milliseconds(Self.startMilliseconds)
        while true {
            let line = try lines.next(until: deadline, waited: Self.startMilliseconds)
            if line == "OK" { break }
            if line.hasPrefix("ERROR") { throw MatchEngineFailure.refused(line) }
        }
        for line in info { try send("INFO \(line)") }
    }

    private func send(_ line: String) throws {
        do {
            try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        } catch { throw MatchEngineFailure.ended }
    }

    /// Returns the engine's move after `moves`, waiting `milliseconds` and a grace period.
    func move(after moves: [Point], isOpening: Bool, milliseconds: Int) throws -> Point {
        try send("INFO time_left 2147483647")
        if moves.isEmpty {
            try send("BEGIN")
        } else if isOpening && moves.count > 1 {
            try send("BOARD")
            for (index, move) in moves.enumerated() {
                try send("\(move.cell),\((moves.count - index) % 2 == 0 ? 1 : 2)")
            }
            try send("DONE")
        } else if let last = moves.last {
            try send("TURN \(last.cell)")
        }
        let allowed = milliseconds + Self.graceMilliseconds
        let deadline = ContinuousClock.now + .milliseconds(allowed)
        while true {
            let line = try lines.next(until: deadline, waited: allowed)
            let numbers = EngineSession.numbers(line)
            if numbers.count == 2 { return Point(column: numbers[0], row: numbers[1]) }
        }
    }

    /// Asks the engine to end, then kills its process group.
    func end() {
        try? send("END")
        let group = process.processIdentifier
        let deadline = ContinuousClock.now + .milliseconds(500)
        while process.isRunning, ContinuousClock.now < deadline { usleep(2_000) }
        // Other processes of the group may still run after the first has ended.
        kill(-group, SIGKILL)
        if process.isRunning { kill(group, SIGKILL) }
        process.waitUntilExit()
    }
}

/// A queue of lines that one thread reads from a pipe and another takes with a deadline.
final class MatchLines: Sendable {
    private struct State {
        var lines = Deque<String>()
        var ended = false
    }

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)
    /// The greatest number of lines kept. When an engine writes more, the oldest are dropped.
    private static let maximumLines = 4000
    private static let maximumBytes = 4096

    func read(_ handle: FileHandle) {
        let descriptor = handle.fileDescriptor
        Thread.detachNewThread { [self] in
            // This handle lives as long as the thread.
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            var buffer: [UInt8] = []
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                for byte in data {
                    if byte == 10 || byte == 13 {
                        if !buffer.isEmpty { append(String(decoding: buffer, as: UTF8.self)) }
                        buffer.removeAll(keepingCapacity: true)
                    } else if buffer.count < Self.maximumBytes {
                        buffer.append(byte)
                    }
                }
            }
            state.withLock { $0.ended = true }
            filled.signal()
        }
    }

    private func append(_ line: String) {
        state.withLock { state in
            if state.lines.count >= Self.maximumLines { state.lines.removeFirst() }
            state.lines.append(line)
        }
        filled.signal()
    }

    func next(until deadline: ContinuousClock.Instant, waited: Int) throws -> String {
        while true {
            let line = try state.withLock { state -> String? in
                if let line = state.lines.popFirst() { return line }
                if state.ended { throw MatchEngineFailure.ended }
                return nil
            }
            if let line { return line }
            let left = deadline - ContinuousClock.now
            let milliseconds =
                Int(left.components.seconds) * 1000 + Int(left.components.attoseconds / 1_000_000_000_000_000)
            guard milliseconds > 0, filled.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
                throw MatchEngineFailure.silent(waited)
            }
        }
    }
}
