import GameState

/// A session as it is stored. Its token authenticates the owner of a name.
public struct StoredSession: Equatable, Sendable {
    /// The SHA-256 digest of the token.
    public let tokenHash: [UInt8]
    /// The name of the device or program that the owner gave when signing in.
    public let device: String?
    /// The server time of creation, in milliseconds since 1970.
    public let since: Int
    /// The server time of the last `hello` with this token.
    public var lastUsed: Int

    public init(tokenHash: [UInt8], device: String?, since: Int, seen: Int) {
        self.tokenHash = tokenHash
        self.device = device
        self.since = since
        self.lastUsed = seen
    }
}

/// The sessions to end.
public enum EndedSessions: Equatable, Sendable {
    case one([UInt8])
    case allBut([UInt8])
    case all

    /// Returns whether the session with this token is to end.
    public func contains(_ tokenHash: [UInt8]) -> Bool {
        switch self {
        case .one(let ended): tokenHash == ended
        case .allBut(let kept): tokenHash != kept
        case .all: true
        }
    }
}
