import GameState
import WebSockets

/// The documents of the page, which share one address and differ by its query.
///
/// Only this type decides which one the server sends. `screenIn` in `web-static/page/address.js`
/// decides in the same way without a server, as does `worker.js`.
enum PageDocument: CaseIterable {
    /// The lobby and people's pages.
    case home
    /// A table, or the replay of a recorded game.
    case table
    /// An analysis room.
    case study
    /// Puzzles.
    case puzzles
    /// A puzzle race.
    case race

    /// Returns the document for a request, or nil if the request is not for the page.
    init?(of request: HTTPRequest) {
        guard request.path == "/" || request.path == "/index.html" else { return nil }
        self.init(query: request.query)
    }

    /// An address without a valid room or a record leads to the home page. The home page reports an
    /// invalid room name.
    init(query: [(name: String, value: String)]) {
        let names = Set(query.map(\.name))
        if !names.isDisjoint(with: ["lobby", "person"]) {
            self = .home
        } else if names.contains("record") {
            self = .table
        } else if names.contains("analysis") {
            self = .study
        } else if names.contains("race") {
            self = .race
        } else if !names.isDisjoint(with: ["puzzles", "puzzle"]) {
            self = .puzzles
        } else {
            let room = query.first { $0.name == "room" }?.value.trimmed
            self = room.flatMap { RoomName($0) }?.isReserved == false ? .table : .home
        }
    }

    /// The path of the document's file.
    var path: String {
        switch self {
        case .home: "/home.html"
        case .table: "/index.html"
        case .study: "/study.html"
        case .puzzles: "/puzzles.html"
        case .race: "/race.html"
        }
    }
}

extension String {
    /// The text without spaces and line breaks at its ends.
    fileprivate var trimmed: String {
        let rest = drop { $0.isWhitespace }
        return String(rest.prefix(rest.count - rest.reversed().prefix { $0.isWhitespace }.count))
    }
}
