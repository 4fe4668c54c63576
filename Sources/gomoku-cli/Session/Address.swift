import GameState
import WebSockets
import Wire

/// The address of a server, with an optional room.
///
/// Accepts `http`, `https`, `ws` and `wss` URLs, a bare `host:8080`, and any link of the page: to a
/// room (`http://host:8080/?room=lunch`) with its secret (`#secret=…`) or with a game's terms, to
/// an analysis (`?analysis=`), to a record (`?record=`), to a person (`?person=`), to puzzles
/// (`?puzzles=`, `?puzzle=`), and to a race (`?race=`). An embedded page (`/embed/games/…`) counts
/// as the link of the page that shows the same.
struct Address: Equatable {
    /// The address at which the server listens by default.
    static let standard = "http://127.0.0.1:8080"
    /// The text about the default server in help.
    static let standardHelp = "(default: from the settings, or \(standard))"

    let target: ConnectTarget
    let room: RoomName?
    /// The secret that admits to the room, if it has one.
    var secret: RoomSecret?
    /// The server as `host:port`, which also names its token file.
    let server: String
    /// The web page's address without a room.
    private let page: String
    /// The contents of the link besides the room and its secret.
    let link: PageLink

    /// Parses the arguments `[URL] [ROOM]`. A single argument without `.`, `:` or `/` is a room of
    /// the standard server.
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
        if let embedded = Self.embedded(rest) { (rest, query) = embedded }
        guard let place = ConnectTarget(String(rest)) else { throw .url(String(rest)) }
        let path = Self.socketPath(rest)
        var target = ConnectTarget(isSecure: place.isSecure, host: place.host, port: place.port, path: path)
        target.headers = [.init("User-Agent", "gomoku-cli/\(Product.version)")]
        let authority = "\(place.host.contains(":") ? "[\(place.host)]" : place.host):\(place.port)"
        self.target = target
        server = authority
        // As in the browser's address bar, the scheme's own port is left out.
        let isStandard = place.port == (place.isSecure ? 443 : 80)
        let shown = isStandard ? String(authority.dropLast(":\(place.port)".count)) : authority
        page = "\(place.isSecure ? "https" : "http")://\(shown)\(path.dropLast("ws".count))"
        link = try PageLink(query: query)
        guard let name = room ?? link.room ?? link.analysis ?? link.race.flatMap({ $0.isEmpty ? nil : $0 }) else {
            self.room = nil
            return
        }
        guard let name = RoomName(name) else { throw .room(name) }
        self.room = name
    }

    /// Returns a link that invites a person to `room`. The secret is in the fragment, which
    /// browsers do not send to servers. `friend=1` tells a link that has lost its fragment from a
    /// link to a room without a secret.
    func link(to room: RoomName, secret: RoomSecret? = nil) -> String {
        link(secret == nil ? "room=\(room)" : "room=\(room)&friend=1", secret)
    }

    /// Returns a link that invites a person to the race in `room`.
    func link(toRace room: RoomName, secret: RoomSecret? = nil) -> String { link("race=\(room)", secret) }

    private func link(_ query: String, _ secret: RoomSecret?) -> String {
        "\(page)?\(query)" + (secret.map { "#secret=\($0.text)" } ?? "")
    }

    /// Whether this is a link to a room for a friend that has lost its secret. Without the secret,
    /// it would open another room of the same name.
    var isIncomplete: Bool { link.isForFriend && secret == nil }

    /// Whether the address is a link to an analysis room.
    var isStudy: Bool { room != nil && room?.text == link.analysis }

    /// Whether the address is a link to a puzzle race.
    var isRace: Bool { link.race != nil }

    /// The room for a race: the named one, or a new one with a random name.
    var raceRoom: RoomName { room ?? RoomNames.race() }

    /// Returns the HTTP address of `path`, such as `api/rooms`.
    func http(_ path: String) -> String { page + path }

    private static func looksLikeAddress(_ text: String) -> Bool {
        text == "localhost" || text.contains { ".:/?".contains($0) }
    }

    /// Returns the WebSocket's path, which is in the page's folder: `/ws` for `/`, `/games/ws` for
    /// `/games/index.html`.
    private static func socketPath(_ url: Substring) -> String {
        let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url
        guard let slash = afterScheme.firstIndex(of: "/") else { return "/ws" }
        let path = afterScheme[slash...]
        if path.hasSuffix("/ws") { return String(path) }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder + "ws"
    }

    /// Returns the page and the query of the link that shows the same as an embedded page; nil for
    /// other addresses.
    private static func embedded(_ url: Substring) -> (page: Substring, query: Substring)? {
        for (folder, parameter) in [("games", "record"), ("rooms", "room"), ("puzzles", "puzzle")] {
            guard let found = url.firstRange(of: "/embed/\(folder)/") else { continue }
            let id = url[found.upperBound...]
            let query = folder == "puzzles" && id == "daily" ? "puzzles=daily" : "\(parameter)=\(id)"
            return (url[..<found.lowerBound] + "/", query[...])
        }
        return nil
    }

    private static func secret(in fragment: Substring) throws(AddressError) -> RoomSecret? {
        for pair in fragment.split(separator: "&") where pair.hasPrefix("secret=") {
            guard let secret = RoomSecret(PageLink.decoded(pair.dropFirst("secret=".count))) else { throw .secret }
            return secret
        }
        return nil
    }
}

