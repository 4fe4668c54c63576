import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli play`: the full-screen client.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play, full screen: in a room, or find an opponent in the lobby.",
        usage: """
            gomoku-cli play [<url>] [<room>] [--name <name>] [--token-file <file> | --guest]
                   gomoku-cli play [<url>] --seek [--rule <rule>] [--clock <clock>] [--opening <opening>] [--rated] …
            """,
        discussion: """
            The address may be one copied from the browser, with the room in it: http://host:8080/?room=lunch. Without a
            room you get to the lobby: play anyone, a friend by a link, or the computer, or watch. With --seek an opponent
            is looked for at once. Press ? to see the keys.

            Two terminals of one user are the same player, who may play both sides; with --guest the second one is
            somebody else. The terminal should have 80 columns and 24 rows; 34 by 19 will do.
            """)

    @Argument(help: "The server. (default: \(Address.standard))")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    @OptionGroup(title: "Looking for an opponent")
    var seek: SeekOptions

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    func validate() throws {
        let address = try Address.of(url: url, room: room)
        if seek.seek, address.room != nil { throw ValidationError("Choose one of a room and --seek.") }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let address = try Address.of(url: url, room: room)
        guard let terminal = Terminal() else {
            Output.complain("play needs a terminal. To use its output elsewhere, try watch or state.")
            throw ExitCode(ExitStatus.usage)
        }
        let setup = identity.setup(address, room: address.room ?? .lobby)
        let place =
            address.room.map { $0 == .lobby ? .lobby(nil) : .table($0, .play, opens: nil) } ?? Place.lobby(seek.wish)
        try FullScreen.run(setup, at: place, terminal: terminal, signals: signals)
    }
}

/// The game that one looks for on the command line.
struct SeekOptions: ParsableArguments {
    @Flag(help: "Look for an opponent at once.")
    var seek = false

    @Option(help: .term(.rule))
    var rule: String?

    @Option(help: .term(.clock))
    var clock: String?

    @Option(help: .term(.opening))
    var opening: String?

    @Option(help: .term(.size))
    var size: String?

    @Flag(help: "No move is taken back.")
    var noTakebacks = false

    @Flag(help: "Play for both ratings; asks for a name of your own and a clock.")
    var rated = false

    @Option(help: ArgumentHelp("Meet only such ratings: 1300-1700.", valueName: "range"))
    var rating: String?

    /// Nil without `--seek`.
    var wish: SeekWish? {
        guard seek, let wish = try? made() else { return nil }
        return wish
    }

    func validate() throws {
        let others = rating != nil || GameTerms.Field.carried(by: .seek).contains { said($0) != nil }
        if others, !seek { throw ValidationError("--rule, --clock and the like go with --seek. In a room, press n.") }
        _ = try made()
    }

    /// What the options say of a term; nil: nothing.
    private func said(_ field: GameTerms.Field) -> String? {
        switch field {
        case .rule: rule
        case .clock: clock
        case .opening: opening
        case .size: size
        case .takebacks: noTakebacks ? field.flagValue : nil
        case .rated: rated ? field.flagValue : nil
        // Whoever is paired is listed.
        case .listed: nil
        }
    }

    private func made() throws -> SeekWish {
        var wish = SeekWish()
        for field in GameTerms.Field.carried(by: .seek) {
            guard let text = said(field) else { continue }
            guard wish.terms.set(field, to: text) else {
                throw ValidationError("--\(field.rawValue) takes \(field.summary).")
            }
        }
        switch wish.terms.fault {
        case .ratedWithoutClock: throw ValidationError("--rated asks for a --clock, such as 300+5.")
        case .some(let fault): throw ValidationError("--\(fault.field.rawValue) must be \(fault.expected).")
        case nil: break
        }
        if let rating {
            guard let range = RatingRange(rating) else {
                throw ValidationError("--rating takes two ratings, as 1300-1700.")
            }
            wish.range = range
        }
        return wish
    }
}

extension ArgumentHelp {
    /// What an option for a term takes.
    fileprivate static func term(_ field: GameTerms.Field) -> ArgumentHelp {
        ArgumentHelp("\(field.summary). (default: \(field.standard ?? "none"))", valueName: field.rawValue)
    }
}

/// Runs the full-screen client to its end.
enum FullScreen {
    static func run(_ setup: Session.Setup, at place: Place, terminal: Terminal, signals: SignalWatcher) throws {
        let environment = ProcessInfo.processInfo.environment
        let colors = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        let app = FullScreenApp(loop: try EventLoop(), terminal: terminal, setup: setup, colors: colors)
        let status = try app.run(place, signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}

/// Names for new rooms that can be told over a telephone.
enum RoomNames {
    private static let first = [
        "amber", "brave", "calm", "clever", "early", "fair", "gentle", "green", "kind", "lucky", "merry", "quick",
        "quiet", "sunny", "swift", "warm",
    ]
    private static let second = [
        "badger", "crane", "dove", "falcon", "finch", "fox", "hare", "heron", "lark", "lynx", "magpie", "otter", "owl",
        "robin", "swan", "wren",
    ]

    static func random() -> RoomName {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    static func random(using generator: inout some RandomNumberGenerator) -> RoomName {
        let words = [first, second].map { $0.randomElement(using: &generator) ?? "table" }
        return RoomName("\(words[0])-\(words[1])-\(Int.random(in: 10...99, using: &generator))") ?? standard
    }

    private static let standard: RoomName = {
        guard let name = RoomName("table") else { preconditionFailure("a plain word is the name of a room") }
        return name
    }()
}
