import Foundation

/// Sockets that systemd has opened and keeps open while the server restarts, so that no connection is refused meanwhile
/// (sd_listen_fds(3)).
struct SocketActivation {
    /// They listen already.
    let descriptors: [Int32]

    /// The first descriptor that systemd passes.
    private static let first: Int32 = 3
    private static let most = 16

    /// - Parameters:
    ///   - environment: of this process.
    ///   - process: its number: what was meant for another one, which has started this one, is none of ours.
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
