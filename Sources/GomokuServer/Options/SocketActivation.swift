import Foundation

/// Sockets that systemd opens and keeps open while the server restarts, so that no connection is
/// refused meanwhile (sd_listen_fds(3)).
struct SocketActivation {
    /// The descriptors of the sockets, which listen already.
    let descriptors: [Int32]

    /// The first descriptor that systemd passes.
    private static let first: Int32 = 3
    private static let most = 16

    /// - Parameters:
    ///   - environment: the environment of this process.
    ///   - process: the ID of this process. Sockets meant for a parent process are ignored.
    init(environment: [String: String], process: Int32) {
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == process,
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...Self.most).contains(Int(count))
        else {
            descriptors = []
            return
        }
        descriptors = (0..<count).map { Self.first + $0 }
    }
}
