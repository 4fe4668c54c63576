/// Why a WebSocket is closed: RFC 6455, section 7.4.
public struct CloseCode: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 1000: done.
    public static let normal = CloseCode(rawValue: 1000)
    /// 1001: the server stops, or the page is left.
    public static let goingAway = CloseCode(rawValue: 1001)
    /// 1002: not WebSocket.
    public static let protocolError = CloseCode(rawValue: 1002)
    /// 1003: a kind of message that is not taken here (binary).
    public static let unsupported = CloseCode(rawValue: 1003)
    /// 1007: text that is not UTF-8.
    public static let invalidText = CloseCode(rawValue: 1007)
    /// 1008: rules broken again and again.
    public static let policy = CloseCode(rawValue: 1008)
    /// 1009: longer than the receiver takes.
    public static let tooBig = CloseCode(rawValue: 1009)
    /// 1011: the server failed.
    public static let internalError = CloseCode(rawValue: 1011)

    /// Whether a close frame may hold this: nothing, or a code below 5000 and what else there is.
    static func isWellFormed(_ payload: some Collection<UInt8>) -> Bool {
        guard let first = payload.first else { return true }
        guard let second = payload.dropFirst().first else { return false }
        return Int(first) << 8 | Int(second) < 5_000
    }
}
