import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli watch`: shows a room on the full screen for spectators, or as lines if there is no
/// terminal.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch a room on the full screen, or line by line in a pipe.",
        usage: "gomoku-cli watch [<url>] <room> [--lines | --json] [<options>]",
        discussion: """
            With --lines, or if standard output is not a terminal, or if TERM is empty or dumb, the command prints one \
            line per event: moves, seats, results, people who come and go, and chat messages. With --json, each line \
            is a JSON object; docs/TERMINAL.md has examples.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @Flag(help: "Print JSON, one event per line.")
    var json = false

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Screen")
    var screen: ScreenOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws {
        let address = try place.address()
        if address.place == .table, !address.isRace { try identity.check(url: place.url, room: place.room) }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let asked = try place.address()
        if try LinkedView.show(
            asked.place, at: asked, tokens: identity.tokens(for: asked), words: language.words, signals: signals,
            form: json ? .json : lines ? .lines : .screen)
        {
            return
        }
        if asked.isRace {
            guard !json else { throw ValidationError("A race has no JSON form. Use state or connect.") }
            return try RaceCommand.show(
                identity, at: identity.ask(asked), words: language.words, screen: screen, signals: signals, lines: lines
            )
        }
        let (address, room) = try identity.ask(asked).withRoom()
        let setup = identity.setup(address, room: room)
        if address.isStudy {
            let form: ReplayCommand.Form = json ? .json : lines ? .lines : .screen
            return try StudyCommand.show(
                setup, words: language.words, screen: screen, signals: signals, form: form)
        }
        if json {
            return try SessionRunner(WatchEventsPrinter(), setup: setup, signals: signals).run()
        }
        if !lines, FullScreen.isPossible(), let terminal = Terminal() {
            return try FullScreen.run(
                setup, at: room == .lobby ? .lobby(nil) : .table(room, .watch, opens: nil, secret: setup.secret),
                words: language.words, options: screen, terminal: terminal, signals: signals)
        }
        try SessionRunner(WatchPrinter(language.words), words: language.words, setup: setup, signals: signals).run()
    }
}
