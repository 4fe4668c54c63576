import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli bot`: connects a Gomocup engine to rooms of a server.
struct BotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bot",
        abstract: "Let a Gomocup engine play in rooms, or find games in the lobby.",
        usage: """
            gomoku-cli bot --engine <path> [<arg> ...] [<options>] <url> <room> ...
                   gomoku-cli bot --engine <path> [<options>] --seek <terms> <url>
            """,
        discussion: """
            In each room the bot takes an open seat or starts a new game, and then plays the games that follow. Each \
            game has its own engine process. If an engine dies, answers too late or makes an illegal move, the bot \
            gives up that game, and standard error says why. If an engine cannot be started, does not say OK or \
            refuses the board, the bot ends.

            Put an engine and its arguments into one word if any of them begins with "-": --engine "/usr/bin/engine \
            --depth 9".

            With --seek the bot finds its games in the lobby, one after the other. The words "renju 300+5 19 swap2 \
            no-takebacks rated 1300-1700" name the terms and the range of ratings to meet. You may leave out any word; \
            the defaults are freestyle, no clock, a 15x15 board and unrated. The word "any" accepts every unrated seek \
            of other participants.

            Exit status: 0 after --games games, 64 for wrong usage, 69 if the engine could not play or no server is \
            reached, 76 if it is not a Gomoku server or refuses the room, 130 after Ctrl-C. No engine is left running.
            """)

    @Option(
        name: .long, parsing: .upToNextOption, help: ArgumentHelp("The engine and its arguments.", valueName: "path"))
    var engine: [String]

    // Options that the parser does not know are collected too, so that `validate` can name them.
    @Argument(
        parsing: .allUnrecognized,
        help: "The server and the rooms to play in. With --seek, only the server, which is optional.")
    var places: [String] = []

    @Option(
        help: ArgumentHelp("Time per move, in milliseconds. Less if the game's clock leaves less.", valueName: "ms"))
    var time = 1_000

    @Option(
        help: ArgumentHelp(
            "Extra time per move before the bot resigns, in milliseconds.", valueName: "ms"))
    var grace = 3_000

    @Option(help: ArgumentHelp("Memory limit sent to the engine.", valueName: "MB"))
    var memory = 350

    @Option(help: ArgumentHelp("The engine's working directory.", valueName: "folder"))
    var folder: String?

    @Flag(help: "End the lines sent to the engine with CR LF.")
    var crlf = false

    @Option(help: "The side to take: x, o or any.")
    var side = "any"

    @Option(
        help: ArgumentHelp(
            "Find games in the lobby instead of in rooms. \"any\" accepts every unrated seek.", valueName: "terms"))
    var seek: String?

    @Option(help: ArgumentHelp("Leave each room, or the lobby, after this many games.", valueName: "n"))
    var games: Int?

    @Option(help: "The rule of the games that the bot starts: \(GameTerms.Field.rule.summary).")
    var rule = "freestyle"

    @Option(help: ArgumentHelp("The name that others see. (default: the engine's file name)", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Store the bot's identity in this file. (default: a new guest for each run)", valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Log the engine's input and output to standard error.")
    var log = false

    func validate() throws {
        guard Rule(rawValue: rule) != nil else {
            throw ValidationError("--rule takes \(GameTerms.Field.rule.summary).")
        }
        guard ["x", "o", "any"].contains(side) else { throw ValidationError("--side takes x, o or any.") }
        guard (1...3_600_000).contains(time) else { throw ValidationError("--time takes 1 to 3600000 milliseconds.") }
        guard (0...3_600_000).contains(grace) else { throw ValidationError("--grace takes 0 to 3600000 milliseconds.") }
        guard (1...1_000_000).contains(memory) else { throw ValidationError("--memory takes 1 to 1000000 MB.") }
        var isFolder: ObjCBool = false
        if let folder,
            !(unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)) || !isFolder.boolValue
        {
            throw ValidationError("\(folder) is not a folder. Give --folder an existing one.")
        }
        if let games, games < 1 { throw ValidationError("--games takes 1 or more.") }
        if let name, !IdentityOptions.isName(name) {
            throw ValidationError("A name has 1 to \(Limits().nameCharacters) characters.")
        }
        let (command, places) = try BotArguments.split(engine: engine, places: self.places)
        guard !command.isEmpty else { throw ValidationError("No engine was given. Give its path after --engine.") }
        try BotArguments.check(places)
        if let seek {
            guard BotSeek(seek) != nil else {
                throw ValidationError(
                    "--seek takes \"any\", or words such as renju, 300+5, 19, swap2, no-takebacks, rated, 1300-1700.")
            }
            guard places.count <= 1 else {
                throw ValidationError(
                    "With --seek, name only the server. Put an engine and its options into one word: --engine \"engine --level 3\"."
                )
            }
            _ = try BotArguments.lobby(places)
        } else {
            _ = try BotArguments.rooms(places)
        }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup])
        let (command, places) = try BotArguments.split(engine: engine, places: self.places)
        let shown = name ?? command[0].split(separator: "/").last.map(String.init) ?? "Engine"
        let seek = seek.flatMap { BotSeek($0) }
        let rooms = try (seek == nil ? BotArguments.rooms(places) : [BotArguments.lobby(places)]).map { address, room in
            var setup = Session.Setup(address: address, room: room)
            setup.secret = room == address.room ? address.secret : nil
            setup.name = String(shown.prefix(Limits().nameCharacters))
            setup.tokens = tokenFile.map(TokenFile.init(path:))
            setup.isBot = true
            setup.retries = .always
            if seek != nil { setup.kind = .lobby }
            return setup
        }
        let setup = BotPlayer.Setup(
            engine: BotEngine.Setup(
                command: command, folder: folder, crlf: crlf, memoryBytes: memory << 20, milliseconds: time,
                graceMilliseconds: grace, log: log),
            side: Stone(rawValue: side), games: seek == nil ? games : 1, rule: Rule(rawValue: rule) ?? .freestyle,
            claims: seek != nil)
        let status = try BotBridge(setup, rooms: rooms, seek: seek, games: games).run(signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}

/// The arguments of the bot: the engine's command, and the rooms.
enum BotArguments {
    /// Splits `--engine PATH ARG… URL ROOM…`, where no option separates the engine's command from
    /// the places: the server's address and its rooms.
    static func split(engine: [String], places: [String]) throws -> (command: [String], places: [String]) {
        var command = engine
        var places = try known(places, after: engine)
        if let start = command.dropFirst().firstIndex(where: isAddress) {
            places = command[start...] + places
            command = Array(command[..<start])
        }
        // Accept the whole command as one word, like `match`, unless a file has exactly this name.
        if let first = command.first, first.contains(" "), unsafe access(first, X_OK) != 0 {
            command = first.split(separator: " ").map(String.init) + command.dropFirst()
        }
        return (command, places)
    }

    /// Returns the places without the terminator `--`. Throws if there is an unknown option before
    /// it, which was probably meant for the engine.
    private static func known(_ words: [String], after engine: [String]) throws -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        guard let option = words[..<end].firstIndex(where: { $0.hasPrefix("-") }) else {
            return Array(words[..<end]) + words[end...].dropFirst()
        }
        let command = (engine + words[option..<end].prefix { !isAddress($0) }).joined(separator: " ")
        throw ValidationError(
            "\(words[option]) is not an option of bot. If it is one of the engine's, put the engine and its options into one word: --engine \"\(command)\"."
        )
    }

    /// Throws if a word precedes the server's address. It was probably meant as an engine option's
    /// value.
    static func check(_ places: [String]) throws {
        guard let address = places.firstIndex(where: isAddress), address > 0 else { return }
        throw ValidationError(
            "\"\(places[0])\" is neither a server nor a room. Put an engine and its options into one word: --engine \"/usr/bin/engine --depth 9\"."
        )
    }

    private static func isAddress(_ word: String) -> Bool {
        word.contains("://") || word == "localhost" || word.hasPrefix("localhost:")
    }

    /// Returns the lobby of the named server, or of the one in the settings.
    static func lobby(_ places: [String]) throws -> (Address, RoomName) {
        (try Address.of(url: places.first, room: nil), .lobby)
    }

    static func rooms(_ places: [String]) throws -> [(Address, RoomName)] {
        guard let url = places.first else { throw ValidationError("Give the server's address and a room.") }
        let names = Array(places.dropFirst())
        guard !names.isEmpty else { return [try Address.withRoom(url: url, room: nil)] }
        guard Set(names).count == names.count else {
            throw ValidationError("A room was named twice. Name each room once.")
        }
        return try names.map { try Address.withRoom(url: url, room: $0) }
    }
}
