import Cryptography
import GameState

/// Signed tokens of guests. The ID follows from the token, so that every server of a store knows whose it is although
/// nothing is stored of the guest.
///
/// A token is a random seed and the beginning of the seed's HMAC-SHA256, 130 bits each; the ID is of another HMAC of
/// the seed. Only the holder of the store's secret makes a token, and nobody finds one that leads to a given ID.
struct GuestTokens {
    /// Characters of the seed and of the signature, 5 bits each.
    private static let half = 26
    /// 65 bits, and 15 bytes with "p-": short enough to be kept without allocation.
    private static let idLength = 13

    let secret: [UInt8]

    func make() -> (id: ParticipantID, token: String) {
        let seed = randomText(length: Self.half)
        return (id(seed: seed), seed + signature(seed))
    }

    /// The guest whom the token was made for; nil where it is none of these tokens.
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
