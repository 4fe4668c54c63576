import ArgumentParser
import Client
import Foundation
import GameState
import WebSockets
import Wire

/// `gomoku-cli play`: starts the full-screen client.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play on the full screen: in a room, or against an opponent from the lobby.",
        usage: """
            gomoku-cli play [<url>] [<room>] [<options>]
                   gomoku-cli play [<url>] [<room>] --friend [<options>]
                   gomoku-cli play [<url>] --seek [--rule <rule>] [--clock <clock>] …
            """,
        discussion: """
            You can copy any link of the page, such as http://host:8080/?room=lunch, also one with a game's terms or \
            to a record or a player. Without a room you start in the lobby. There you can play anyone, a friend by a \
            link, or the computer, or watch a \
            game. With --seek you look for an opponent immediately. Press ? to see the keys.

            Two terminals of one user are the same player, who may play both sides. With --guest the second terminal \
            is another player. A terminal of 80 columns and 24 rows shows everything; 34 by 19 is enough for a 15x15 \
            board.
            """)

    @OptionGroup
    var target: RoomArguments

    @Flag(help: "Open a table for a friend, and print the link to send to them.")
    var friend = false

    @OptionGroup(title: "Looking for an opponent")
    var seek: SeekOptions

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Screen")
    var screen: ScreenOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws {
        let address = try target.address()
        try identity.checkSecret(of: address)
        if seek.seek, address.room != nil { throw ValidationError("Choose one of a room and --seek.") }
        if friend, seek.seek || identity.secret || address.secret != nil || address.room == .lobby {
            throw ValidationError(
                "--friend opens a new table. Leave out the secret, the lobby and --seek.")
        }
        if identity.secret, seek.seek || address.secret != nil {
            throw ValidationError(
                "--secret cannot be combined with --seek, or with a link that contains the secret. Leave out --secret.")
        }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        var address = try target.address()
        let tokens = identity.tokens(for: address)
        if try LinkedView.show(address.place, at: address, tokens: tokens, words: language.words, signals: signals) {
            return
        }
        if address.isRace {
            return try RaceCommand.show(
                identity, at: identity.ask(address), words: language.words, screen: screen, signals: signals)
        }
        guard let terminal = Terminal() else {
            Output.printError("play needs a terminal. For output to a file or pipe, use watch or state.")
            throw ExitCode(ExitStatus.usage)
        }
        guard FullScreen.isPossible() || friend || address.room != nil && address.room != .lobby else {
            Output.printError(language.words.noFullScreen(FullScreen.terminalType))
            throw ExitCode(ExitStatus.usage)
        }
        address = try identity.ask(address)
        if friend { return try open(address, terminal, signals) }
        if identity.secret { _ = try address.withRoom() }
        let setup = identity.setup(address, room: address.room ?? .lobby)
        if address.isStudy {
            return try StudyCommand.show(setup, words: language.words, screen: screen, signals: signals)
        }
        guard FullScreen.isPossible() else {
            return try LineTable(setup, invitation: address.link.invitationWithoutForm, words: language.words).run(
                signals: signals)
        }
        var form: NewGameForm?
        if address.link.asksComputer {
            form = NewGameForm(.table)
            form?.invite(computer: RobotLevel.first)
        }
        let place =
            address.room.map {
                $0 == .lobby
                    ? .lobby(nil)
                    : .table(
                        $0, .play, opens: form, secret: setup.secret, invitation: address.link.invitation)
            } ?? Place.lobby(seek.wish)
        try FullScreen.run(
            setup, at: place, words: language.words, options: screen, terminal: terminal,
            signals: signals)
    }

    /// Opens a new room with a secret. The printed link remains on the terminal after the program
    /// has ended.
    private func open(_ address: Address, _ terminal: Terminal, _ signals: SignalWatcher) throws {
        let room = address.room ?? RoomNames.random()
        let secret = RoomNames.secret()
        Output.line("\(language.words.sendLinkTo) \(address.link(to: room, secret: secret))")
        guard FullScreen.isPossible() else {
            var setup = identity.setup(address, room: room)
            setup.secret = secret
            return try LineTable(setup, invitation: nil, words: language.words).run(signals: signals)
        }
        var form = NewGameForm(.table, GameTerms())
        form.isForFriend = true
        try FullScreen.run(
            identity.setup(address, room: room), at: .table(room, .play, opens: form, secret: secret),
            words: language.words, options: screen, terminal: terminal,
            signals: signals)
    }
}
