import GomokuRedisStore
import WebSockets

/// Why the daemon could not go on.
enum DaemonFailure: Error, CustomStringConvertible {
    case loop(LoopFailure)
    case listen(host: String, port: Int, LoopFailure)
    case certificate(LoopFailure)
    /// The operator's socket.
    case control(LoopFailure)
    /// The store cannot be opened; the error is a sentence for the operator.
    case store(any Error & Sendable)

    var description: String {
        switch self {
        case .loop(let failure): "The event loop does not work: \(failure)"
        case .listen(let host, let port, let failure):
            "Cannot listen on \(host):\(port): \(failure) Choose another port with --port, or stop what uses this one."
        case .certificate(let failure): "\(failure)"
        case .control(let failure): "\(failure) Name another path with --admin-socket."
        case .store(let failure): "\(failure)"
        }
    }

    /// As sysexits.h has it.
    var exitStatus: Int32 {
        switch self {
        case .loop: 70
        case .certificate: 66
        case .listen, .control: 69
        // A later start may succeed: the service manager should try again.
        case .store(let failure): (failure as? RedisStoreFailure)?.isUnreachable == true ? 69 : 74
        }
    }
}
