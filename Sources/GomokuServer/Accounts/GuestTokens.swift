import Cryptography
import GameState

/// Signed tokens of guests. The ID follows from the token, so that every server of a store knows
/// the guest although the guest is not stored.
///
/// A token is a random seed and the first 130 bits of the seed's HMAC-SHA256. The seed has 130 bits
/// too. The ID comes from another HMAC of the seed. Only servers with the store's secret can make a
/// token, and a token for a given ID cannot be found.
struct GuestTokens {
    /// The number of characters of the seed and of the signature, 5 bits each.
    private static let half = 26
    /// The number of random characters, which have 65 bits. With "p-" the ID has 15 bytes, which
    /// Swift stores without allocation.
    private static let idLength = 13

    let secret: [UInt8]

    func make() -> (id: ParticipantID, token: String) {
        let seed = randomText(length: Self.half)
        return (id(seed: seed), seed + signature(seed))
    }

    /// Returns the guest of a token, or nil if the token is not signed with this secret.
    func id(of token: String) -> ParticipantID? {
        guard token.utf8.count == 2 * Self.half else { return nil }
        let seed = String(decoding: token.utf8.prefix(Self.half), as: UTF8.self)
        guard isSameSecret(Array(token.utf8.suffix(Self.half)), Array(signature(seed).utf8)) else { return nil }
        return id(seed: seed)
    }

    private func signature(_ seed: String) -> String { mac("token " + seed, length: Self.half) }
    private func id(seed: String) -> ParticipantID { ParticipantID("p-" + mac("id " + seed, length: Self.idLength)) }

    private func mac(_ text: String, length: Int) -> String {
        unambiguousText(hmacSHA256(Array(text.utf8), key: secret).prefix(length))
    }
}
