import Testing

@testable import WebSockets

@Suite("PROXY protocol header")
struct ProxyHeaderTests {
    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    private func text(_ line: String) -> ProxyHeader { ProxyHeader(Array(line.utf8)) }

    private func binary(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
        Self.signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
    }

    @Test("A version 1 header is parsed, rejected if invalid, and reported as incomplete if cut short")
    func lines() {
        let line = "PROXY TCP4 192.0.2.7 192.0.2.1 56324 443\r\n"
        #expect(text(line + "GET / HTTP/1.1") == .complete(bytes: line.utf8.count, client: "192.0.2.7"))
        #expect(text("PROXY TCP6 2001:db8::7 2001:db8::1 1 2\r\n") == .complete(bytes: 40, client: "2001:db8::7"))
        #expect(
            text("PROXY TCP6 ::ffff:192.0.2.7 ::1 1 2\r\n") == .complete(bytes: 37, client: "192.0.2.7"),
            "an IPv4-mapped address")
        #expect(text("PROXY UNKNOWN\r\n") == .complete(bytes: 15, client: nil))
        for wrong in [
            "GET / HTTP/1.1\r\n", "PROXY TCP4 nobody 192.0.2.1 1 2\r\n", "PROXY TCP4 192.0.2.7\r\n", "PROXY TCP4\n",
            "PROXY " + String(repeating: "x", count: 200), "PROXY TCP9 192.0.2.7 192.0.2.1 1 2\r\n",
        ] { #expect(text(wrong) == .invalid, "\(wrong)") }
        for count in 0..<(line.utf8.count) { #expect(ProxyHeader(Array(line.utf8.prefix(count))) == .incomplete) }
    }

    @Test("A version 2 header is parsed, rejected if invalid, and reported as incomplete if cut short")
    func binaries() {
        let four = binary(0x21, 0x11, [192, 0, 2, 7, 192, 0, 2, 1, 1, 2, 3, 4])
        #expect(ProxyHeader(four + [71, 69, 84]) == .complete(bytes: 28, client: "192.0.2.7"))
        let six = binary(
            0x21, 0x21,
            [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7] + [UInt8](repeating: 1, count: 20))
        #expect(ProxyHeader(six) == .complete(bytes: 52, client: "2001:db8::7"))
        let mapped = binary(
            0x21, 0x21,
            [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 7] + [UInt8](repeating: 1, count: 20))
        #expect(
            ProxyHeader(mapped) == .complete(bytes: 52, client: "192.0.2.7"), "from an HAProxy that listens on v4v6")
        #expect(ProxyHeader(binary(0x20, 0, [])) == .complete(bytes: 16, client: nil), "the LOCAL command")
        #expect(ProxyHeader(binary(0x21, 0x31, [1, 2, 3])) == .complete(bytes: 19, client: nil), "a unix socket")
        #expect(ProxyHeader(binary(0x21, 0x11, [192, 0, 2])) == .invalid, "too short for its family")
        #expect(ProxyHeader(binary(0x31, 0x11, [])) == .invalid, "version 3")
        #expect(ProxyHeader(Self.signature + [0x21, 0x11, 255, 255]) == .invalid, "too long")
        for count in 0..<four.count { #expect(ProxyHeader(Array(four[..<count])) == .incomplete) }
    }
}
