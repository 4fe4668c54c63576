import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli play`: starts the full-screen client.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play, full screen: in a room, or find an opponent in the lobby.",
        usage: """
            gomoku-cli play [<url>] [<room>] [<who>]
                   gomoku-cli play [<url>] [<room>] --friend [<who>]
                   gomoku-cli play [<url>] --seek [--rule <rule>] [--clock <clock>] …
            """,
        discussion: """
            The address may be one copied from the browser, with the room in it: http://host:8080/?room=lunch. Without a \
            room you get to the lobby: play anyone, a friend by a link, or the computer, or watch. With --seek an opponent \
            is looked for at once. Press ? to see the keys.

            Two terminals of one user are the same player, who may play both sides; with --guest the second one is \
            somebody else. The terminal should have 80 columns and 24 rows; 34 by 19 will do.
            """)

    @OptionGroup
    var target: RoomArguments

    @Flag(help: "Open a table for a friend, and print the link to send.")
    var friend = false

    @OptionGroup(title: "Looking for an opponent")
    var seek: SeekOptions

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws {
        let address = try target.address()
        if seek.seek, address.room != nil { throw ValidationError("Choose one of a room and --seek.") }
        if friend, seek.seek || identity.secret || address.secret != nil || address.room == .lobby {
            throw ValidationError(
                "With --friend a new table is opened: name no secret, no lobby, and do without --seek.")
        }
        if identity.secret, seek.seek || address.secret != nil {
            throw ValidationError("--secret asks for what the link has, and goes with a room, not with --seek.")
        }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        var address = try target.address()
        guard let terminal = Terminal() else {
            Output.complain("play needs a terminal. To use its output elsewhere, try watch or state.")
            throw ExitCode(ExitStatus.usage)
        }
        guard FullScreen.isPossible() else {
            Output.complain(language.words.noFullScreen(FullScreen.terminalType))
            throw ExitCode(ExitStatus.usage)
        }
        address = try identity.ask(address)
        if friend { return try open(address, terminal, signals) }
        if identity.secret { _ = try address.withRoom() }
        let setup = identity.setup(address, room: address.room ?? .lobby)
        let place =
            address.room.map { $0 == .lobby ? .lobby(nil) : .table($0, .play, opens: nil, secret: setup.secret) }
            ?? Place.lobby(seek.wish)
        try FullScreen.run(setup, at: place, words: language.words, terminal: terminal, signals: signals)
    }

    /// Opens a new room with a secret. The printed link remains on the terminal after the program
    /// has ended.
    private func open(_ address: Address, _ terminal: Terminal, _ signals: SignalWatcher) throws {
        let room = address.room ?? RoomNames.random()
        let secret = RoomNames.secret()
        Output.line("\(language.words.sendLinkTo) \(address.link(to: room, secret: secret))")
        var form = NewGameForm(.table, GameTerms())
        form.isForFriend = true
        try FullScreen.run(
            identity.setup(address, room: room), at: .table(room, .play, opens: form, secret: secret),
            words: language.words, terminal: terminal, signals: signals)
    }
}
