import Glibc

/// An address, or a network of them in CIDR notation: `10.0.0.0/8`, `::1`, `fd00::/8`.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Nil: no address, or more bits than it has.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = AddressRange.bytes(of: String(parts[0])) else { return nil }
        let bits = parts.count == 1 ? bytes.count * 8 : Int(parts[1]) ?? -1
        guard (0...bytes.count * 8).contains(bits) else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    /// Whether `address`, as the kernel writes it, is one of them.
    public func contains(_ address: String) -> Bool {
        guard let other = AddressRange.bytes(of: address), other.count == bytes.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard bytes.prefix(whole) == other.prefix(whole) else { return false }
        return rest == 0 || (bytes[whole] ^ other[whole]) >> UInt8(8 - rest) == 0
    }

    /// Four or sixteen; an IPv4 address that is written as an IPv6 one counts as IPv4.
    private static func bytes(of address: String) -> [UInt8]? {
        // C's texts end at a NUL: what stands behind one would be read by nobody, and told to everybody.
        guard !address.utf8.contains(0) else { return nil }
        let plain = address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
        var bytes = [UInt8](repeating: 0, count: plain.contains(":") ? 16 : 4)
        let family = plain.contains(":") ? AF_INET6 : AF_INET
        let isRead = bytes.withUnsafeMutableBytes { inet_pton(family, plain, $0.baseAddress) } == 1
        return isRead ? bytes : nil
    }

    /// An address without the port and the brackets that a proxy may write; nil when it is none.
    static func plain(_ text: String) -> String? {
        var text = text.trimmed
        if text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count >= 2 {
            text = String(text.dropFirst().dropLast())
        }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = String(text[text.index(after: text.startIndex)..<end])
        } else if text.split(separator: ":", omittingEmptySubsequences: false).count == 2,
            let end = text.firstIndex(of: ":")
        {
            text = String(text[..<end])
        }
        return bytes(of: text) == nil ? nil : text
    }
}

extension String {
    var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
