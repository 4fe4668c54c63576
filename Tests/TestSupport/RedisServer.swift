import Foundation
import Glibc
import Synchronization

/// A redis-server for tests, with a socket in a separate directory. It ends with the tests, even if
/// they are killed.
public final class RedisServer: Sendable {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The number of databases. Each test uses one database of the shared server.
    public static let databases = 4_096

    public let directory: String
    private var pidFile: String { directory + "/pid" }
    public var socket: String { directory + "/redis.sock" }
    private let arguments: [String]
    private let isShared: Bool
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let process: Process
        let input: Pipe
    }

    /// Starts a server that also listens on TCP, so that it can have replicas.
    public static func primary() throws -> (server: RedisServer, port: Int) {
        var attempts = 0
        while true {
            attempts += 1
            // A port outside the range that the system assigns to connections. Another process may
            // already use it.
            let port = Int.random(in: 20_000..<30_000)
            do { return (try RedisServer(["--port", "\(port)", "--bind", "127.0.0.1"]), port) } catch {
                guard attempts < 10 else { throw error }
            }
        }
    }

    /// Starts a replica of the server at that port of this machine.
    public static func replica(of port: Int) throws -> RedisServer {
        try RedisServer(["--replicaof", "127.0.0.1", "\(port)"])
    }

    /// Starts a server.
    ///
    /// - Parameter arguments: Settings in addition to those for full durability.
    public convenience init(_ arguments: [String] = []) throws { try self.init(arguments, isShared: false) }

    private init(_ arguments: [String], isShared: Bool) throws {
        self.isShared = isShared
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("redis-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        self.arguments = arguments
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Starts the server, and waits until it accepts connections.
    public func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let settings = [
            "--port", "0", "--unixsocket", socket, "--dir", directory, "--appendonly", "yes", "--appendfsync",
            "always", "--save", "", "--databases", String(Self.databases), "--logfile", directory + "/log",
            "--pidfile", pidFile, "--repl-diskless-sync-delay", "0",
        ]
        // The shell ends when the pipe is closed, even if the tests are killed.
        process.arguments =
            [
                "-c",
                "redis-server \"$@\" </dev/null & redis=$!; cat >/dev/null; kill -9 $redis; wait $redis"
                    + (isShared ? "; rm -rf '\(directory)'" : ""), "sh",
            ] + settings + arguments
        let input = Pipe()
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = Running(process: process, input: input) }
        let end = Date(timeIntervalSinceNow: 60)
        while !answers() {
            guard Date() < end, process.isRunning else {
                let log = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
                throw Failure(
                    description: "redis-server does not run (is it installed? scripts/setup --test does it): \(log)")
            }
            // Polled, because redis-server does not signal when it is ready.
            usleep(5_000)
        }
    }

    /// Kills the server.
    public func stop() {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        // Kills by process ID, which stays valid until the shell has reaped Redis. Closing the pipe
        // is not enough, because another process of the tests may hold it, too.
        signal(SIGKILL)
        // Polled, because Redis is a child of the shell, so this process gets no signal about its
        // end.
        while answers() { usleep(1_000) }
        try? running.input.fileHandleForWriting.close()
        unlink(socket)
    }

    /// Suspends the server. `resume()` continues it.
    public func pause() { signal(SIGSTOP) }
    public func resume() { signal(SIGCONT) }

    private func signal(_ signal: CInt) {
        let text = try? String(contentsOfFile: pidFile, encoding: .utf8)
        if let process = text.flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
            kill(process, signal)
        }
    }

    /// Returns whether the server answers PONG.
    private func answers() -> Bool {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
        }
        guard isConnected, send(descriptor, "PING\r\n", 6, Int32(MSG_NOSIGNAL)) == 6 else { return false }
        var answer = [UInt8](repeating: 0, count: 5)
        return recv(descriptor, &answer, 5, 0) == 5 && answer == Array("+PONG".utf8)
    }

    // MARK: The shared server

    private static let one = Mutex<RedisServer?>(nil)
    private static let used = Mutex(0)

    /// Returns the server that tests share if they only send it commands.
    public static func shared() throws -> RedisServer {
        try one.withLock { one in
            if let one { return one }
            let server = try RedisServer([], isShared: true)
            one = server
            return server
        }
    }

    /// Returns a database of the shared server that no other test uses.
    public static func freeDatabase() -> Int {
        used.withLock { used in
            used += 1
            return used
        }
    }
}
