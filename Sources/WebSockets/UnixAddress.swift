import CWebSockets
import Glibc

/// The address of a unix socket: a path.
struct UnixAddress {
    private let path: String
    private var address = sockaddr_un()

    /// Creates an address; nil if the path is empty or too long for the kernel.
    init?(_ path: String) {
        self.path = path
        let bytes = Array(path.utf8)
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard !bytes.isEmpty, bytes.count < place.count, !bytes.contains(0) else { return false }
            place.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
    }

    mutating func bind(_ descriptor: CInt) -> Bool { call(Glibc.bind, descriptor) }

    mutating func connect(_ descriptor: CInt) -> Bool { call(Glibc.connect, descriptor) }

    /// Whether the path is a socket on which no process listens.
    var isDeserted: Bool {
        mutating get {
            var found = stat()
            guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else { return false }
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            return !connect(descriptor) && errno == ECONNREFUSED
        }
    }

    private mutating func call(
        _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt, _ descriptor: CInt
    ) -> Bool {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        } == 0
    }
}
