import GameState

/// A password as it is stored: the hash from scrypt (RFC 7914) with its parameters.
public struct PasswordHash: Equatable, Sendable {
    public let salt: [UInt8]
    public let hash: [UInt8]
    /// The scrypt parameters N, r and p at the time of hashing. Later hashes may use higher ones.
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

/// A claimed name, with its owner and password.
public struct Account: Equatable, Sendable {
    /// The number of characters that a password may have.
    public static let passwordLengths = 8...128

    /// The owner of the name.
    public let participant: ParticipantID
    public var name: String
    public var password: PasswordHash
    /// The server time at which the owner claimed the name, in milliseconds since 1970.
    public let since: Int

    public init(participant: ParticipantID, name: String, password: PasswordHash, since: Int) {
        self.participant = participant
        self.name = name
        self.password = password
        self.since = since
    }

    public var key: NameKey { NameKey(name) }
}
