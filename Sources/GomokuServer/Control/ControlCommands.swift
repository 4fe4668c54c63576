import ArgumentParser
import Foundation
import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// The options that name a running server's control socket.
struct ControlPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's control socket. Default: GOMOKU_SERVER_ADMIN_SOCKET, admin.sock in --data, or /run/gomoku/admin.sock.",
            valueName: "path"))
    var adminSocket: String?

    @Option(help: ArgumentHelp("The server's data directory.", valueName: "dir"))
    var data: String?

    private var path: String {
        let environment = ProcessInfo.processInfo.environment
        let inData = (data ?? environment["GOMOKU_SERVER_DATA"]).map(Daemon.controlSocket)
        return adminSocket ?? environment["GOMOKU_SERVER_ADMIN_SOCKET"] ?? inData ?? "/run/gomoku/admin.sock"
    }

    /// Sends the order and prints the answer.
    func ask(_ order: ControlCommand) throws { print(try answer(to: order)) }

    /// Sends the order and returns the answer, escaped so that texts of users cannot control the
    /// terminal.
    func answer(to order: ControlCommand) throws -> String { Self.printable(try reply(to: order).text) }

    /// Gives the order and returns the answer. Ends the program if the server refuses the order or
    /// does not answer.
    func reply(to order: ControlCommand) throws -> ControlAnswer {
        let line: String
        do {
            line = try ControlSocket.ask(order.line, at: path)
        } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            throw ExitCode(ExitStatus.unavailable)
        }
        guard let answer = ControlAnswer(line: line) else {
            FileHandle.standardError.write(Data("Error: the server at \(path) did not answer.\n".utf8))
            throw ExitCode(ExitStatus.unavailable)
        }
        guard answer.isDone else {
            FileHandle.standardError.write(Data("Error: \(Self.printable(answer.text))\n".utf8))
            throw ExitCode(ExitStatus.badData)
        }
        return answer
    }

    /// Escapes invisible characters, except line ends, by their numbers.
    static func printable(_ text: String) -> String {
        escaped(text) { "\\u{\(String($0.value, radix: 16))}" }
    }

    /// Escapes invisible characters as JSON does. In lines of JSON they occur only inside strings.
    static func printableJSON(_ text: String) -> String {
        escaped(text) { scalar in
            Character(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        text.unicodeScalars.reduce(into: "") { shown, scalar in
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n", .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                .paragraphSeparator:
                shown += escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A duration such as `90`, `90s`, `30m`, `12h` or `7d`.
struct ShutOutTime: ExpressibleByArgument, Equatable {
    let seconds: Int

    init?(argument: String) {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let unit = argument.last.flatMap { units[$0] }
        guard let number = Int(unit == nil ? argument[...] : argument.dropLast()), (1...315_360_000).contains(number)
        else { return nil }
        seconds = min(number * (unit ?? 1), 315_360_000)
    }
}

/// Help texts that several commands share.
private enum ControlWords {
    static let who = ArgumentHelp("A participant's ID (p-…), a claimed name, or an address.", valueName: "who")
    static let time = ArgumentHelp("Duration, such as 90s, 30m, 12h or 7d. Default: no end.", valueName: "time")
}

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of a running server.")
    @OptionGroup var place: ControlPlace

    @Flag(help: "Print nothing; exit with status 69 if the server is failing.")
    var check = false

    @Flag(help: "Print JSON on one line.")
    var json = false

    func validate() throws {
        if check, json { throw ValidationError("Choose one of --check and --json.") }
    }

    func run() throws {
        if json { return print(ControlPlace.printableJSON(try place.reply(to: ControlCommand(.figures)).text)) }
        let status = try place.answer(to: ControlCommand(.status))
        guard check else { return print(status) }
        if status.contains("\nstate: \(Readiness.failing("").status)\n") { throw ExitCode(ExitStatus.unavailable) }
    }
}

struct ServersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servers", abstract: "Show the running servers that share the store, one per line.")
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(.servers)) }
}

struct ReportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Show the newest reports from players, one JSON object per line, newest last.",
        discussion:
            "Reports that have been shown count as read. When the server has no room for more, new reports replace the oldest read ones. Unread reports stay until they have been shown."
    )
    @Option(help: ArgumentHelp("Number of reports to show.", valueName: "count"))
    var limit = 20

    @Option(help: ArgumentHelp("Show only reports older than this number.", valueName: "number"))
    var before: Int?

    @OptionGroup var place: ControlPlace

    func validate() throws {
        guard (1...ReportBox.limit).contains(limit) else {
            throw ValidationError("--limit must be 1 to \(ReportBox.limit).")
        }
    }

    func run() throws {
        var pages: [String] = []
        var (shown, first, older) = (0, before, 0)
        repeat {
            let answer = try place.reply(to: ControlCommand(.reports, before: first, limit: limit - shown))
            guard !answer.text.isEmpty else { break }
            pages.append(ControlPlace.printableJSON(answer.text))
            shown += answer.text.split(separator: "\n").count
            (first, older) = (answer.first, answer.older ?? 0)
        } while older > 0 && shown < limit
        if !pages.isEmpty { print(pages.reversed().joined(separator: "\n")) }
        guard older > 0, let first else { return }
        let sentence = "\(older) older reports are not shown. Show them with --before \(first).\n"
        FileHandle.standardError.write(Data(sentence.utf8))
    }
}

struct KickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick", abstract: "Close all connections of a participant or an address; they may reconnect.")
    @Argument(help: ControlWords.who) var who: String
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(.kick, who: who)) }
}

struct BanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban", abstract: "Ban a participant, or everyone from an address.")
    @Argument(help: ControlWords.who) var who: String
    @Option(name: .customLong("for"), help: ControlWords.time) var time: ShutOutTime?
    @Flag(help: "Lift the ban.") var end = false
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(end ? .unban : .ban, who: who, seconds: time?.seconds)) }
}

struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Block a participant's chat messages; they may still play.")
    @Argument(help: ControlWords.who) var who: String
    @Option(name: .customLong("for"), help: ControlWords.time) var time: ShutOutTime?
    @Flag(help: "Allow chat messages again.") var end = false
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(end ? .unmute : .mute, who: who, seconds: time?.seconds)) }
}

struct RenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a participant, even one with a claimed name.")
    @Argument(help: ControlWords.who) var who: String
    @Argument(help: "The new name.") var name: String
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(.rename, who: who, name: name)) }
}

struct ResetPasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Set and print a new password for a claimed name, and end all its sessions.")
    @Argument(help: ControlWords.who) var who: String
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(.resetPassword, who: who)) }
}

struct CloseRoomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close-room", abstract: "Remove everyone from a room and refuse entry; the room's content is kept."
    )
    @Argument(help: "The room's name.") var room: String
    @Option(name: .customLong("for"), help: ControlWords.time) var time: ShutOutTime?
    @Flag(help: "Reopen the room.") var end = false
    @OptionGroup var place: ControlPlace

    func run() throws {
        try place.ask(ControlCommand(end ? .openRoom : .closeRoom, room: room, seconds: time?.seconds))
    }
}

struct DrainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain", abstract: "Refuse new clients (/readyz answers 503); existing ones stay.")
    @Flag(help: "Accept new clients again.") var end = false
    @OptionGroup var place: ControlPlace

    func run() throws { try place.ask(ControlCommand(end ? .undrain : .drain)) }
}
