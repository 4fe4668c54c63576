import ArgumentParser
import Client
import GameState

/// `gomoku-cli games`: lists a person's finished games.
struct GamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games",
        abstract: "List a player's finished games, newest first.",
        usage: "gomoku-cli games [<url>] <name> [--limit <number>]",
        discussion: """
            The last word of each line is the game's ID. The game's record is at <url>/api/games/<id>.sgf.

            Exit status: 0 on success, 64 for wrong usage, 67 if no player has that name, 69 if no server is reached.
            """)

    @OptionGroup
    var who: NameArguments

    @Option(help: ArgumentHelp("The greatest number of games to list.", valueName: "number"))
    var limit = 20

    @Flag(help: "Print the server's JSON, one game per line.")
    var json = false

    /// The number of games per request. The server has its own limit.
    private static let page = 50

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
    }

    func run() throws {
        let (address, name) = try who.person()
        let path = "api/people/\(PeopleFetch.escaped(name))/games"
        var left = limit
        var before: Int?
        while left > 0 {
            let query = "?limit=\(min(left, Self.page))" + (before.map { "&before=\($0)" } ?? "")
            guard let page = try PeopleFetch.get(address, path + query)["games"]?.array else {
                throw PeopleFetch.notUnderstood()
            }
            for entry in page.prefix(left) {
                guard let game = GameListing(entry) else { continue }
                if json {
                    Output.line(ASCIIEscapes.text(entry.description))
                } else {
                    PeopleFetch.show(PeopleLines.of(game))
                }
            }
            guard let last = page.last.flatMap({ GameListing($0) }), page.count <= left, last.ended != before else {
                return
            }
            (left, before) = (left - page.count, last.ended)
            if page.count < min(Self.page, limit) { return }
        }
    }
}
