import GameState

/// A token that lets the owner of a name in, as it is kept.
public struct StoredSession: Equatable, Sendable {
    /// SHA-256 of the token.
    public let tokenHash: [UInt8]
    /// What whoever signed in called the device, or the program.
    public let device: String?
    /// When it was made, server milliseconds since 1970.
    public let since: Int
    /// When somebody last said hello with it.
    public var seen: Int

    public init(tokenHash: [UInt8], device: String?, since: Int, seen: Int) {
        self.tokenHash = tokenHash
        self.device = device
        self.since = since
        self.seen = seen
    }
}

/// Which sessions are ended.
public enum EndedSessions: Equatable, Sendable {
    case one([UInt8])
    case allBut([UInt8])
    case all

    /// Whether the one with this token is.
    public func contains(_ tokenHash: [UInt8]) -> Bool {
        switch self {
        case .one(let ended): tokenHash == ended
        case .allBut(let kept): tokenHash != kept
        case .all: true
        }
    }
}
