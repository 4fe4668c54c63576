import Glibc

/// The target of a connection, with its name already looked up, because a lookup blocks.
enum Endpoint: Equatable, Sendable {
    case address(String, port: Int)
    case socket(path: String)

    /// Returns the endpoints of an address, in the order in which they are tried.
    static func all(_ address: RedisAddress) throws(RedisFailure) -> [Endpoint] {
        switch address.place {
        case .socket(let path): return [.socket(path: path)]
        case .host(let host, let port):
            let found = resolve(host).map { Endpoint.address($0, port: port) }
            guard !found.isEmpty else { throw .unknownHost(host) }
            return found
        case .sentinels(let sentinels, _):
            // Ignore a Sentinel without an address, and ask the others.
            let found = sentinels.flatMap { one in resolve(one.host).map { Endpoint.address($0, port: one.port) } }
            guard !found.isEmpty else { throw .unknownHost(sentinels.map(\.host).joined(separator: ", ")) }
            return found
        }
    }

    /// Returns the endpoint of a host that a Sentinel names: by an address, or by a name if
    /// Sentinels are configured so.
    static func first(_ host: String, port: Int) -> Endpoint? {
        resolve(host).first.map { .address($0, port: port) }
    }

    private static func resolve(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [String] = []
        var next = first
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: 64)
            let isNumeric = getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if isNumeric == 0, !found.contains(name) { found.append(name) }
            next = info.ai_next
        }
        return found
    }
}
