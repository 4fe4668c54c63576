import Glibc

/// Where exactly a connection goes: looked up before, since looking up a name blocks.
enum Endpoint: Equatable, Sendable {
    case address(String, port: Int)
    case socket(path: String)

    /// What an address stands for, in the order in which they are tried.
    static func all(_ address: RedisAddress) throws(RedisFailure) -> [Endpoint] {
        switch address.place {
        case .socket(let path): return [.socket(path: path)]
        case .host(let host, let port):
            let found = lookUp(host).map { Endpoint.address($0, port: port) }
            guard !found.isEmpty else { throw .unknownHost(host) }
            return found
        case .sentinels(let sentinels, _):
            // One that has no address just now is no reason not to ask the others.
            let found = sentinels.flatMap { one in lookUp(one.host).map { Endpoint.address($0, port: one.port) } }
            guard !found.isEmpty else { throw .unknownHost(sentinels.map(\.host).joined(separator: ", ")) }
            return found
        }
    }

    /// What a Sentinel calls by `host`: an address, or, where Sentinels are set so, a name, which is looked up.
    static func first(_ host: String, port: Int) -> Endpoint? {
        lookUp(host).first.map { .address($0, port: port) }
    }

    private static func lookUp(_ host: String) -> [String] {
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
