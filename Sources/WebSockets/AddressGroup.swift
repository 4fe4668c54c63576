/// The unit by which limits count addresses: an IPv4 address, or the /64 of an IPv6 address. One
/// customer has at least a /64.
public struct AddressGroup: Hashable, Sendable {
    public let text: String

    /// Reduces an address to its group.
    ///
    /// - Parameter address: An address as the kernel writes it, without a port; or the `text` of a
    ///   group.
    public init(_ address: String) {
        guard address.contains(":") else {
            text = address
            return
        }
        // For example, "2001:db8::7" is 2001:db8:0:0:0:0:0:7.
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        func groups(_ half: Substring) -> [Substring] { half.split(separator: ":") }
        var all = groups(halves[0])
        if halves.count == 2 {
            let rest = groups(halves[1])
            all += Array(repeating: "0", count: max(0, 8 - all.count - rest.count)) + rest
        }
        text = all.prefix(4).joined(separator: ":") + "::/64"
    }

    /// Whether this is an IPv6 network.
    public var isIPv6: Bool { text.contains(":") }

    /// The networks that contain the group, the narrowest first: an IPv4 address alone, or the /64,
    /// the /56 and the /48 of an IPv6 address. Providers give a customer one of these.
    public var networks: [String] {
        let groups = text.split(separator: ":")
        guard isIPv6, groups.count == 5, let fourth = UInt16(groups[3], radix: 16) else { return [text] }
        let site = groups.prefix(3).joined(separator: ":")
        return [text, "\(site):\(String(fourth & 0xFF00, radix: 16))::/56", "\(site)::/48"]
    }

    /// Returns the text of the group that an address counts for; nil if the address is not counted.
    ///
    /// - Parameter loopback: Whether loopback addresses count. They do not if a local proxy may
    ///   connect for all clients.
    public static func counted(_ address: String, loopback: Bool) -> String? {
        let isLoopback = address.hasPrefix("127.") || address == "::1" || address == "localhost"
        return isLoopback && !loopback ? nil : AddressGroup(address).text
    }
}
