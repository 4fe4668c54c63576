import CWebSockets
import Glibc

/// An acceptor of connections on the loop, until it is deallocated.
final class Listener {
    private let reactor: Reactor
    private let place: ListeningSocket
    private let watcher: UnsafeMutablePointer<ev_io>
    private let accepted: (CInt, String) -> Void

    /// Starts to accept.
    ///
    /// - Parameter accepted: Called with the descriptor and the peer's address.
    init(_ reactor: Reactor, _ place: ListeningSocket, accepted: @escaping (CInt, String) -> Void) {
        self.reactor = reactor
        self.place = place
        self.accepted = accepted
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_io())
        gomoku_ev_io_init(watcher, listenerReady, place.descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(reactor.loop, watcher)
    }

    deinit {
        ev_io_stop(reactor.loop, watcher)
        watcher.deallocate()
    }

    /// Accepts again after a pause for lack of descriptors.
    func resume() {
        if watcher.pointee.active == 0 { ev_io_start(reactor.loop, watcher) }
    }

    fileprivate func acceptSome() {
        for _ in 0..<Listener.acceptsPerTurn {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let peer = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { gomoku_accept(place.descriptor, $0, &length) }
            }
            if peer < 0 {
                switch errno {
                case EINTR, ECONNABORTED: continue
                // Without descriptors the connection stays in the kernel's queue, and would wake
                // the loop again and again.
                case EMFILE, ENFILE, ENOMEM, ENOBUFS: ev_io_stop(reactor.loop, watcher)
                default: break
                }
                return
            }
            var on: CInt = 1
            setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
            // With this option, unread data stays in the outbox, where the server counts it,
            // instead of filling the kernel's buffers.
            var unsent = Listener.unsentInKernel
            setsockopt(peer, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<CInt>.size))
            accepted(peer, Listener.text(of: &address))
        }
    }

    /// Returns a text such as "192.0.2.7" or "2001:db8::7". An IPv4 peer of an IPv6 socket becomes
    /// an IPv4 address.
    private static func text(of address: inout sockaddr_storage) -> String {
        let family = Int32(address.ss_family)
        // Clients of a unix socket are on this machine.
        guard family != AF_UNIX else { return "127.0.0.1" }
        return withUnsafeBytes(of: &address) { raw in
            guard let base = raw.baseAddress else { return "" }
            let start = family == AF_INET6 ? 8 : 4
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let written = text.withUnsafeMutableBufferPointer {
                inet_ntop(family, base + start, $0.baseAddress, socklen_t($0.count)).map { String(cString: $0) }
            }
            return written.flatMap(AddressRange.plain) ?? ""
        }
    }

    /// The bytes per connection that the kernel takes beyond its congestion window.
    private static let unsentInKernel: CInt = 64 << 10
    /// The limit of accepts per turn, so that a flood of connections cannot block the existing
    /// ones.
    private static let acceptsPerTurn = 16
}

/// Called by libev when connections are waiting.
private func listenerReady(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let listener = Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(listener) { listener.acceptSome() }
}
