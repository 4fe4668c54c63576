import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli play`: the full-screen client.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play in a room, full screen.",
        usage: "gomoku-cli play [<url>] [<room>] [--name <name>] [--token-file <file> | --guest]",
        discussion: """
            The address may be one copied from the browser, with the room in it: http://host:8080/?room=lunch. Without a
            room you get a new one, and a link to send to a friend. Press ? there to see the keys.

            Two terminals of one user are the same player, who may play both sides; with --guest the second one is
            somebody else. The terminal should have 80 columns and 24 rows; 34 by 19 will do.
            """)

    @Argument(help: "The server. (default: \(Address.standard))")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    @OptionGroup(title: "Identity")
    var identity: IdentityOptions

    func validate() throws { _ = try Address.of(url: url, room: room) }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let address = try Address.of(url: url, room: room)
        guard let terminal = Terminal() else {
            Output.complain("play needs a terminal. To use its output elsewhere, try watch or state.")
            throw ExitCode(ExitStatus.usage)
        }
        let room = address.room ?? RoomNames.random()
        let setup = identity.setup(address, room: room)
        try FullScreen.run(setup, mode: .play, terminal: terminal, signals: signals)
    }
}

/// Runs the full-screen client to its end.
enum FullScreen {
    static func run(_ setup: Session.Setup, mode: PlayModel.Mode, terminal: Terminal, signals: SignalWatcher) throws {
        let environment = ProcessInfo.processInfo.environment
        let colors = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        let app = FullScreenApp(loop: try EventLoop(), terminal: terminal, setup: setup, colors: colors)
        let status = try app.run(.table(setup.room, mode, opens: nil), signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}

/// Names for new rooms that can be told over a telephone.
enum RoomNames {
    private static let first = ["amber", "brave", "calm", "clever", "early", "fair", "gentle", "green", "kind", "lucky", "merry", "quick", "quiet", "sunny", "swift", "warm"]
    private static let second = ["badger", "crane", "dove", "falcon", "finch", "fox", "hare", "heron", "lark", "lynx", "magpie", "otter", "owl", "robin", "swan", "wren"]

    static func random() -> RoomName {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    static func random(using generator: inout some RandomNumberGenerator) -> RoomName {
        let words = [first, second].map { $0.randomElement(using: &generator) ?? "table" }
        return RoomName("\(words[0])-\(words[1])-\(Int.random(in: 10...99, using: &generator))") ?? standard
    }

    private static let standard: RoomName = {
        guard let name = RoomName("table") else { preconditionFailure("a plain word is the name of a room") }
        return name
    }()
}
