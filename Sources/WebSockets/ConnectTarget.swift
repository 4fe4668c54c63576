/// The target of a client's connection: `ws://host:port/path` or `wss://…`.
public struct ConnectTarget: Sendable, Equatable {
    public var isSecure: Bool
    public var host: String
    public var port: Int
    /// The path, with the query.
    public var path: String
    public var subprotocol = "gomoku.v1"
    /// Headers of the handshake, for example User-Agent.
    public var headers: [Header] = []
    public var connectWithinSeconds = 10
    /// The longest message that is accepted. A longer one closes the socket with 1009.
    public var maximumMessageBytes = 16 * 1024 * 1024
    public var outboxBytes = 1024 * 1024
    /// The silence after which the client pings the server; 0: it never does.
    public var pingAfterSeconds = 20
    public var pongWithinSeconds = 10

    public struct Header: Sendable, Equatable {
        public var name: String
        public var value: String
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    public init(isSecure: Bool = false, host: String, port: Int, path: String = "/ws") {
        (self.isSecure, self.host, self.port, self.path) = (isSecure, host, port, path)
    }

    /// Parses a URL with the scheme `ws`, `wss`, `http`, `https` or none (`localhost:8080` means
    /// `ws`); nil for anything else. The default path is `/ws`. IPv6 addresses are in brackets.
    public init?(_ url: String) {
        var rest = Substring(url)
        var secure = false
        if let mark = url.firstRange(of: "://") {
            switch url[..<mark.lowerBound].lowercased() {
            case "ws", "http": secure = false
            case "wss", "https": secure = true
            default: return nil
            }
            rest = url[mark.upperBound...]
        }
        if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        let tail = rest[place.endIndex...]
        guard let (host, port) = ConnectTarget.hostAndPort(place, default: secure ? 443 : 80) else { return nil }
        let path = tail.isEmpty || tail == "/" ? "/ws" : tail.hasPrefix("?") ? "/ws\(tail)" : String(tail)
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else { return nil }
        self.init(isSecure: secure, host: host, port: port, path: path)
    }

    private static func hostAndPort(_ place: Substring, default port: Int) -> (String, Int)? {
        var host = place
        var tail: Substring = ""
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { return nil }
            host = place[place.index(after: place.startIndex)..<end]
            tail = place[place.index(after: end)...]
        } else if let colon = place.firstIndex(of: ":") {
            host = place[..<colon]
            tail = place[colon...]
        }
        guard !host.isEmpty, !host.contains("@") else { return nil }
        guard !tail.isEmpty else { return (String(host), port) }
        guard tail.hasPrefix(":"), let number = Int(tail.dropFirst()), (1...65535).contains(number) else { return nil }
        return (String(host), number)
    }

    /// The value of the Host header, without the default port of the scheme.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
