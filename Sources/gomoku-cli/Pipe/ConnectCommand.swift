import ArgumentParser
import GameState
import WebSockets

/// `gomoku-cli connect`: connects standard input and output with the server's protocol.
struct ConnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Exchange protocol messages with a server: JSON lines in, JSON lines out.",
        usage: "gomoku-cli connect [<url>] [--bot] [--linger <seconds>] [<options>]",
        discussion: """
            The command sends each line of standard input unchanged, and prints each message from the server as a \
            line. It sends a hello first, unless the first line is one. If the address contains a room, it also joins \
            the room. At the end of the input it waits for the missing answers, at most --linger seconds. \
            docs/PROTOCOL.md describes the messages.

            Exit status: 0 at the end of the input, 64 for wrong usage, 69 if no server is reached or the connection \
            is lost, 76 if it is not a Gomoku server, 130 after Ctrl-C.
            """)

    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Flag(help: "Identify as a bot.")
    var bot = false

    @Option(help: ArgumentHelp("The longest wait for answers after the end of the input.", valueName: "seconds"))
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
