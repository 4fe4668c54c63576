import GameState

/// A password as it is kept: what scrypt (RFC 7914) made of it, and with what.
public struct PasswordHash: Equatable, Sendable {
    public let salt: [UInt8]
    public let hash: [UInt8]
    /// scrypt's N, r and p: those of then, so that they may be raised later.
    public let rounds: Int
    public let blockSize: Int
    public let parallelism: Int

    public init(salt: [UInt8], hash: [UInt8], rounds: Int, blockSize: Int, parallelism: Int) {
        self.salt = salt
        self.hash = hash
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}

/// A claimed name.
public struct Account: Equatable, Sendable {
    /// Characters of a password.
    public static let passwordLengths = 8...128

    /// Whose it is.
    public let participant: ParticipantID
    public var name: String
    public var password: PasswordHash
    /// When it was claimed, server milliseconds since 1970.
    public let since: Int

    public init(participant: ParticipantID, name: String, password: PasswordHash, since: Int) {
        self.participant = participant
        self.name = name
        self.password = password
        self.since = since
    }

    public var key: NameKey { NameKey(name) }
}
