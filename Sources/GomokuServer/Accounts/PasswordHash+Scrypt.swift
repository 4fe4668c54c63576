import Cryptography
import Foundation
import GameState
import Storage

extension PasswordHash {
    /// The parameters for new passwords: 32 MiB and three passes, which OWASP's Password Storage
    /// Cheat Sheet recommends among others.
    private static let scrypt = Scrypt(rounds: 32_768, blockSize: 8, parallelism: 3)
    private static let saltBytes = 16
    private static let hashBytes = 32

    /// Hashes `password` with a new salt. Returns nil if there is not enough memory.
    static func make(of password: String) -> PasswordHash? {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return scrypt.key(from: bytes(of: password), salt: salt, count: hashBytes).map {
            PasswordHash(
                salt: salt, hash: $0, rounds: scrypt.rounds, blockSize: scrypt.blockSize,
                parallelism: scrypt.parallelism)
        }
    }

    /// Returns whether `password` matches the hash `kept`, or nil if there is not enough memory.
    /// The comparison takes constant time. If `kept` is nil, because there is no such account, the
    /// result is false and takes as long.
    static func matches(_ password: String, _ kept: PasswordHash?) -> Bool? {
        let scrypt =
            kept.map { Scrypt(rounds: $0.rounds, blockSize: $0.blockSize, parallelism: $0.parallelism) } ?? scrypt
        let salt = kept?.salt ?? Array(repeating: 0, count: saltBytes)
        guard let found = scrypt.key(from: bytes(of: password), salt: salt, count: hashBytes) else { return nil }
        return isSameSecret(found, kept?.hash ?? Array(repeating: 0, count: hashBytes)) && kept != nil
    }

    /// Normalize the text, because keyboards compose the same characters differently.
    private static func bytes(of password: String) -> [UInt8] {
        Array(password.precomposedStringWithCompatibilityMapping.utf8)
    }
}
