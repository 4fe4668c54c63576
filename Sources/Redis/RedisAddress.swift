/// The address of a Redis, `redis://user:password@host:port/db` or
/// `redis+unix:/path/to/socket?db=1`, or of its Sentinels,
/// `redis+sentinel://host:port,host:port/name/db`.
public struct RedisAddress: Equatable, Sendable {
    public enum Place: Equatable, Sendable {
        case host(String, port: Int)
        /// A Unix socket of this machine.
        case socket(path: String)
        /// Sentinels, and their name for the primary.
        case sentinels([Sentinel], name: String)
    }

    /// The host and port of a Sentinel.
    public struct Sentinel: Equatable, Sendable {
        public let host: String
        public let port: Int

        public init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    public let place: Place
    public let database: Int
    public var user: String?
    public var password: String?
    /// The password of the Sentinels.
    public var sentinelPassword: String?

    /// Whether Sentinels may promote another Redis to primary.
    public var isWatched: Bool { if case .sentinels = place { true } else { false } }

    public init(_ place: Place, database: Int = 0, user: String? = nil, password: String? = nil) {
        self.place = place
        self.database = database
        self.user = user
        self.password = password
    }

    /// The reason why a text is not a valid address.
    public enum Fault: Error, Equatable, Sendable {
        /// A `rediss` address. hiredis does not speak TLS.
        case encrypted
        case scheme(String)
        case noPlace
        /// Sentinels without a name for the primary.
        case noName
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
        guard scheme == "redis" || scheme == "redis+sentinel" else { throw .scheme(scheme) }
        var rest = text[text.index(colon, offsetBy: 3)...]
        var (user, password): (String?, String?) = (nil, nil)
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = words[0].isEmpty ? nil : String(words[0])
            password = words.count == 2 ? String(words[1]) : nil
            rest = rest[rest.index(after: at)...]
        }
        let isSentinel = scheme != "redis"
        let parts = rest.split(separator: "/", maxSplits: isSentinel ? 2 : 1, omittingEmptySubsequences: false)
        let number = parts.dropFirst(isSentinel ? 2 : 1).first ?? ""
        let database = number.isEmpty ? 0 : try Self.database(number)
        let place: Place
        if isSentinel {
            guard parts.count > 1, !parts[1].isEmpty else { throw .noName }
            var sentinels: [Sentinel] = []
            for one in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
                let (host, port) = try Self.host(one, usualPort: Self.usualSentinelPort)
                sentinels.append(Sentinel(host: host, port: port))
            }
            place = .sentinels(sentinels, name: String(parts[1]))
        } else {
            let (host, port) = try Self.host(parts[0], usualPort: Self.usualPort)
            place = .host(host, port: port)
        }
        self.init(place, database: database, user: user, password: password)
    }

    private static func host(_ text: Substring, usualPort: Int) throws(Fault) -> (String, Int) {
        var (rest, port) = (text, usualPort)
        // An IPv6 address is in brackets, as in any URL.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            let text = rest[rest.index(after: colon)...]
            guard let number = Int(text), (1...65_535).contains(number) else { throw .port(String(text)) }
            port = number
            rest = rest[..<colon]
        }
        if rest.hasPrefix("["), rest.hasSuffix("]") { rest = rest.dropFirst().dropLast() }
        guard !rest.isEmpty else { throw .noPlace }
        return (String(rest), port)
    }

    private static let usualPort = 6_379
    private static let usualSentinelPort = 26_379

    private static func database(_ text: Substring) throws(Fault) -> Int {
        guard let number = Int(text), (0...65_535).contains(number) else { throw .database(String(text)) }
        return number
    }
}

extension RedisAddress: CustomStringConvertible {
    /// The address without the user and the password, because it is logged.
    public var description: String {
        switch place {
        case .host(let host, let port): "redis://\(Self.text(host, port))/\(database)"
        case .socket(let path): "redis+unix:\(path)?db=\(database)"
        case .sentinels(let sentinels, let name):
            "redis+sentinel://\(sentinels.map { Self.text($0.host, $0.port) }.joined(separator: ","))/\(name)/\(database)"
        }
    }

    private static func text(_ host: String, _ port: Int) -> String {
        "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

extension RedisAddress.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .encrypted:
            "This server does not support TLS to Redis. Run a TLS tunnel (stunnel, or a service mesh) beside it, and give the tunnel's address with redis://."
        case .scheme(let scheme):
            "\(scheme) is not a Redis address. Write redis://host:port/db, redis+unix:/path, or redis+sentinel://host:port,host:port/name/db."
        case .noPlace:
            "The Redis address has neither a host nor a socket. Write redis://host:port/db or redis+unix:/path."
        case .noName:
            "The Redis address has Sentinels but not their name for the primary. Write redis+sentinel://host:port,host:port/name/db."
        case .port(let text): "\(text) is not a port. Write redis://host:port/db with a port from 1 to 65535."
        case .database(let text): "\(text) is not a Redis database. Write its number, as in redis://host:port/1."
        }
    }
}
