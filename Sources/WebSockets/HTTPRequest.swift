/// A request whose body has arrived.
public struct HTTPRequest {
    public enum Method: Sendable, Equatable { case get, head, post, other }

    public let method: Method
    /// Percent-decoded once; without query. It starts with "/", and "." and ".." have been resolved.
    public let path: String
    public let query: [(name: String, value: String)]
    public var body: [UInt8]
    /// The peer's address, without port; that of the client, where a trusted proxy says so.
    public let remoteAddress: String
    let headers: RequestHeaders

    /// Host, Origin, User-Agent, X-Forwarded-For, If-None-Match, Accept-Encoding, Accept, Content-Type, Authorization;
    /// nil for others and absent ones.
    public func header(_ name: String) -> String? { headers[name] }
}
