import Crypto
import CryptoExtras
import Foundation
import GameState

/// Passwords made into what is kept of them, by scrypt (RFC 7914).
enum Scrypt {
    /// 32 MiB and three passes, one of the settings that OWASP's Password Storage Cheat Sheet recommends.
    static let rounds = 32_768
    static let blockSize = 8
    static let parallelism = 3

    private static let saltBytes = 16
    private static let hashBytes = 32

    /// A hash of `password` with a salt of its own; nil when there is no memory for it.
    static func hash(_ password: String) -> PasswordHash? {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let empty = PasswordHash(salt: salt, hash: [], rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        return derive(password, as: empty).map {
            PasswordHash(salt: salt, hash: $0, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        }
    }

    /// Whether `password` is the one of `kept`; nil when it could not be found out. Compared in constant time. With no account
    /// at all the answer is no, and takes as long.
    static func matches(_ password: String, _ kept: PasswordHash?) -> Bool? {
        let nobody = PasswordHash(
            salt: Array(repeating: 0, count: saltBytes), hash: Array(repeating: 0, count: hashBytes), rounds: rounds,
            blockSize: blockSize, parallelism: parallelism)
        guard let found = derive(password, as: kept ?? nobody) else { return nil }
        return isSame(found, (kept ?? nobody).hash) && kept != nil
    }

    /// The same characters are the same password, however a keyboard composes them.
    private static func derive(_ password: String, as kept: PasswordHash) -> [UInt8]? {
        let text = Data(password.precomposedStringWithCompatibilityMapping.utf8)
        let key = try? KDF.Scrypt.deriveKey(
            from: text, salt: Data(kept.salt), outputByteCount: hashBytes, rounds: kept.rounds, blockSize: kept.blockSize,
            parallelism: kept.parallelism)
        return key?.withUnsafeBytes { Array($0) }
    }

    /// Takes as long wherever they differ.
    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
