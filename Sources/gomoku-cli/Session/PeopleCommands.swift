import Client
import ArgumentParser
import Foundation
import GameState

/// `gomoku-cli profile`: who somebody is, and how strong.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show somebody's ratings and games.",
        usage: "gomoku-cli profile [<url>] <name>",
        discussion: """
            A rating is shown with twice its deviation: the true strength lies between with 95 %. Ratings with many ± are of
            few games.

            Exit status: 0 when all went well, 1 when there is nobody of that name, 64 for wrong usage, 69 when no server is
            reached.
            """)

    @Argument(help: "The server. (default: \(Address.standard))")
    var url: String

    @Argument(help: "The name, or an id.")
    var name: String?

    @Flag(help: "Print the server's JSON on one line.")
    var json = false

    func run() throws {
        let (address, name) = try PeopleFetch.arguments(url, name)
        let answer = try PeopleFetch.get(address, "api/people/\(PeopleFetch.escaped(name))")
        if json { return Output.line(ASCIIEscapes.text(answer.description)) }
        guard let profile = PersonProfile(answer) else { throw PeopleFetch.notUnderstood() }
        for line in PeopleLines.of(profile) { PeopleFetch.show(line) }
    }
}

/// `gomoku-cli games`: what somebody has played.
struct GamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games",
        abstract: "List somebody's finished games, the newest first.",
        usage: "gomoku-cli games [<url>] <name> [--limit <number>]",
        discussion: """
            The last word of a line is the game's id: its record is at <url>/api/games/<id>.sgf.

            Exit status: 0 when all went well, 1 when there is nobody of that name, 64 for wrong usage, 69 when no server is
            reached.
            """)

    @Argument(help: "The server. (default: \(Address.standard))")
    var url: String

    @Argument(help: "The name, or an id.")
    var name: String?

    @Option(help: ArgumentHelp("How many at most.", valueName: "number"))
    var limit = 20

    @Flag(help: "Print the server's JSON, one game a line.")
    var json = false

    /// Games that are asked for at a time; the server has a limit of its own.
    private static let page = 50

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes 1 to 10000.") }
    }

    func run() throws {
        let (address, name) = try PeopleFetch.arguments(url, name)
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

/// What the commands about people share.
enum PeopleFetch {
    /// `[URL] NAME`: with one argument it is the name, at the standard server.
    static func arguments(_ first: String, _ second: String?) throws -> (Address, String) {
        guard let second else { return (try Address.of(url: Address.standard, room: nil), first) }
        return (try Address.of(url: first, room: nil), second)
    }

    /// The answer, or the exit status after a sentence.
    static func get(_ address: Address, _ path: String) throws -> JSON {
        switch WebFetch.get(address.http(path)) {
        case .json(let json): return json
        case .refused(_, let sentence):
            Output.complain(sentence)
            throw ExitCode(1)
        case .failed(let sentence):
            Output.complain(sentence)
            throw ExitCode(ExitStatus.unavailable)
        }
    }

    static func notUnderstood() -> ExitCode {
        Output.complain("The server's answer is none that this program understands. It may be too new.")
        return ExitCode(ExitStatus.protocolFailure)
    }

    /// A name as one part of a path (RFC 3986, 3.3): what is not plain is written with percent signs.
    static func escaped(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                Character(scalar).isLetter || Character(scalar).isNumber || "-_".unicodeScalars.contains(scalar)
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// A line, escaped.
    static func show(_ line: String) { Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text) }
}
