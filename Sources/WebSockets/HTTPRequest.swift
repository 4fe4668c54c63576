/// A request with its complete body.
public struct HTTPRequest {
    public enum Method: Sendable, Equatable { case get, head, post, other }

    public let method: Method
    /// The path, percent-decoded once, without the query. It starts with "/", and "." and ".." are
    /// resolved.
    public let path: String
    public let query: [(name: String, value: String)]
    public var body: [UInt8]
    /// The client's address, without a port. A trusted proxy can supply it; otherwise it is the
    /// peer's.
    public let remoteAddress: String
    /// Whether the client has used TLS, as far as the server or a trusted proxy knows
    /// (`X-Forwarded-Proto`).
    public internal(set) var isSecure = false
    let headers: RequestHeaders

    /// Returns the value of a header: Host, Origin, User-Agent, X-Forwarded-For, If-None-Match,
    /// Accept-Encoding, Accept, Content-Type, Authorization; nil for absent and other headers.
    public func header(_ name: String) -> String? { headers[name] }
}
