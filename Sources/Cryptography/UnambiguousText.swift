/// 32 letters and digits, none of which looks like another.
private let alphabet = Array("abcdefghjkmnpqrstuvwxyz023456789".utf8)

/// Returns one letter or digit, of 32 that do not look alike, for the low 5 bits of each byte.
public func unambiguousText(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { alphabet[Int($0 & 31)] }, as: UTF8.self)
}

/// Returns random letters and digits that do not look alike, with 5 random bits each.
///
/// - Parameter length: the number of characters.
public func randomText(length: Int) -> String { unambiguousText(randomBytes(length)) }
