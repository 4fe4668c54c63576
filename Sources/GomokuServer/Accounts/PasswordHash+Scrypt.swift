import Cryptography
import Foundation
import GameState
import Storage

extension PasswordHash {
    /// What new passwords are hashed with: 32 MiB and three passes, one of the settings that OWASP's Password Storage
    /// Cheat Sheet recommends.
    private static let scrypt = Scrypt(rounds: 32_768, blockSize: 8, parallelism: 3)
    private static let saltBytes = 16
    private static let hashBytes = 32

    /// A hash of `password` with a salt of its own; nil when there is no memory for it.
    static func make(of password: String) -> PasswordHash? {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return scrypt.key(from: bytes(of: password), salt: salt, count: hashBytes).map {
            PasswordHash(
                salt: salt, hash: $0, rounds: scrypt.rounds, blockSize: scrypt.blockSize,
                parallelism: scrypt.parallelism)
        }
    }

    /// Whether `password` is the one of `kept`; nil when it could not be found out. Compared in constant time. With no
    /// account at all the answer is no, and takes as long.
    static func matches(_ password: String, _ kept: PasswordHash?) -> Bool? {
        let scrypt =
            kept.map { Scrypt(rounds: $0.rounds, blockSize: $0.blockSize, parallelism: $0.parallelism) } ?? scrypt
        let salt = kept?.salt ?? Array(repeating: 0, count: saltBytes)
        guard let found = scrypt.key(from: bytes(of: password), salt: salt, count: hashBytes) else { return nil }
        return isSameSecret(found, kept?.hash ?? Array(repeating: 0, count: hashBytes)) && kept != nil
    }

    /// The same characters are the same password, however a keyboard composes them.
    private static func bytes(of password: String) -> [UInt8] {
        Array(password.precomposedStringWithCompatibilityMapping.utf8)
    }
}
