import CWebSockets
import Glibc

/// A unix socket for the operator's commands, which only the server's user can open (mode 0600). A
/// connection carries one line in each direction and then ends.
public final class ControlSocket {
    /// The longest command, in bytes. A longer one is ignored.
    public static let longestOrder = 8_192
    /// The longest answer, in bytes; the rest is cut off. A new socket always has room for it.
    public static let longestAnswer = 131_072
    /// The maximum number of concurrent commands, and the time in which each must arrive.
    private static let most = 16
    private static let withinMilliseconds = 10_000

    private let loop: LoopCore
    private let answer: (String, @escaping (String) -> Void) -> Void
    private var listener: Listener?
    private var lines: [CInt: ControlConnection] = [:]

    /// Listens at `path`.
    ///
    /// - Parameter answer: Called with each command. It calls back once, now or later.
    init(
        _ loop: LoopCore, path: String, answer: @escaping (String, @escaping (String) -> Void) -> Void
    ) throws(LoopFailure) {
        self.loop = loop
        self.answer = answer
        let place = try ListeningSocket(path: path, mode: 0o600)
        listener = Listener(loop.reactor, place) { [weak self] descriptor, _ in self?.accepted(descriptor) }
    }

    private func accepted(_ descriptor: CInt) {
        guard lines.count < Self.most else {
            Glibc.close(descriptor)
            return
        }
        var size = CInt(Self.longestAnswer)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        let line = ControlConnection(loop, descriptor, within: Self.withinMilliseconds) { [weak self] order in
            self?.received(order, on: descriptor)
        }
        lines[descriptor] = line
    }

    /// Answers a command.
    ///
    /// - Parameter order: The command; nil if the connection ended without one.
    private func received(_ order: String?, on descriptor: CInt) {
        guard let line = lines[descriptor] else { return }
        guard let order else {
            lines[descriptor] = nil
            return
        }
        answer(order) { [weak self] text in
            line.send(text)
            self?.lines[descriptor] = nil
        }
    }

    /// The time for which a command waits for an answer, in milliseconds. A server answers every
    /// command within five seconds, whatever its Redis does.
    public static let patience = 10_000

    /// Sends a command to the server that listens at `path`, and returns the answer. Blocks for at
    /// most `milliseconds` for each piece of it.
    public static func ask(
        _ order: String, at path: String, withinMilliseconds milliseconds: Int = patience
    ) throws(LoopFailure) -> String {
        let failure = { () -> LoopFailure in
            // EAGAIN also means that the queue of connections is full. Such a server does not
            // answer either.
            errno == EAGAIN
                ? .noAnswer(path: path, milliseconds: milliseconds) : .cannotConnect(path: path, errno: errno)
        }
        guard var address = UnixAddress(path) else {
            errno = ENAMETOOLONG
            throw failure()
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure() }
        defer { Glibc.close(descriptor) }
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard address.connect(descriptor) else { throw failure() }
        let bytes = Array((order + "\n").utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw failure() }
        var found: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            if count == 0 { break }
            found += piece[..<count]
        }
        return String(decoding: found, as: UTF8.self)
    }
}

/// A connection to a ``ControlSocket``.
private final class ControlConnection {
    private let reactor: Reactor
    private let descriptor: CInt
    private let watcher: UnsafeMutablePointer<ev_io>
    private let done: (String?) -> Void
    private var bytes: [UInt8] = []
    private var late: LoopTimer?

    init(_ loop: LoopCore, _ descriptor: CInt, within milliseconds: Int, done: @escaping (String?) -> Void) {
        reactor = loop.reactor
        self.descriptor = descriptor
        self.done = done
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_io())
        gomoku_ev_io_init(watcher, controlSpeaks, descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(reactor.loop, watcher)
        late = loop.timer { done(nil) }
        late?.schedule(afterMilliseconds: milliseconds)
    }

    deinit {
        ev_io_stop(reactor.loop, watcher)
        watcher.deallocate()
        Glibc.close(descriptor)
    }

    fileprivate func read() {
        var piece = [UInt8](repeating: 0, count: ControlSocket.longestOrder)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        bytes += piece[..<max(0, count)]
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            ev_io_stop(reactor.loop, watcher)
            late = nil
            done(String(decoding: bytes[..<end], as: UTF8.self))
        } else if count <= 0 || bytes.count > ControlSocket.longestOrder {
            done(nil)
        }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8.prefix(ControlSocket.longestAnswer))
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// Called by libev when the connection is readable.
private func controlSpeaks(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let line = Unmanaged<ControlConnection>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(line) { line.read() }
}
