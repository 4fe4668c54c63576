import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli state`: prints a room's state for use in pipes.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print a room's state, or follow its deltas.",
        usage: """
            gomoku-cli state [<url>] <room> [--json | --board] [--follow] [<who>]
            """,
        discussion: """
            As text: a line for each key, the value behind a tab, after lines that begin with #. With --follow each delta \
            that comes after is a line: revision, who, and its changes; a deleted key has no value.

            With --json: the server's own snapshot on one line, and with --follow one line for each delta. A lost connection \
            is taken up again where it broke off; where that cannot be, another snapshot line follows.

            Exit status: 0 when all went well, 64 for wrong usage, 69 when no server is reached, 76 when something else \
            answers, 130 after Ctrl-C.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    @Flag(help: "Print a picture of the board instead of the keys.")
    var board = false

    @Flag(help: "Go on with each delta as it comes.")
    var follow = false

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    func validate() throws {
        try identity.check(url: place.url, room: place.room)
        if json, board { throw ValidationError("Choose one of --json and --board.") }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup])
        let (address, room) = try identity.ask(try place.address()).withRoom()
        var setup = identity.setup(address, room: room)
        setup.keepsTrying = follow
        setup.takesAnyKind = true
        let form: StatePrinter.Form = json ? .json : board ? .board : .text
        try SessionRunner(StatePrinter(form: form, follows: follow), setup: setup, signals: signals).run()
    }
}
