import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli race`: shows a puzzle race on the full screen, or as lines if there is no terminal.
struct RaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "race",
        abstract: "Race through puzzles: everyone solves the same ones against the clock.",
        usage: "gomoku-cli race [<url>] [<room>] [--lines] [<options>]",
        discussion: """
            Without a room, the command opens a new race and prints the link to send to your friends. You can copy the \
            link of a race from the page, such as http://host:8080/?race=evening. Press ? to see the keys.

            With --lines, or if standard output is not a terminal, or if TERM is empty or dumb, the command prints the \
            race as text, and reads one line per action: a point such as h8, s (skip), j (join), x (leave), n (start), \
            w (link), q (quit), or a term of the next race, such as minutes 5.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Screen")
    var screen: ScreenOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws { _ = try place.address() }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        try Self.show(
            identity, at: try identity.ask(try place.address()), words: language.words, screen: screen,
            signals: signals, lines: lines)
    }

    /// Shows a race until the user quits. Without a room, opens a new one and prints its link. The
    /// link remains on the terminal after the program has ended.
    static func show(
        _ identity: IdentityOptions, at address: Address, words: any Words, screen: ScreenOptions,
        signals: SignalWatcher, lines: Bool = false
    ) throws {
        var setup = identity.setup(address, room: address.raceRoom)
        setup.kind = .race
        if address.room == nil { Output.line("\(words.sendLinkTo) \(address.link(toRace: setup.room))") }
        if !lines, FullScreen.isPossible(), let terminal = Terminal() {
            return try FullScreen.run(
                setup, at: .race(setup.room, secret: setup.secret), words: words, options: screen, terminal: terminal,
                signals: signals)
        }
        try RaceTable(setup, words: words).run(signals: signals)
    }
}
