import GameState

/// The stored form of a password's hash: `rounds block parallelism salt hash`. The last two are
/// hexadecimal.
extension PasswordHash {
    public var text: String {
        "\(rounds) \(blockSize) \(parallelism) \(Hexadecimal.text(salt)) \(Hexadecimal.text(hash))"
    }

    /// Parses the form of ``text``. Returns `nil` for any other text.
    public init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let rounds = Int(parts[0]), let block = Int(parts[1]), let parallel = Int(parts[2]),
            let salt = Hexadecimal.bytes(parts[3]), let hash = Hexadecimal.bytes(parts[4])
        else { return nil }
        self.init(salt: salt, hash: hash, rounds: rounds, blockSize: block, parallelism: parallel)
    }
}
