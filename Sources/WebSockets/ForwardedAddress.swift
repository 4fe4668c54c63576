/// Where a request comes from, where proxies that are trusted say so.
struct ForwardedAddress {
    let trusted: [AddressRange]

    func isTrusted(_ address: String) -> Bool { trusted.contains { $0.contains(address) } }

    /// The client's address: the last one in the chain that is no trusted proxy. What stands before it anybody may
    /// have written.
    ///
    /// - Parameters:
    ///   - peer: who has opened the connection.
    ///   - list: `X-Forwarded-For`.
    ///   - elements: `Forwarded` (RFC 7239); the other one counts where both are there.
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
            // What is no address ends what can be known.
            guard let address = AddressRange.plain(one) else { return nearest }
            nearest = address
            if !isTrusted(address) { return address }
        }
        return nearest
    }
}
