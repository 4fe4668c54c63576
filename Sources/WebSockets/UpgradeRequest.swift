/// A WebSocket handshake that asks to be let in.
public struct UpgradeRequest {
    public let path: String
    public let query: [(name: String, value: String)]
    /// The peer's address, without port; that of the client, where a trusted proxy says so.
    public let remoteAddress: String
    /// It names where it comes from by a header that is not believed: perhaps a proxy that the operator has forgotten.
    public let isBehindUntrustedProxy: Bool
    let headers: RequestHeaders

    /// Host, Origin, User-Agent, X-Forwarded-For, Authorization; nil for others and absent ones.
    public func header(_ name: String) -> String? { headers[name] }
}

/// Why a handshake is refused: answered as HTTP, with `{"code":…,"message":…}`.
public struct UpgradeRefusal: Sendable, Equatable {
    /// HTTP status: 403 for a foreign origin, 429 or 503 for too many.
    public var status: Int
    public var code: String
    /// A sentence for a person: what was wrong and what to do.
    public var message: String

    public init(status: Int, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }
}
