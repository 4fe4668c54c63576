import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli watch`: shows a room on the full screen for spectators, or as lines if there is no
/// terminal.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch a room, full screen; into a pipe, line by line.",
        usage: "gomoku-cli watch [<url>] <room> [--lines] [<who>]",
        discussion: """
            Where standard output is no terminal, or TERM is empty or dumb, or with --lines, a line is printed for \
            everything that happens: moves, seats, results, who comes and goes, chat.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print lines, on a terminal too.")
    var lines = false

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws { try identity.check(url: place.url, room: place.room) }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let (address, room) = try identity.ask(try place.address()).withRoom()
        let setup = identity.setup(address, room: room)
        if !lines, FullScreen.isPossible(), let terminal = Terminal() {
            return try FullScreen.run(
                setup, at: room == .lobby ? .lobby(nil) : .table(room, .watch, opens: nil, secret: setup.secret),
                words: language.words,
                terminal: terminal, signals: signals)
        }
        try SessionRunner(WatchPrinter(language.words), words: language.words, setup: setup, signals: signals).run()
    }
}
