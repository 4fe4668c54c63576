/// The request of a WebSocket handshake.
public struct UpgradeRequest {
    public let path: String
    public let query: [(name: String, value: String)]
    /// The client's address, without a port. A trusted proxy can supply it; otherwise it is the
    /// peer's.
    public let remoteAddress: String
    /// Whether the request has a header with the client's address from an untrusted peer, perhaps a
    /// proxy that the operator forgot to name.
    public let isBehindUntrustedProxy: Bool
    let headers: RequestHeaders

    /// Returns the value of a header: Host, Origin, User-Agent, X-Forwarded-For, Authorization and
    /// others that ``HTTPRequest/header(_:)`` lists; nil for absent and other headers.
    public func header(_ name: String) -> String? { headers[name] }
}

/// A refusal of a handshake, sent as an HTTP response with `{"code":…,"message":…}`.
public struct UpgradeRefusal: Sendable, Equatable {
    /// The HTTP status: 403 for a foreign origin, 429 or 503 for too many connections.
    public var status: Int
    public var code: String
    /// A sentence for the user: the problem and its solution.
    public var message: String

    public init(status: Int, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }
}
