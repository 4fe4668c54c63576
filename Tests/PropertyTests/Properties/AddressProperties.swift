@testable import WebSockets

extension Property {
    /// Client addresses reported by proxies. A PROXY header is recognised however it is split into
    /// pieces, and only reports of trusted proxies are used.
    static let address = Property("address") { bytes in
        try ensureProxyHeader(bytes)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? lines[index] : nil }
        let trusted = (line(0) ?? "").split(separator: " ").prefix(8).compactMap { AddressRange(String($0)) }
        let forwarded = ForwardedAddress(trusted: trusted)
        let peer = line(1) ?? "127.0.0.1"
        let client = forwarded.client(peer: peer, list: line(2), elements: line(3))
        if client != peer {
            try ensure(forwarded.isTrusted(peer), "\(peer) is believed")
            try ensure(AddressRange.plain(client) == client, "\(client) is no address")
            let said = line(2) ?? line(3) ?? ""
            let parts = said.split { $0 == "," || $0 == ";" || $0 == "=" }.compactMap { AddressRange.plain(String($0)) }
            try ensure(parts.contains(client), "\(client) stands nowhere in \(said)")
        }
        for one in [peer, client] where AddressRange.plain(one) == one {
            try ensure(AddressRange(one)?.contains(one) == true, "\(one) is not in itself")
            let group = AddressGroup(one).text
            try ensure(!group.isEmpty && group.utf8.count < 64, "\(one) is counted as \(group)")
            let networks = AddressGroup(one).networks
            let count = one.contains(":") ? 3 : 1
            try ensure(networks.count == count && networks[0] == group, "\(one) is in \(networks)")
        }
    }

    private static func ensureProxyHeader(_ bytes: [UInt8]) throws {
        let whole = ProxyHeader(bytes)
        switch whole {
        case .complete(let count, let client):
            try ensure((1...bytes.count).contains(count) && count <= ProxyHeader.longest, "a header of \(count) bytes")
            try ensure(client.map { AddressRange.plain($0) == $0 } ?? true, "\(client ?? "") is no address")
            for end in 0..<count {
                try ensure(ProxyHeader(Array(bytes[..<end])) == .incomplete, "\(end) bytes of \(count) are not awaited")
            }
            for end in [count, (count + bytes.count) / 2] {
                try ensure(ProxyHeader(Array(bytes[..<end])) == whole, "what comes behind a header changes it")
            }
        case .incomplete:
            try ensure(bytes.count < ProxyHeader.longest, "more is awaited than is taken")
        case .invalid:
            try ensure(ProxyHeader(bytes + [0]) == .invalid, "what is no header becomes one")
        }
    }
}
