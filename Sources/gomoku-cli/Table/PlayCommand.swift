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
            gomoku-cli play [<url>] [<room>] [<who>]
                   gomoku-cli play [<url>] --seek [--rule <rule>] [--clock <clock>] …
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

    @OptionGroup(title: "Language")
    var language: LanguageOptions

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
        try FullScreen.run(setup, at: place, words: language.words, terminal: terminal, signals: signals)
    }
}
