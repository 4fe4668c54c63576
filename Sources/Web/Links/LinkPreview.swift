import GameState
import Storage

/// The tags by which other sites show a link to this server: a title, a sentence and a picture
/// (https://ogp.me).
struct LinkPreview: Equatable {
    static let site = "Five in a row"

    let title: String
    let sentence: String
    /// The path and the query of the page, and of its picture.
    let page: String
    let picture: String

    /// The preview of pages without a game, and of games that strangers may not see.
    static let general = LinkPreview(
        title: site, sentence: "Five in a row for two players, in the browser. Open the page, send the link, play.",
        page: "/", picture: "/api/preview.png")

    /// The elements for the head of the page.
    func html(at address: PublicAddress) -> String {
        func tag(_ kind: String, _ name: String, _ content: String) -> String {
            "  <meta \(kind)=\"\(name)\" content=\"\(content.escapedForXML)\">\n"
        }
        return tag("property", "og:type", "website") + tag("property", "og:site_name", Self.site)
            + tag("property", "og:title", title) + tag("property", "og:description", sentence)
            + tag("property", "og:url", address.text + page) + tag("property", "og:image", address.text + picture)
            + tag("property", "og:image:width", "\(BoardPicture.width)")
            + tag("property", "og:image:height", "\(BoardPicture.height)")
            + tag("name", "twitter:card", "summary_large_image")
    }
}

extension LinkPreview {
    /// The preview of a finished game. Games of unlisted rooms have the general one.
    init(_ stored: StoredGame) {
        let game = stored.game
        guard game.isPublic else {
            self = .general
            return
        }
        let moves = Self.moves(game.moves.count)
        let terms = Self.terms(
            game.terms.rule.rawValue, game.terms.opening.rawValue, game.terms.clock?.description)
        self.init(
            title: Self.versus(stored.players.x?.name, stored.players.o?.name),
            sentence: "\(terms). \(Self.result(game.result)) after \(moves).",
            page: "/?record=\(game.id)", picture: "/api/games/\(game.id).png")
    }

    /// The preview of a room, from the answer to `/api/rooms/{room}/games/current`. An unlisted
    /// room and a malformed answer have the general one.
    init(current game: JSON) {
        guard game["listed"] == .bool(true), let room = game["room"]?.string, let rule = game["rule"]?.string,
            let rev = game["rev"]?.integer, let moves = game["moves"]?.array?.count
        else {
            self = .general
            return
        }
        let isAborted = game["reason"]?.string == Game.Reason.aborted.rawValue
        let state =
            isAborted ? "Aborted." : game["result"]?.string.map { "\(Self.result($0)) after \(Self.moves(moves))." }
        let terms = Self.terms(rule, game["opening"]?.string, game["clock"]?.string)
        self.init(
            title: Self.versus(game["x"]?["name"]?.string, game["o"]?["name"]?.string),
            sentence: "\(terms). \(state ?? "Move \(moves). Watch the game.")", page: "/?room=\(room)",
            picture: "/api/rooms/\(room)/games/current.png?rev=\(rev)")
    }

    private static func moves(_ count: Int) -> String { count == 1 ? "1 move" : "\(count) moves" }

    private static func versus(_ x: String?, _ o: String?) -> String {
        [x, o].map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "…" }.joined(separator: " – ")
    }

    private static func terms(_ rule: String, _ opening: String?, _ clock: String?) -> String {
        let words = [rule, opening == Opening.none.rawValue ? nil : opening, clock].compactMap { $0 }
        let text = words.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func result(_ result: String) -> String {
        Stone(rawValue: result).map { "\($0.rawValue.uppercased()) won" } ?? "Drawn"
    }
}
