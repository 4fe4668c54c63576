/// The reason for closing a WebSocket (RFC 6455, section 7.4).
public struct CloseCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1000: the purpose of the connection is fulfilled.
    public static let normal = CloseCode(rawValue: 1000)
    /// 1001: the server stops, or the user leaves the page.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// 1002: the peer violated the WebSocket protocol.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// 1003: the type of message is not accepted here (binary).
    public static let unsupported = CloseCode(rawValue: 1003)
    /// 1007: a text message is not valid UTF-8.
    public static let invalidText = CloseCode(rawValue: 1007)
    /// 1008: the peer broke the rules repeatedly.
    public static let policy = CloseCode(rawValue: 1008)
    /// 1009: a message is longer than the receiver accepts.
    public static let tooBig = CloseCode(rawValue: 1009)
    /// 1011: the server failed.
    public static let internalError = CloseCode(rawValue: 1011)

    /// Whether the payload of a close frame is well-formed: empty, or a code below 5000 and any
    /// bytes.
    static func isWellFormed(_ payload: some Collection<UInt8>) -> Bool {
        guard let first = payload.first else { return true }
        guard let second = payload.dropFirst().first else { return false }
        return Int(first) << 8 | Int(second) < 5_000
    }
}
