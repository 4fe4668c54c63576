import GameState
import WebSockets
import Wire

/// Where to go: a server, and perhaps a room of it.
///
/// Read from what people have at hand: `http`, `https`, `ws` or `wss`, a bare `host:8080`, or what stands in a
/// browser's address line, with the room in it (`http://host:8080/?room=lunch`) and, of a room for a friend, its secret
/// (`#secret=…`).
struct Address: Equatable {
    /// Where the daemon listens unless it is told otherwise.
    static let standard = "http://127.0.0.1:8080"
    /// The server of a command that names none, as help has it.
    static let standardHelp = "(default: as set, or \(standard))"

    let target: ConnectTarget
    let room: RoomName?
    /// Lets in to the room, where it is one for a friend.
    var secret: RoomSecret?
    /// `host:port`, which names the server in the token's file.
    let server: String
    /// The page's address, without a room.
    private let page: String

    /// What the arguments `[URL] [ROOM]` mean. A single one without a `.`, `:` or `/` is a room of the standard server.
    init(url: String?, room: String?, standard: String = Address.standard) throws(AddressError) {
        if room == nil, let only = url, !Self.looksLikeAddress(only) {
            try self.init(standard, room: only)
        } else {
            try self.init(url ?? standard, room: room)
        }
    }

    private init(_ url: String, room: String?) throws(AddressError) {
        var rest = Substring(url)
        if let fragment = rest.firstIndex(of: "#") {
            secret = try Self.secret(in: rest[rest.index(after: fragment)...])
            rest = rest[..<fragment]
        }
        var query: Substring = ""
        if let mark = rest.firstIndex(of: "?") {
            query = rest[rest.index(after: mark)...]
            rest = rest[..<mark]
        }
        guard let place = ConnectTarget(String(rest)) else { throw .url(String(rest)) }
        let path = Self.socketPath(rest)
        var target = ConnectTarget(isSecure: place.isSecure, host: place.host, port: place.port, path: path)
        target.headers = [.init("User-Agent", "gomoku-cli/\(Product.version)")]
        let authority = "\(place.host.contains(":") ? "[\(place.host)]" : place.host):\(place.port)"
        self.target = target
        server = authority
        page = "\(place.isSecure ? "https" : "http")://\(authority)\(path.dropLast("ws".count))"
        guard let name = room ?? Self.room(in: query) else {
            self.room = nil
            return
        }
        guard let name = RoomName(name) else { throw .room(name) }
        self.room = name
    }

    /// What to send to somebody who is to come to `room`. The secret stands where browsers keep it to themselves.
    func link(to room: RoomName, secret: RoomSecret? = nil) -> String {
        "\(page)?room=\(room)" + (secret.map { "#secret=\($0.text)" } ?? "")
    }

    /// What is under `path` by HTTP: `api/rooms`.
    func http(_ path: String) -> String { page + path }

    private static func looksLikeAddress(_ text: String) -> Bool {
        text == "localhost" || text.contains { ".:/?".contains($0) }
    }

    /// The WebSocket stands beside the page: `/` has `/ws`, `/games/index.html` has `/games/ws`.
    private static func socketPath(_ url: Substring) -> String {
        let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url
        guard let slash = afterScheme.firstIndex(of: "/") else { return "/ws" }
        let path = afterScheme[slash...]
        if path.hasSuffix("/ws") { return String(path) }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder + "ws"
    }

    private static func room(in query: Substring) -> String? {
        for pair in query.split(separator: "&") where pair.hasPrefix("room=") {
            let name = decoded(pair.dropFirst("room=".count))
            return name.isEmpty ? nil : name
        }
        return nil
    }

    private static func secret(in fragment: Substring) throws(AddressError) -> RoomSecret? {
        for pair in fragment.split(separator: "&") where pair.hasPrefix("secret=") {
            guard let secret = RoomSecret(decoded(pair.dropFirst("secret=".count))) else { throw .secret }
            return secret
        }
        return nil
    }

    /// Percent signs undone (RFC 3986, 2.1).
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(Substring(rest.prefix(2)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Why arguments name no place to go to.
enum AddressError: Error, Equatable, CustomStringConvertible {
    case url(String)
    case room(String)
    case noRoom
    /// Not said which: it is one.
    case secret

    var description: String {
        switch self {
        case .url(let text):
            "\"\(SafeText(text).text)\" is not the address of a server. Give one such as \(Address.standard)."
        case .room(let text):
            "\"\(SafeText(text).text)\" is not the name of a room. Use 1 to \(RoomName.lengthLimit) letters, digits, \"-\", \"_\", \".\" or \"~\"."
        case .secret:
            "That is not the secret of a room: it has \(RoomSecret.lengths.lowerBound) to \(RoomSecret.lengths.upperBound) letters, digits, \"-\" or \"_\". Copy the whole link again."
        case .noRoom: "No room was named. Give one after the address, such as lunch."
        }
    }
}
