/// The encoding of bytes as pairs of lowercase hexadecimal digits.
package enum Hexadecimal {
    package static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Decodes pairs of lowercase hexadecimal digits. Returns `nil` for any other text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let nibbles = text.utf8.map { digits.firstIndex(of: $0) }
        guard nibbles.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: nibbles.count, by: 2) {
            guard let high = nibbles[index], let low = nibbles[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
