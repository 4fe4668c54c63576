/// Where a Redis is: `redis://user:password@host:port/db`, or `redis+unix:/path/to/socket?db=1`.
public struct RedisAddress: Equatable, Sendable {
    public enum Place: Equatable, Sendable {
        case host(String, port: Int)
        /// A socket of this machine.
        case socket(path: String)
    }

    public let place: Place
    public let database: Int
    public var user: String?
    public var password: String?

    public init(_ place: Place, database: Int = 0, user: String? = nil, password: String? = nil) {
        self.place = place
        self.database = database
        self.user = user
        self.password = password
    }

    /// Why an address is none.
    public enum Fault: Error, Equatable, Sendable {
        /// hiredis speaks no TLS.
        case encrypted
        case scheme(String)
        case noPlace
        case port(String)
        case database(String)
    }

    public init(_ text: String) throws(Fault) {
        let unix = "redis+unix:"
        if text.hasPrefix(unix) {
            let parts = text.dropFirst(unix.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            guard let path = parts.first, path.hasPrefix("/") else { throw .noPlace }
            var database = 0
            if parts.count == 2 {
                guard parts[1].hasPrefix("db=") else { throw .database(String(parts[1])) }
                database = try Self.database(parts[1].dropFirst(3))
            }
            self.init(.socket(path: String(path)), database: database)
            return
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw .scheme(text) }
        let scheme = String(text[..<colon])
        guard scheme != "rediss" else { throw .encrypted }
        guard scheme == "redis" else { throw .scheme(scheme) }
        var rest = text[text.index(colon, offsetBy: 3)...]
        var (user, password): (String?, String?) = (nil, nil)
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = words[0].isEmpty ? nil : String(words[0])
            password = words.count == 2 ? String(words[1]) : nil
            rest = rest[rest.index(after: at)...]
        }
        var database = 0
        if let slash = rest.firstIndex(of: "/") {
            let text = rest[rest.index(after: slash)...]
            database = text.isEmpty ? 0 : try Self.database(text)
            rest = rest[..<slash]
        }
        var port = Self.usualPort
        // An IPv6 address stands in brackets, as in any address of this form.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            let text = rest[rest.index(after: colon)...]
            guard let number = Int(text), (1...65_535).contains(number) else { throw .port(String(text)) }
            port = number
            rest = rest[..<colon]
        }
        if rest.hasPrefix("["), rest.hasSuffix("]") { rest = rest.dropFirst().dropLast() }
        guard !rest.isEmpty else { throw .noPlace }
        self.init(.host(String(rest), port: port), database: database, user: user, password: password)
    }

    private static let usualPort = 6_379

    private static func database(_ text: Substring) throws(Fault) -> Int {
        guard let number = Int(text), (0...65_535).contains(number) else { throw .database(String(text)) }
        return number
    }
}

extension RedisAddress: CustomStringConvertible {
    /// Without the user and the password: it stands in logs.
    public var description: String {
        switch place {
        case .host(let host, let port): "redis://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
        case .socket(let path): "redis+unix:\(path)?db=\(database)"
        }
    }
}

extension RedisAddress.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .encrypted:
            "This server speaks no TLS to Redis. Run a TLS tunnel (stunnel, or a service mesh) beside it, and name the tunnel with redis://."
        case .scheme(let scheme): "\(scheme) is no address of a Redis. Write redis://host:port/db or redis+unix:/path."
        case .noPlace:
            "The address of the Redis names no host and no socket. Write redis://host:port/db or redis+unix:/path."
        case .port(let text): "\(text) is no port. Write redis://host:port/db with a port of 1 to 65535."
        case .database(let text): "\(text) is no database of a Redis. Write its number, as in redis://host:port/1."
        }
    }
}
