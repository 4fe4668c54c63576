import Glibc

extension LoopFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noEventLoop:
            return "The system gave no epoll descriptor. Raise the limit of open files (ulimit -n) and start again."
        case .library(let reason):
            return "libwebsockets did not start with its libev plug-in (\(reason)). "
                + "Install the package libwebsockets-evlib-ev, then start again."
        case .unknownHost(let host):
            return "\"\(host)\" is not an address of this machine. Listen on an address such as 127.0.0.1, or on all."
        case .cannotListen(let host, let port, let errno):
            let place = (host.isEmpty ? "all addresses" : host) + (host.hasPrefix("/") ? "" : ", port \(port)")
            switch errno {
            case EADDRINUSE: return "Another program listens on \(place). Stop it, or choose another port."
            case EACCES: return "This user may not listen on \(place). Choose a port above 1023."
            default: return "Cannot listen on \(place): \(systemText(errno)). Choose another host or port."
            }
        case .cannotConnect(let path, let errno):
            return
                "No server takes orders at \(path): \(systemText(errno)). Is it running, and may this user speak to it?"
        case .certificate(let file, let reason):
            return "The certificate or key \(file) cannot be used: \(reason). Give PEM files that belong together."
        case .alreadyListening: return "This loop listens already. Make another loop to listen twice."
        case .alreadyRun: return "This loop has run before. Make a new one."
        }
    }
}

/// The system's words for an `errno`.
func systemText(_ number: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // Glibc gives Swift the POSIX form, which fills the buffer.
    guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
