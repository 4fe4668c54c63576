import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli connect`: connects standard input and output with the server's protocol.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Speak the protocol: JSON lines in, JSON lines out.",
        usage: "gomoku-cli connect [<url>] [--bot] [--linger <seconds>] [<who>]",
        discussion: """
            Each line of standard input is sent as it is; each message of the server is a line of standard output. A hello \
            is sent first, unless the first line is one. A room in the address is joined. At the end of the input it waits \
            until everything has its answer, at most --linger seconds. The messages are in docs/PROTOCOL.md.

            Exit status: 0 at the end of the input, 64 for wrong usage, 69 when no server is reached or the connection is \
            lost, 76 when something else answers, 130 after Ctrl-C.
            """)

    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Flag(help: "Say that you are a bot.")
    var bot = false

    @Option(help: ArgumentHelp("How long to wait for answers after the end of the input.", valueName: "seconds"))
    var linger: Double = 5

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    func validate() throws {
        _ = try Address.of(url: url, room: nil)
        guard linger >= 0, linger <= 86_400 else { throw ValidationError("--linger takes 0 to 86400 seconds.") }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup])
        let address = try Address.of(url: url, room: nil)
        guard let stand = address.room ?? RoomName("none") else { return }
        var setup = identity.setup(address, room: stand)
        setup.isBot = bot
        let pipe = try ConnectPipe(setup: setup, joins: address.room != nil, lingerMilliseconds: Int(linger * 1000))
        let status = try pipe.run(signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}
