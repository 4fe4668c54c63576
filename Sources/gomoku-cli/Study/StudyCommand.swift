import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli study`: shows an analysis room on the full screen, or as lines if there is no
/// terminal.
struct StudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Analyse with others in one room: a tree of variations with comments and marks.",
        usage: "gomoku-cli study [<url>] <room> [--lines | --json] [<options>]",
        discussion: """
            The first participant who enters a room with a new name creates it. You can copy the link of an analysis \
            from the page, such as http://host:8080/?analysis=tea. Press ? to see the keys.

            With --lines, or if standard output is not a terminal, or if TERM is empty or dumb, the command prints one \
            line per change. With --json, it prints the server's messages about the room, one per line; \
            docs/PROTOCOL.md explains them.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @Flag(help: "Print the server's messages, one JSON object per line.")
    var json = false

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Screen")
    var screen: ScreenOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws {
        try identity.check(url: place.url, room: place.room)
        if lines, json { throw ValidationError("Choose one of --lines and --json.") }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let (address, room) = try identity.ask(try place.address()).withRoom()
        try Self.show(
            identity.setup(address, room: room), words: language.words, screen: screen, signals: signals,
            form: json ? .json : lines ? .lines : .screen)
    }

    /// Shows an analysis room until the user quits.
    static func show(
        _ setup: Session.Setup, words: any Words, screen: ScreenOptions, signals: SignalWatcher,
        form: ReplayCommand.Form = .screen
    ) throws {
        var setup = setup
        setup.kind = .analysis
        if form == .json { return try SessionRunner(StudyMessagePrinter(), setup: setup, signals: signals).run() }
        if form == .screen, FullScreen.isPossible(), let terminal = Terminal() {
            return try FullScreen.run(
                setup, at: .study(setup.room, secret: setup.secret), words: words, options: screen,
                terminal: terminal, signals: signals)
        }
        try SessionRunner(StudyPrinter(words), words: words, setup: setup, signals: signals).run()
    }
}
