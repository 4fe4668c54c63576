import Testing

@testable import WebSockets

@Suite("Client addresses behind proxies")
struct ProxyTests {
    @Test(
        "A network range contains exactly the addresses inside it",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.128/25", "192.0.2.200", true),
            ("192.0.2.128/25", "192.0.2.127", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
            ("::1", "::1", true), ("192.0.2.7", "::ffff:192.0.2.7", true), ("192.0.2.7", "no address", false),
            ("192.0.2.7", "0:0:0:0:0:FFFF:C000:0207", true), ("::ffff:192.0.2.0/120", "192.0.2.200", true),
            ("::ffff:192.0.2.0/120", "192.0.3.1", false),
        ])
    func ranges(_ range: String, _ address: String, _ isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(
        "Text that is not a network range is rejected",
        arguments: ["", "localhost", "127.0.0.1/33", "127.0.0.1/-1", "::1/129", "127.0.0.1/", "1.2.3", "10.0.0.0/8/8"])
    func noRanges(_ text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(
        "The client is the last address in the chain that is not a trusted proxy",
        arguments: [
            ("127.0.0.1", "203.0.113.9", nil, "203.0.113.9"), ("127.0.0.1", nil, nil, "127.0.0.1"),
            ("192.0.2.1", "203.0.113.9", nil, "192.0.2.1"),
            ("127.0.0.1", "1.1.1.1, 203.0.113.9", nil, "203.0.113.9"),
            ("127.0.0.1", "203.0.113.9, 10.1.2.3", nil, "203.0.113.9"),
            ("127.0.0.1", "10.1.2.3", nil, "10.1.2.3"), ("127.0.0.1", "203.0.113.9:4711", nil, "203.0.113.9"),
            ("127.0.0.1", "203.0.113.9, unknown", nil, "127.0.0.1"),
            ("127.0.0.1", "unknown, 203.0.113.9", nil, "203.0.113.9"), ("127.0.0.1", "", nil, "127.0.0.1"),
            ("127.0.0.1", nil, "for=1.1.1.1, For=\"[2001:db8::7]:4711\";proto=https", "2001:db8::7"),
            ("127.0.0.1", nil, "proto=https;for=203.0.113.9;by=10.0.0.1", "203.0.113.9"),
            ("127.0.0.1", nil, "for=_hidden", "127.0.0.1"),
            ("127.0.0.1", "::ffff:203.0.113.9", nil, "203.0.113.9"),
            ("127.0.0.1", "203.0.113.9, ::ffff:10.1.2.3", nil, "203.0.113.9"),
            ("127.0.0.1", nil, "for=\"[::ffff:203.0.113.9]:4711\"", "203.0.113.9"),
            ("127.0.0.1", "::FFFF:CB00:7109", nil, "203.0.113.9"),
            ("127.0.0.1", "2001:0DB8:0::7", nil, "2001:db8::7"),
        ] as [(String, String?, String?, String)])
    func clients(_ peer: String, _ list: String?, _ elements: String?, _ client: String) throws {
        let forwarded = ForwardedAddress(
            trusted: [try #require(AddressRange("127.0.0.1")), try #require(AddressRange("10.0.0.0/8"))])
        #expect(forwarded.client(peer: peer, list: list, elements: elements) == client)
    }
}
