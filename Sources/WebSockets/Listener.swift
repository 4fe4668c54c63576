import CWebSockets
import Glibc

/// A listening socket on the loop.
final class Listener {
    let port: Int
    private let reactor: Reactor
    private let descriptor: CInt
    private let watcher: UnsafeMutablePointer<ev_io>
    private var accepted: ((CInt, String) -> Void)?

    init(_ reactor: Reactor, host: String?, port: Int) throws(LoopFailure) {
        self.reactor = reactor
        (descriptor, self.port) = try Listener.open(host: host, port: port)
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_io())
    }

    deinit {
        ev_io_stop(reactor.loop, watcher)
        watcher.deallocate()
        Glibc.close(descriptor)
    }

    func start(_ accepted: @escaping (CInt, String) -> Void) {
        self.accepted = accepted
        gomoku_ev_io_init(watcher, listenerReady, descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(reactor.loop, watcher)
    }

    /// After a pause for want of descriptors.
    func resume() {
        if watcher.pointee.active == 0 { ev_io_start(reactor.loop, watcher) }
    }

    fileprivate func acceptSome() {
        for _ in 0..<Listener.acceptsPerTurn {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let peer = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { gomoku_accept(descriptor, $0, &length) }
            }
            if peer < 0 {
                switch errno {
                case EINTR, ECONNABORTED: continue
                // Out of descriptors: the connection stays in the kernel's queue, and would wake the loop for ever.
                case EMFILE, ENFILE, ENOMEM, ENOBUFS: ev_io_stop(reactor.loop, watcher)
                default: break
                }
                return
            }
            var on: CInt = 1
            setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
            accepted?(peer, Listener.text(of: &address))
        }
    }

    private static func open(host: String?, port: Int) throws(LoopFailure) -> (CInt, Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_family = host == nil ? AF_INET6 : AF_UNSPEC
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let place = found?.pointee else {
            throw .unknownHost(host ?? "")
        }
        defer { freeaddrinfo(found) }
        let failure = { () -> LoopFailure in .cannotListen(host: host ?? "", port: port, errno: errno) }
        let descriptor = socket(
            place.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure() }
        var (on, off): (CInt, CInt) = (1, 0)
        let size = socklen_t(MemoryLayout<CInt>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if host == nil { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
        guard bind(descriptor, place.ai_addr, place.ai_addrlen) == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = failure()
            Glibc.close(descriptor)
            throw reason
        }
        return (descriptor, boundPort(of: descriptor))
    }

    private static func boundPort(of descriptor: CInt) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // Both families keep the port in the same place.
        return withUnsafeBytes(of: &address) { Int($0[2]) << 8 | Int($0[3]) }
    }

    /// "192.0.2.7" or "2001:db8::7"; an IPv4 peer of an IPv6 socket is written as IPv4.
    private static func text(of address: inout sockaddr_storage) -> String {
        let family = Int32(address.ss_family)
        return withUnsafeBytes(of: &address) { raw in
            guard let base = raw.baseAddress else { return "" }
            let start = family == AF_INET6 ? 8 : 4
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let written = text.withUnsafeMutableBufferPointer {
                inet_ntop(family, base + start, $0.baseAddress, socklen_t($0.count)).map { String(cString: $0) }
            }
            guard let written else { return "" }
            return written.hasPrefix("::ffff:") && written.contains(".") ? String(written.dropFirst(7)) : written
        }
    }

    /// The kernel cuts it to net.core.somaxconn.
    private static let backlog: CInt = 4096
    /// A flood of connections must not keep the loop from those it has.
    private static let acceptsPerTurn = 64
}

/// libev found connections waiting.
private func listenerReady(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let listener = Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(listener) { listener.acceptSome() }
}
