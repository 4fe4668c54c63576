import Foundation
import WebSockets
import Wire

/// A reason why the daemon stops.
enum DaemonFailure: Error, CustomStringConvertible {
    case loop(LoopFailure)
    case listen(LoopFailure)
    case certificate(LoopFailure)
    /// The control socket cannot be opened.
    case control(LoopFailure)
    /// The store cannot be opened; the error is a sentence for the operator.
    case store(any ExitStatusError)

    /// Wraps a failure to listen.
    init(listening failure: LoopFailure) {
        if case .certificate = failure { self = .certificate(failure) } else { self = .listen(failure) }
    }

    var description: String {
        switch self {
        case .loop(let failure): "The event loop cannot run: \(failure)"
        case .listen(let failure): "\(failure.fact) \(Self.advice(failure))"
        case .certificate(let failure):
            "\(failure.fact) Give a matching certificate and key in PEM files with --tls-cert and --tls-key."
        case .control(let failure): "\(failure.fact) Choose another path with --admin-socket."
        case .store(let failure): "\(failure)"
        }
    }

    /// Returns a sentence with the option to change if the server cannot listen.
    private static func advice(_ failure: LoopFailure) -> String {
        switch failure {
        case .cannotListen(_, _, EADDRINUSE): "Stop it, or choose another port with --port."
        case .cannotListen(_, _, EACCES): "Choose a port above 1023 with --port."
        case .unknownHost, .cannotListen(_, _, EADDRNOTAVAIL):
            "Choose an address of this machine with --host, such as 127.0.0.1, or :: for all."
        case .cannotListenAt(_, EADDRINUSE): "Stop it, or choose another path with --unix-socket."
        case .cannotListenAt: "Choose another path with --unix-socket."
        case .notListening: "Check the systemd socket unit."
        default: "Choose another address with --host and --port."
        }
    }
}
