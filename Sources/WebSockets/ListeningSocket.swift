import CWebSockets
import Glibc

/// A bound and listening socket, closed when it is deallocated.
final class ListeningSocket {
    let descriptor: CInt
    /// The port; 0 for a unix socket.
    let port: Int
    /// The path and the inode of a unix socket that was created here.
    private let file: (path: String, inode: UInt)?

    var isUnix: Bool { port == 0 }

    /// Listens on a TCP port.
    ///
    /// - Parameter isShared: Whether other processes of the same user may listen there too. The
    ///   kernel then distributes connections among them.
    init(host: String?, port: Int, isShared: Bool = false) throws(LoopFailure) {
        (descriptor, self.port) = try ListeningSocket.open(host: host, port: port, isShared: isShared)
        file = nil
    }

    /// Listens on a unix socket. Replaces a socket file that a former server has left behind.
    init(path: String, mode: mode_t) throws(LoopFailure) {
        descriptor = try ListeningSocket.open(path: path, mode: mode)
        port = 0
        file = (path, ListeningSocket.inode(of: path) ?? 0)
    }

    /// Takes over a listening socket.
    init(inherited: CInt) throws(LoopFailure) {
        var (isListening, length): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
        guard getsockopt(inherited, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0 else {
            throw .notListening(descriptor: inherited)
        }
        _ = fcntl(inherited, F_SETFD, FD_CLOEXEC)
        _ = fcntl(inherited, F_SETFL, fcntl(inherited, F_GETFL) | O_NONBLOCK)
        descriptor = inherited
        port = ListeningSocket.boundPort(of: inherited)
        file = nil
    }

    deinit {
        Glibc.close(descriptor)
        if let file, ListeningSocket.inode(of: file.path) == file.inode { unlink(file.path) }
    }

    private static func open(host: String?, port: Int, isShared: Bool) throws(LoopFailure) -> (CInt, Int) {
        let descriptor = try bound(host: host, port: port, isShared: isShared)
        guard Glibc.listen(descriptor, backlog) == 0 else {
            let reason = LoopFailure.cannotListen(host: host ?? "", port: port, errno: errno)
            Glibc.close(descriptor)
            throw reason
        }
        return (descriptor, boundPort(of: descriptor))
    }

    /// Returns a bound socket that does not listen yet, so that the kernel gives it no connection.
    private static func bound(host: String?, port: Int, isShared: Bool) throws(LoopFailure) -> CInt {
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
        let descriptor = socket(place.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure() }
        var (on, off): (CInt, CInt) = (1, 0)
        let size = socklen_t(MemoryLayout<CInt>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if isShared { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
        if host == nil { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size) }
        guard bind(descriptor, place.ai_addr, place.ai_addrlen) == 0 else {
            let reason = failure()
            Glibc.close(descriptor)
            throw reason
        }
        return descriptor
    }

    private static func open(path: String, mode: mode_t) throws(LoopFailure) -> CInt {
        let failure = { () -> LoopFailure in .cannotListenAt(path: path, errno: errno) }
        guard var address = UnixAddress(path) else {
            errno = ENAMETOOLONG
            throw failure()
        }
        if address.isDeserted { unlink(path) }
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw failure() }
        // Set the mode before the socket has a path, so that no other mode is ever in effect.
        fchmod(descriptor, mode)
        guard address.bind(descriptor), chmod(path, mode) == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = failure()
            Glibc.close(descriptor)
            throw reason
        }
        return descriptor
    }

    // MARK: checks

    /// Throws the error that `init(host:port:isShared:)` would throw. Takes no connection from a
    /// server that shares the port.
    static func check(host: String?, port: Int, isShared: Bool) throws(LoopFailure) {
        Glibc.close(try bound(host: host, port: port, isShared: isShared))
    }

    /// Throws the error that `init(path:mode:)` would throw, and does not change the file at
    /// `path`.
    static func check(path: String) throws(LoopFailure) {
        guard var address = UnixAddress(path) else { throw .cannotListenAt(path: path, errno: ENAMETOOLONG) }
        guard inode(of: path) == nil || address.isDeserted else {
            throw .cannotListenAt(path: path, errno: EADDRINUSE)
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard access(folder, W_OK | X_OK) == 0 else { throw .cannotListenAt(path: path, errno: errno) }
    }

    private static func inode(of path: String) -> UInt? {
        var found = stat()
        return lstat(path, &found) == 0 ? found.st_ino : nil
    }

    private static func boundPort(of descriptor: CInt) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard address.ss_family != AF_UNIX else { return 0 }
        // Both families have the port in the same position.
        return withUnsafeBytes(of: &address) { Int($0[2]) << 8 | Int($0[3]) }
    }

    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    /// The length of the queue of connections. The kernel limits it to net.core.somaxconn.
    private static let backlog: CInt = 4096
}
