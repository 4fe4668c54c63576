/// The reason why a connection was never opened.
public struct ConnectFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure. The texts come from libwebsockets and are meant for programmers.
    public enum Reason: Equatable, Sendable {
        /// The name of the host has no address.
        case unknownName
        case refused(String)
        /// No answer within `ConnectTarget.connectWithinSeconds`.
        case noAnswer
        /// The host does not speak TLS, or its certificate is not trusted.
        case notSecure(String)
        /// An HTTP response other than the handshake's.
        case status(Int)
        case closed
        case other(String)
    }

    /// The host of the target.
    public let host: String
    public let reason: Reason

    public init(host: String, reason: Reason) { (self.host, self.reason) = (host, reason) }

    /// A sentence for the user, in English.
    public var description: String {
        switch reason {
        case .unknownName: "The name \"\(host)\" was not found. Check its spelling and your network."
        case .refused(let words):
            "\(host) refused the connection. Is the server running, and is the port right? (\(words))"
        case .noAnswer: "\(host) did not answer in time."
        case .notSecure(let words):
            "No secure connection to \(host): it does not use TLS there, or its certificate is not trusted (\(words))."
        case .status(let status): "\(host) answered with HTTP status \(status) instead of opening a WebSocket."
        case .closed: "The server closed the connection before it was open."
        case .other(let words): "Cannot open a WebSocket to \(host): \(words.isEmpty ? "no reason given" : words)."
        }
    }
}

extension ConnectFailure.Reason {
    /// Classifies a failed connection by the words of libwebsockets, which has no codes for
    /// failures.
    init(words: String, status: Int) {
        let lower = words.lowercased()
        func says(_ texts: String...) -> Bool { texts.contains { lower.contains($0) } }
        if (300..<600).contains(status) {
            self = .status(status)
        } else if says("dns", "getaddrinfo", "unknown host") {
            self = .unknownName
        } else if says("tls", "ssl", "cert") {
            self = .notSecure(words)
        } else if says("conn fail", "refused", "unable to connect") {
            self = .refused(words)
        } else if says("timed out", "timeout") {
            self = .noAnswer
        } else {
            self = .other(words)
        }
    }
}