/// An error of arguments that do not name a server or room.
enum AddressError: Error, Equatable, CustomStringConvertible {
    case url(String)
    case room(String)
    case noRoom
    /// A link to an analysis room, for a command that replays games.
    case analysis(RoomName)
    /// An invalid secret. The error does not contain it, because it is a secret.
    case secret
    /// A link to a room for a friend without the room's secret.
    case incomplete
    case record(String)
    case puzzle(String)
    /// A name that is too long.
    case person
    /// A link to a puzzle race, for a command that replays games.
    case race
    /// A parameter of the link with an invalid value.
    case parameter(String, String, expected: String)

    /// The greatest width, in columns, of a link's text repeated in a sentence.
    private static let repeatedColumns = 40

    private static func repeated(_ text: String) -> String { SafeText(text).cut(to: repeatedColumns).text }

    var description: String {
        switch self {
        case .url(let text):
            "\"\(SafeText(text).text)\" is not the address of a server. Give one such as \(Address.standard)."
        case .room(let text):
            "\"\(SafeText(text).text)\" is not the name of a room. Use 1 to \(RoomName.lengthLimit) letters, digits, \"-\", \"_\", \".\" or \"~\"."
        case .secret:
            "That is not the secret of a room, which has \(RoomSecret.lengths.lowerBound) to \(RoomSecret.lengths.upperBound) letters, digits, \"-\" or \"_\". Copy the whole link again."
        case .incomplete:
            "This link is incomplete: the part from # on is missing. Ask your friend for the whole link, and put it between single quotes."
        case .record(let text): "\"\(Self.repeated(text))\" is not the ID of a game record. Copy the whole link again."
        case .puzzle(let text): "\"\(Self.repeated(text))\" is not the ID of a puzzle. Copy the whole link again."
        case .person: "The name in the link is too long. Copy the whole link again."
        case .race:
            "This is the link of a puzzle race, which cannot be replayed as a game. Open it with: gomoku-cli race, and the same link."
        case .parameter(let name, let text, let expected):
            "The link has \(name)=\(Self.repeated(text)), but \(name) takes \(expected). Correct the link."
        case .analysis(let room):
            "\(room) is an analysis: a tree of moves, which cannot be replayed as a game. Open it with: gomoku-cli study, and the same link."
        case .noRoom: "No room was named. Give one after the address, such as lunch."
        }
    }
}
