import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli state`: prints a room's state for use in pipes.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print a room's state, and optionally the deltas that follow.",
        usage: """
            gomoku-cli state [<url>] <room> [--json | --board] [--follow] [<options>]
            """,
        discussion: """
            As text: first lines that begin with #, then one line per key, with a tab before the value. With --follow, \
            each later delta is one line: revision, participant and changes, separated by tabs. A deleted key has no \
            value.

            With --json: the server's snapshot on one line. With --follow, each later delta is one line. After a \
            reconnect, output continues where it stopped. If that is impossible, another snapshot line follows.

            Exit status: 0 on success, 64 for wrong usage, 69 if no server is reached, 76 if it is not a Gomoku server \
            or refuses the room, 130 after Ctrl-C.
            """)

    @OptionGroup
    var place: RoomArguments

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    @Flag(help: "Print a picture of the board instead of the keys.")
    var board = false

    @Flag(help: "Then print each delta as it arrives.")
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
        if !follow { setup.retries = .never }
        setup.takesAnyKind = true
        let form: StatePrinter.Form = json ? .json : board ? .board : .text
        try SessionRunner(StatePrinter(form: form, follows: follow), setup: setup, signals: signals).run()
    }
}
