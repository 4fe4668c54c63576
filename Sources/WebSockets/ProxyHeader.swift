import Glibc

/// A header with which a proxy names its client: the PROXY protocol, version 1 or 2 (haproxy,
/// `proxy-protocol.txt`).
enum ProxyHeader: Equatable {
    /// More bytes are needed.
    case incomplete
    /// The bytes are not a PROXY header.
    case invalid
    /// A header of `bytes` bytes. `client` is the client's address; nil if the proxy connects on
    /// its own behalf.
    case complete(bytes: Int, client: String?)

    /// The longest header that is accepted, in bytes, including extensions of version 2.
    static let longest = 1_024

    init(_ bytes: [UInt8]) {
        let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
        if bytes.starts(with: Array("PROXY ".utf8)) {
            self = Self.text(bytes)
        } else if bytes.starts(with: signature) {
            self = Self.binary(bytes)
        } else {
            let may = [Array("PROXY ".utf8), signature].contains { $0.starts(with: bytes) }
            self = may ? .incomplete : .invalid
        }
    }

    /// Parses version 1: `PROXY TCP4 192.0.2.7 192.0.2.1 56324 443\r\n`.
    private static func text(_ bytes: [UInt8]) -> ProxyHeader {
        guard let end = bytes.firstIndex(of: 0x0A) else { return bytes.count < longestLine ? .incomplete : .invalid }
        guard end < longestLine, end > 0, bytes[end - 1] == 0x0D else { return .invalid }
        let words = String(decoding: bytes[..<(end - 1)], as: UTF8.self).split(separator: " ")
        if words.count >= 2, words[1] == "UNKNOWN" { return .complete(bytes: end + 1, client: nil) }
        guard words.count == 6, words[1] == "TCP4" || words[1] == "TCP6",
            let address = AddressRange.plain(String(words[2]))
        else { return .invalid }
        return .complete(bytes: end + 1, client: address)
    }

    private static func binary(_ bytes: [UInt8]) -> ProxyHeader {
        guard bytes.count >= fixedBytes else { return .incomplete }
        let length = fixedBytes + Int(bytes[14]) << 8 + Int(bytes[15])
        guard bytes[12] >> 4 == 2, bytes[12] & 15 <= 1, length <= longest else { return .invalid }
        guard bytes.count >= length else { return .incomplete }
        // The command LOCAL is a health check by the proxy itself.
        guard bytes[12] & 15 == 1 else { return .complete(bytes: length, client: nil) }
        switch bytes[13] >> 4 {
        case 1 where length >= fixedBytes + 12: return .complete(bytes: length, client: address(bytes, AF_INET, 4))
        case 2 where length >= fixedBytes + 36: return .complete(bytes: length, client: address(bytes, AF_INET6, 16))
        case 1, 2: return .invalid
        default: return .complete(bytes: length, client: nil)
        }
    }

    private static func address(_ bytes: [UInt8], _ family: CInt, _ count: Int) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let raw = Array(bytes[fixedBytes..<(fixedBytes + count)])
        guard inet_ntop(family, raw, &text, socklen_t(text.count)) != nil else { return nil }
        return AddressRange.plain(
            String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    private static let longestLine = 107
    private static let fixedBytes = 16
}
