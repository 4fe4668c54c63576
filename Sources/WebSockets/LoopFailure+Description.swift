import Glibc

extension LoopFailure: CustomStringConvertible {
    public var description: String { advice.isEmpty ? fact : "\(fact) \(advice)" }

    /// The problem in one sentence, without advice. A program that knows its own options gives its
    /// own advice.
    public var fact: String {
        switch self {
        case .noEventLoop: "The system did not provide an epoll descriptor."
        case .library(let reason): "libwebsockets did not start with its libev plug-in (\(reason))."
        case .unknownHost(let host): "\"\(host)\" is not an address of this machine."
        case .cannotListen(let host, let port, let errno):
            Self.refusal("\(host.isEmpty ? "all addresses" : host), port \(port)", errno)
        case .cannotListenAt(let path, let errno): Self.refusal(path, errno)
        case .notListening(let descriptor):
            "The inherited descriptor \(descriptor) is not a listening socket."
        case .cannotConnect(let path, let errno): "No server accepts commands at \(path): \(systemText(errno))."
        case .noAnswer(let path, let milliseconds):
            "The server at \(path) did not answer within \(milliseconds / 1000) seconds."
        case .certificate(let file, let reason): "The certificate or key \(file) cannot be used: \(reason)."
        case .alreadyListening: "This loop is already listening."
        case .alreadyRun: "This loop has run before."
        }
    }

    private var advice: String {
        switch self {
        case .noEventLoop: "Raise the limit of open files (ulimit -n) and start again."
        case .library: "Install the package libwebsockets-evlib-ev, then start again."
        case .unknownHost: "Listen on an address such as 127.0.0.1, or on all addresses."
        case .cannotListen(_, _, EADDRINUSE): "Stop it, or choose another port."
        case .cannotListen(_, _, EACCES): "Choose a port above 1023."
        case .cannotListen: "Choose another host or port."
        case .cannotListenAt(_, EADDRINUSE): "Stop it, or choose another path."
        case .cannotListenAt: "Choose another path."
        case .notListening: "Check the systemd socket unit."
        case .cannotConnect: "Check that it is running and that this user may connect to it."
        case .noAnswer: "It may be busy or stuck, and may still carry out the command. Check its log."
        case .certificate: "Give a matching certificate and key in PEM files."
        case .alreadyListening: "Create another loop to listen twice."
        case .alreadyRun: "Create a new one."
        }
    }

    private static func refusal(_ place: String, _ number: Int32) -> String {
        switch number {
        case EADDRINUSE: "Another program listens on \(place)."
        case EACCES: "This user may not listen on \(place)."
        default: "Cannot listen on \(place): \(systemText(number))."
        }
    }
}

/// Returns the system's message for an `errno`.
func systemText(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // Swift gets the POSIX variant from glibc, which fills the buffer.
    guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
