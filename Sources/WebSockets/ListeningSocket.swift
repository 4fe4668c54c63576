import CWebSockets
import Glibc

/// A socket that is bound and listens, for as long as it is kept.
final class ListeningSocket {
    let descriptor: CInt
    let port: Int

    init(host: String?, port: Int) throws(LoopFailure) {
        (descriptor, self.port) = try ListeningSocket.open(host: host, port: port)
    }

    deinit { Glibc.close(descriptor) }

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

    /// The kernel cuts it to net.core.somaxconn.
    private static let backlog: CInt = 4096
}
