/// What limits by address count by: an IPv4 address, or the /64 of an IPv6 one, which is what one customer has.
public struct AddressGroup: Hashable, Sendable {
    public let text: String

    /// - Parameter address: as the kernel writes it, without port.
    public init(_ address: String) {
        guard address.contains(":") else {
            text = address
            return
        }
        // "2001:db8::7" is 2001:db8:0:0:0:0:0:7.
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        func groups(_ half: Substring) -> [Substring] { half.split(separator: ":") }
        var all = groups(halves[0])
        if halves.count == 2 {
            let rest = groups(halves[1])
            all += Array(repeating: "0", count: max(0, 8 - all.count - rest.count)) + rest
        }
        text = all.prefix(4).joined(separator: ":") + "::/64"
    }

    /// What an address counts as.
    ///
    /// - Parameter loopback: whether this machine itself counts. If not it is nil: a proxy may speak for everybody.
    public static func counted(_ address: String, loopback: Bool) -> String? {
        let isLoopback = address.hasPrefix("127.") || address == "::1" || address == "localhost"
        return isLoopback && !loopback ? nil : AddressGroup(address).text
    }
}
