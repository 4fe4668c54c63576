import Dispatch
import Engines
import Foundation
import Synchronization

/// An engine as a child process that leads its own process group.
///
/// When the group's leader ends, the other processes are killed before the leader is reaped. If the
/// client's process dies, a watchdog (a shell that reads from a pipe) kills the group. Without a
/// watchdog, because it could not be started, the group lives on then.
final class BotProcess: Sendable {
    enum Event: Sendable {
        case line(EngineLine)
        /// The engine wrote more than any answer can need.
        case flooded
        case ended
    }

    enum Failure: Error, Equatable {
        /// The process was not started, with the system's error number.
        case notStarted(Int32)
    }

    /// The limits of an engine's output between two commands, in lines and bytes. `moveLimit`
    /// limits the lines passed on as events.
    static let lineLimit = 50_000, byteLimit = 64 << 20, moveLimit = 64
    /// The times that an engine has to exit after END, and after SIGTERM, in milliseconds.
    static let endMilliseconds = 700, terminateMilliseconds = 300

    private struct State {
        var lines = 0
        var bytes = 0
        var moves = 0
        var hasFlooded = false
        /// The pipes to the engine's input and to the watchdog, closed when the engine has ended.
        var input: Int32?
        var watchdog: Int32?
        var isReaped = false
    }

    let group: pid_t
    private let state: Mutex<State>
    private let gone = DispatchGroup()
    private let lineEnd: String

    /// - Parameter post: called on other threads.
    init(_ command: [String], folder: String?, crlf: Bool, tellsNoise: Bool, post: @escaping @Sendable (Event) -> Void)
        throws(Failure)
    {
        lineEnd = crlf ? "\r\n" : "\n"
        var input: (Int32, Int32) = (-1, -1)
        var output: (Int32, Int32) = (-1, -1)
        guard let made = BotSpawn.pipe(), let second = BotSpawn.pipe() else { throw .notStarted(errno) }
        (input, output) = (made, second)
        let watchdog = BotSpawn.watchdog()
        let spawned = BotSpawn.spawn(command, input: input.0, output: output.1, folder: folder)
        close(input.0)
        close(output.1)
        switch spawned {
        case .failure(let failure):
            close(input.1)
            close(output.0)
            if let watchdog { close(watchdog) }
            throw failure
        case .success(let pid): group = pid
        }
        _ = fcntl(input.1, F_SETFL, O_NONBLOCK)
        state = Mutex(State(input: input.1, watchdog: watchdog))
        if let watchdog { _ = Output.write(Array("\(group)\n".utf8), to: watchdog) }
        gone.enter()
        let reader = output.0
        Thread.detachNewThread { [self] in
            read(reader, tellsNoise: tellsNoise, post: post)
            close(reader)
        }
        Thread.detachNewThread { [self] in
            waitForEnd()
            post(.ended)
        }
    }

    /// Writes lines to the engine. Returns false if it does not read them.
    func send(_ lines: [String]) -> Bool {
        let text = Array(lines.map { $0 + lineEnd }.joined().utf8)
        return state.withLock { state in
            (state.lines, state.bytes, state.moves) = (0, 0, 0)
            guard let input = state.input else { return false }
            // The lines have a few hundred bytes, and the pipe holds 64 KiB. A short write means
            // that the engine has stopped reading.
            return unsafe text.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) } == text.count
        }
    }

    /// Kills the whole group at once.
    func kill() { signal(SIGKILL) }

    /// Ends the engine with END, then SIGTERM, then SIGKILL. Returns at once; ``waitUntilGone()``
    /// waits.
    func end() {
        _ = send(["END"])
        Thread.detachNewThread { [self] in
            if gone.wait(timeout: .now() + .milliseconds(Self.endMilliseconds)) == .success { return }
            signal(SIGTERM)
            if gone.wait(timeout: .now() + .milliseconds(Self.terminateMilliseconds)) == .success { return }
            kill()
        }
    }

    /// Blocks until the group has ended. Only for the end of the bridge.
    func waitUntilGone() {
        let limit = Self.endMilliseconds + Self.terminateMilliseconds + 1_000
        if gone.wait(timeout: .now() + .milliseconds(limit)) != .success { kill() }
    }

    /// Whether the group has ended and its leader was reaped.
    var isGone: Bool { state.withLock { $0.isReaped } }

    private func signal(_ number: Int32) {
        // The process ID cannot be reused before the process is reaped.
        state.withLock { state in if !state.isReaped { _ = Glibc.kill(-group, number) } }
    }

    private func waitForEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(group), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        state.withLock { state in
            _ = Glibc.kill(-group, SIGKILL)
            var status: Int32 = 0
            while unsafe waitpid(group, &status, 0) < 0, errno == EINTR {}
            state.isReaped = true
            if let input = state.input { close(input) }
            if let watchdog = state.watchdog {
                _ = Output.write(Array("over\n".utf8), to: watchdog)
                close(watchdog)
            }
            (state.input, state.watchdog) = (nil, nil)
        }
        gone.leave()
    }

    /// Reads until all writers have closed the pipe, so that an engine never blocks on its output.
    private func read(_ descriptor: Int32, tellsNoise: Bool, post: (Event) -> Void) {
        var cutter = BotLineCutter()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            let lines = cutter.cut(buffer[..<count])
            let floods = state.withLock { state in
                state.bytes += count
                state.lines += lines.count
                let isOver = state.bytes > Self.byteLimit || state.lines > Self.lineLimit
                defer { state.hasFlooded = state.hasFlooded || isOver }
                return isOver && !state.hasFlooded
            }
            if floods { post(.flooded) }
            for line in lines where isTold(line, tellsNoise) { post(.line(line)) }
        }
    }

    private func isTold(_ line: EngineLine, _ tellsNoise: Bool) -> Bool {
        if case .noise = line, !tellsNoise { return false }
        return state.withLock { state in
            state.moves += 1
            return !state.hasFlooded && state.moves <= Self.moveLimit
        }
    }
}
