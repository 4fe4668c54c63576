import Glibc

/// An address, or a network in CIDR notation: `10.0.0.0/8`, `::1`, `fd00::/8`.
public struct AddressRange: Sendable, Equatable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses an address or a network; nil if the text is neither, or has more bits than the
    /// address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = AddressRange.bytes(of: String(parts[0])) else { return nil }
        var bits = parts.count == 1 ? bytes.count * 8 : Int(parts[1]) ?? -1
        // The network of an IPv4-mapped address may have a prefix length of IPv6.
        if parts[0].contains(":"), bytes.count == 4, bits > 32 { bits -= AddressRange.mappedPrefix.count * 8 }
        guard (0...bytes.count * 8).contains(bits) else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    /// Whether the range contains `address`, in the form in which the kernel writes it.
    public func contains(_ address: String) -> Bool {
        guard let other = AddressRange.bytes(of: address), other.count == bytes.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard bytes.prefix(whole) == other.prefix(whole) else { return false }
        return rest == 0 || (bytes[whole] ^ other[whole]) >> UInt8(8 - rest) == 0
    }

    /// Returns 4 or 16 bytes; 4 for an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), in any
    /// notation.
    private static func bytes(of address: String) -> [UInt8]? {
        // C strings end at a NUL. `inet_pton` would ignore the rest, but the rest would be passed
        // on.
        guard !address.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: address.contains(":") ? 16 : 4)
        let family = address.contains(":") ? AF_INET6 : AF_INET
        guard bytes.withUnsafeMutableBytes({ inet_pton(family, address, $0.baseAddress) }) == 1 else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: mappedPrefix)
        return isMapped ? Array(bytes.dropFirst(mappedPrefix.count)) : bytes
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Returns an address in the form in which the kernel writes it, without the port, brackets and
    /// quotes that a proxy may add; nil if the text is not an address.
    ///
    /// An IPv4-mapped address becomes the IPv4 address, because proxies with dual-stack listeners
    /// report every IPv4 client as a mapped one.
    public static func plain(_ text: String) -> String? {
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
        return bytes(of: text).flatMap(AddressRange.text)
    }

    private static func text(of bytes: [UInt8]) -> String? {
        var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &written, socklen_t(written.count)) != nil else { return nil }
        return String(decoding: written.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension AddressRange: CustomStringConvertible {
    /// A text such as `10.0.0.0/8`, or `::1` for a single address.
    public var description: String {
        let address = AddressRange.text(of: bytes) ?? ""
        return bits == bytes.count * 8 ? address : "\(address)/\(bits)"
    }
}

extension String {
    var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
