import CWebSockets
import Glibc

/// A reader of the PROXY header of an accepted connection, before libwebsockets takes it over.
final class ProxyHeaderReader {
    enum Found: Equatable {
        case client(String)
        case proxyItself
        /// The connection does not begin with a header, or sent nothing in time.
        case nothing
    }

    private let reactor: Reactor
    private let descriptor: CInt
    private let watcher: UnsafeMutablePointer<ev_io>
    private var again: LoopTimer?
    private let done: (Found) -> Void
    private let end: Int

    /// Starts to read.
    ///
    /// - Parameter done: Called once. The caller keeps the descriptor.
    init(_ loop: LoopCore, _ descriptor: CInt, within seconds: Int, done: @escaping (Found) -> Void) {
        reactor = loop.reactor
        self.descriptor = descriptor
        self.done = done
        end = Self.now() + seconds * 1_000
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_io())
        gomoku_ev_io_init(watcher, proxySpeaks, descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(reactor.loop, watcher)
        again = loop.timer { [weak self] in self?.read() }
        again?.schedule(afterMilliseconds: seconds * 1_000)
    }

    deinit {
        ev_io_stop(reactor.loop, watcher)
        watcher.deallocate()
    }

    fileprivate func read() {
        var bytes = [UInt8](repeating: 0, count: ProxyHeader.longest)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_PEEK))
        if count < 0, errno == EAGAIN || errno == EINTR { return isLate ? done(.nothing) : () }
        guard count > 0 else { return done(.nothing) }
        switch ProxyHeader(Array(bytes[..<count])) {
        case .invalid: done(.nothing)
        case .complete(let length, let client):
            _ = recv(descriptor, &bytes, length, 0)
            done(client.map { .client($0) } ?? .proxyItself)
        case .incomplete:
            guard !isLate else { return done(.nothing) }
            // Stop watching, because the bytes stay in the socket and would wake the loop again and
            // again.
            ev_io_stop(reactor.loop, watcher)
            again?.schedule(afterMilliseconds: Self.pause)
        }
    }

    private var isLate: Bool { Self.now() >= end }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// The interval at which an incomplete header is checked again, in milliseconds.
    private static let pause = 20
}

/// Called by libev when the connection is readable.
private func proxySpeaks(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let greeting = Unmanaged<ProxyHeaderReader>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(greeting) { greeting.read() }
}
