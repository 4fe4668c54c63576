import CWebSockets
import Glibc

/// Accepts connections on the loop, as long as it is kept.
final class Listener {
    private let reactor: Reactor
    private let place: ListeningSocket
    private let watcher: UnsafeMutablePointer<ev_io>
    private let accepted: (CInt, String) -> Void

    /// - Parameter accepted: gets the descriptor and the peer's address.
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

    /// After a pause for want of descriptors.
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
                // Out of descriptors: the connection stays in the kernel's queue, and would wake the loop for ever.
                case EMFILE, ENFILE, ENOMEM, ENOBUFS: ev_io_stop(reactor.loop, watcher)
                default: break
                }
                return
            }
            var on: CInt = 1
            setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
            // Unread data then stays in the outbox, where the server counts it, and does not fill the kernel's buffers.
            var unsent = Listener.unsentInKernel
            setsockopt(peer, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<CInt>.size))
            accepted(peer, Listener.text(of: &address))
        }
    }

    /// "192.0.2.7" or "2001:db8::7"; an IPv4 peer of an IPv6 socket is written as IPv4.
    private static func text(of address: inout sockaddr_storage) -> String {
        let family = Int32(address.ss_family)
        // Whoever comes by a unix socket is on this machine.
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

    /// Bytes that the kernel takes of a connection beyond what its congestion window lets it send at once.
    private static let unsentInKernel: CInt = 64 << 10
    /// A flood of connections must not keep the loop from those it has.
    private static let acceptsPerTurn = 16
}

/// libev found connections waiting.
private func listenerReady(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let listener = Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(listener) { listener.acceptSome() }
}
