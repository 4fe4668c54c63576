import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli replay`: shows a room's history or a recorded game, state by state.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a room from its first delta, or a game from a file.",
        usage: "gomoku-cli replay [<url>] <room> [--lines]\n       gomoku-cli replay <file.sgf | file.psq> [--lines]",
        discussion: """
            Shows every state, from the first to the last. Keys: left and right go one step, Page Up and Page Down \
            ten; Home and End go to the start and the end; space plays and pauses; q quits. With --lines, or if \
            standard output is not a terminal, or if TERM is empty or dumb, the command prints one line per state.
            """)

    @Argument(help: "The server, or a file. \(Address.standardHelp)")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    private var file: String? {
        guard room == nil, let url, url.hasSuffix(".sgf") || url.hasSuffix(".psq"), !url.contains("://") else {
            return nil
        }
        return url
    }

    func validate() throws {
        if file == nil { _ = try Address.withRoom(url: url, room: room) }
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        let loop = try EventLoop()
        if let file {
            try show(try record(file), title: (file as NSString).lastPathComponent, loop, signals)
        } else {
            let (address, room) = try Address.withRoom(url: url, room: room)
            try show(try history(address, room), title: room.text, loop, signals)
        }
    }

    private func record(_ path: String) throws -> ReplayFrames {
        guard let data = FileManager.default.contents(atPath: path) else {
            Output.printError(language.words.unreadable(path))
            throw ExitCode(ExitStatus.noInput)
        }
        do throws(RecordError) {
            let bytes = Array(data)
            return ReplayFrames(
                path.hasSuffix(".psq") ? try GameRecord(psq: bytes) : try GameRecord(sgf: bytes),
                language.words)
        } catch {
            Output.printError(language.words.badRecord(path, error))
            throw ExitCode(ExitStatus.badData)
        }
    }

    private func history(_ address: Address, _ room: RoomName) throws -> ReplayFrames {
        do throws(HistoryFetch.Failure) {
            let deltas = try HistoryFetch.deltas(of: room) { WebFetch.get(address.http($0), secret: address.secret) }
            return ReplayFrames(
                deltas, language.words, names: ReplayNames.of(deltas) { WebFetch.get(address.http($0)) })
        } catch {
            Output.printError(language.words.history(error, room: room.text, server: address.server))
            throw ExitCode(error.status)
        }
    }

    private func show(_ frames: ReplayFrames, title: String, _ loop: EventLoop, _ signals: SignalWatcher) throws {
        guard !lines, FullScreen.isPossible(), let terminal = Terminal() else {
            for frame in frames.frames {
                Output.line(SafeText(frame.caption, isUnicode: TerminalLocale.isUnicode).text)
            }
            return
        }
        let app = ReplayApp(
            terminal: LiveTerminal(terminal, on: loop, colors: Settings.current.isOn(.colors)),
            model: ReplayModel(title: title, frames: frames, words: language.words))
        app.start(signals: signals)
        defer { _ = app.finish() }
        try loop.run()
        let status = app.finish()
        if status != 0 { throw ExitCode(status) }
    }
}
