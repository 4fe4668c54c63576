/// A finder of the client's address in the headers of trusted proxies.
struct ForwardedAddress {
    let trusted: [AddressRange]

    func isTrusted(_ address: String) -> Bool { trusted.contains { $0.contains(address) } }

    /// Returns the client's address: the last one in the chain that is not a trusted proxy. Any
    /// client can forge the addresses before it.
    ///
    /// - Parameters:
    ///   - peer: The address of the peer of the connection.
    ///   - list: The value of `X-Forwarded-For`. It takes precedence.
    ///   - elements: The value of `Forwarded` (RFC 7239).
    func client(peer: String, list: String?, elements: String?) -> String {
        guard isTrusted(peer) else { return peer }
        let chain: [String]
        if let list {
            chain = list.split(separator: ",").map(String.init)
        } else {
            chain = (elements ?? "").split(separator: ",").map { element in
                let named = element.split(separator: ";").map { String($0).trimmed }
                    .first { $0.lowercased().hasPrefix("for=") }
                return String(named?.dropFirst(4) ?? "")
            }
        }
        var nearest = peer
        for one in chain.reversed() {
            // Nothing is known of the addresses before an invalid one.
            guard let address = AddressRange.plain(one) else { return nearest }
            nearest = address
            if !isTrusted(address) { return address }
        }
        return nearest
    }
}
