/// The encoding of a file's texts.
///
/// Game files rarely declare their encoding, or declare a wrong one. Text in another encoding than
/// UTF-8 is practically never valid UTF-8 by accident.
enum TextEncoding {
    case utf8
    /// Windows-1252, which most programs also read as Latin-1
    /// (<https://encoding.spec.whatwg.org/#names-and-labels>).
    case windows

    init(of bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self) == nil ? .windows : .utf8 }

    func text(_ bytes: [UInt8]) -> String {
        switch self {
        case .utf8: String(decoding: bytes, as: UTF8.self)
        case .windows:
            bytes.allSatisfy { $0 < 0x80 }
                ? String(decoding: bytes, as: UTF8.self)
                : String(String.UnicodeScalarView(bytes.map(Self.scalar)))
        }
    }

    /// Returns the bytes of a text, or `nil` if the encoding lacks a character.
    func bytes(_ text: String) -> [UInt8]? {
        switch self {
        case .utf8: return Array(text.utf8)
        case .windows:
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                if let byte = UInt8(exactly: scalar.value), !(0x80...0x9F).contains(byte) {
                    bytes.append(byte)
                } else if let place = Self.upper.firstIndex(of: scalar) {
                    bytes.append(0x80 + UInt8(place))
                } else {
                    return nil
                }
            }
            return bytes
        }
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }

    /// The characters of the bytes 80 to 9F. Five bytes have none and stand for control characters.
    private static let upper: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]
}
