import ArgumentParser
import Foundation
import GameState
import WebSockets
import Wire

/// `gomoku-cli replay`: shows a room's history or a recorded game, state by state.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a room from its first delta, or a game from a file.",
        usage: """
            gomoku-cli replay [<url>] <room> [--lines | --json]
                   gomoku-cli replay <link of a record> [--lines | --json]
                   gomoku-cli replay <file.sgf | file.psq> [--lines | --json]
            """,
        discussion: """
            Shows every state, from the first to the last. Keys: left and right go one step, Page Up and Page Down \
            ten; Home and End go to the start and the end; space plays and pauses; a shows the server's report on a \
            record; ? shows the keys; q quits. With --lines, or if standard output is not a terminal, or if TERM is \
            empty or dumb, the command prints one line per state.
            """)

    @Argument(help: "The server, or a file. \(Address.standardHelp)")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @Flag(help: "Print JSON, one event or move per line.")
    var json = false

    /// The form of the output.
    enum Form { case screen, lines, json }

    private var form: Form { json ? .json : lines ? .lines : .screen }

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    private var file: String? {
        guard room == nil, let url, url.hasSuffix(".sgf") || url.hasSuffix(".psq"), !url.contains("://") else {
            return nil
        }
        return url
    }

    func validate() throws {
        guard file == nil else { return }
        let address = try Address.of(url: url, room: room)
        if address.isStudy, let room = address.room { throw ValidationError("\(AddressError.analysis(room))") }
        if address.isRace { throw ValidationError("\(AddressError.race)") }
        if address.place == .table { _ = try address.withRoom() }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        if let file {
            let title = (file as NSString).lastPathComponent
            let record = try record(file)
            if json { return print(GameEvents.lines(record)) }
            return try Self.show(
                ReplayFrames(record, language.words), title: title, words: language.words, prints: lines,
                signals: signals)
        }
        let asked = try Address.of(url: url, room: room)
        if try LinkedView.show(
            asked.place, at: asked, tokens: TokenFile(usualFor: asked), words: language.words, signals: signals,
            form: form)
        {
            return
        }
        let (address, room) = try asked.withRoom()
        let deltas = try history(address, room)
        if json { return print(GameEvents.lines(deltas)) }
        let names = ReplayNames.of(deltas) { WebFetch.get(address.http($0)) }
        try Self.show(
            ReplayFrames(deltas, language.words, names: names), title: room.text, words: language.words, prints: lines,
            signals: signals)
    }

    private func record(_ path: String) throws -> GameRecord {
        guard let data = FileManager.default.contents(atPath: path) else {
            Output.printError(language.words.unreadable(path))
            throw ExitCode(ExitStatus.noInput)
        }
        do throws(RecordError) {
            let bytes = Array(data)
            return path.hasSuffix(".psq") ? try GameRecord(psq: bytes) : try GameRecord(sgf: bytes)
        } catch {
            Output.printError(language.words.badRecord(path, error))
            throw ExitCode(ExitStatus.badData)
        }
    }

    private func history(_ address: Address, _ room: RoomName) throws -> [AcceptedDelta] {
        do throws(HistoryFetch.Failure) {
            return try HistoryFetch.deltas(of: room) { WebFetch.get(address.http($0), secret: address.secret) }
        } catch {
            Output.printError(language.words.history(error, room: room.text, server: address.server))
            throw ExitCode(error.status)
        }
    }

    private func print(_ lines: [String]) { for line in lines { Output.line(line) } }

    /// Shows the frames on the full screen, or prints a line for each.
    ///
    /// - Parameter report: the address of the server's report on the game, if there is one.
    static func show(
        _ frames: ReplayFrames, title: String, words: any Words, prints: Bool, signals: SignalWatcher,
        report: String? = nil
    ) throws {
        guard !prints, FullScreen.isPossible(), let terminal = Terminal() else {
            for frame in frames.frames {
                Output.line(SafeText(frame.caption, isUnicode: TerminalLocale.isUnicode).text)
            }
            return
        }
        let loop = try EventLoop()
        let app = ReplayApp(
            terminal: LiveTerminal(terminal, on: loop, colors: Settings.current.isOn(.colors)),
            model: ReplayModel(title: title, frames: frames, words: words, hasReport: report != nil), report: report)
        app.start(signals: signals)
        defer { _ = app.finish() }
        try loop.run()
        let status = app.finish()
        if status != 0 { throw ExitCode(status) }
    }
}
