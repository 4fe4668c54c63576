import ArgumentParser
import Foundation
import GameState
import Puzzles
import WebSockets

/// `gomoku-cli puzzles`: shows puzzles on the full screen, or as lines if there is no terminal.
struct PuzzlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "puzzles",
        abstract: "Solve puzzles: wins, defences and drills.",
        usage: "gomoku-cli puzzles [<url>] [<mode> | <id> | --game <game>] [<options>]",
        discussion: """
            The modes are \(PuzzleMode.codes). You can also give the ID or the link of a puzzle, such as \
            http://host:8080/?puzzle=5rLSPf9qZ5I. Press ? to see the keys.

            The mode lost shows a puzzle from your last lost game on the server. With a claimed name, your games on \
            all devices count, otherwise only those at tables of this program.

            Your rating, reviews and fetched puzzles are in $XDG_STATE_HOME/gomoku. The fetched puzzles work without \
            a server.

            With --lines, or if standard output is not a terminal, or if TERM is empty or dumb, the command prints \
            each puzzle as text, and reads one word per line: a point such as h8, t (hint), s (solution), n (next), \
            r (try again) or q (quit). With --json, it reads the same words, and prints JSON; docs/TERMINAL.md \
            explains it.
            """)

    @Argument(help: "The server, or a link of the page. \(Address.standardHelp)")
    var url: String?

    @Argument(help: ArgumentHelp("The mode, or the ID of a puzzle. (default: daily)", valueName: "mode"))
    var start: String?

    @Option(help: ArgumentHelp("The rule of the puzzles. (default: the last one)", valueName: "rule"))
    var rule: Rule?

    @Option(
        help: ArgumentHelp(
            "The kind or theme of the mode theme, such as defence or four-three. docs/PUZZLES.md lists them.",
            valueName: "theme"))
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "The puzzle from this lost game: its ID, or the link of its page.", valueName: "game"))
    var game: String?

    @Option(help: ArgumentHelp("The file with your identity, for the mode lost.", valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Print lines, even on a terminal.")
    var lines = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    @Flag(inversion: .prefixedNo, help: "Use colours. (default: from the settings)")
    var colors: Bool?

    @OptionGroup(title: "Language")
    var language: LanguageOptions

    func validate() throws {
        if lines, json { throw ValidationError("Choose one of --lines and --json.") }
        if let objection = tokenFile.flatMap({ TokenFile(path: $0).objection }) { throw ValidationError(objection) }
        guard try race() == nil else {
            if json { throw ValidationError("A race has no JSON form. Use state or connect.") }
            return
        }
        _ = try place()
    }

    func run() throws {
        let signals = SignalWatcher([.terminate, .interrupt, .hangup, .windowChange, .resume])
        if let race = try race() {
            var screen = try ScreenOptions.parse([])
            screen.colors = colors
            return try RaceCommand.show(
                try IdentityOptions.parse(tokenFile.map { ["--token-file", $0] } ?? []), at: race,
                words: language.words, screen: screen, signals: signals,
                lines: lines)
        }
        let (address, start) = try place()
        try Self.show(
            start, at: address, tokens: tokenFile.map(TokenFile.init(path:)) ?? TokenFile(usualFor: address),
            words: language.words, signals: signals, form: json ? .json : lines ? .lines : .screen, rule: rule,
            colors: colors)
    }

    /// Returns the address of a race, if the argument is the link of one.
    private func race() throws -> Address? {
        guard start == nil, let url, url.contains("?") else { return nil }
        let address = try Address.of(url: url, room: nil)
        return address.isRace ? address : nil
    }

    /// Returns the server and the start that the arguments name.
    private func place() throws -> (Address, PuzzleStart) {
        if let game { return try place(ofGame: game) }
        var (url, word) = (url, start)
        if word == nil, let only = url, PuzzleStart(only) != nil { (url, word) = (nil, only) }
        let address = try Address.of(url: url, room: nil)
        // A bare word would name a room.
        if address.room != nil { throw Self.unknown(url) }
        let named = word.map { PuzzleStart($0) } ?? address.link.puzzles ?? .mode(.daily)
        guard var start = named else { throw Self.unknown(word) }
        guard let theme else { return (address, start) }
        guard let subject = PuzzleFilter.Subject(theme) else {
            let words = PuzzleFilter.Subject.all.map(\.word).joined(separator: ", ")
            throw ValidationError("--theme takes \(words).")
        }
        guard word == nil || start == .mode(.theme) else { throw ValidationError("--theme needs the mode theme.") }
        start = .mode(.theme, subject: subject)
        return (address, start)
    }

    /// Returns the server and the start for a lost game. A link of the game also names the server.
    private func place(ofGame game: String) throws -> (Address, PuzzleStart) {
        if start != nil || theme != nil { throw ValidationError("--game takes no mode and no theme.") }
        let isLink = game.contains("?")
        let address = try Address.of(url: url ?? (isLink ? game : nil), room: nil)
        let link = isLink ? try Address.of(url: game, room: nil).link : try PageLink(query: "record=\(game)")
        if let record = link.record { return (address, .game(id: record)) }
        guard case .game(let id)? = link.puzzles else {
            throw ValidationError("--game takes the ID of a finished game, or its link, such as /?record=….")
        }
        return (address, .game(id: id))
    }

    private static func unknown(_ word: String?) -> ValidationError {
        let word = SafeText(word ?? "").cut(to: 40).text
        return ValidationError(
            "\"\(word)\" is not a server, a mode or the ID of a puzzle. The modes are \(PuzzleMode.codes).")
    }

    /// Shows puzzles until the user quits.
    ///
    /// - Parameters:
    ///   - tokens: the file with the user's token; nil without an identity. Lost games are then not
    ///     remembered.
    ///   - rule: the rule of the puzzles, or nil for the last one.
    static func show(
        _ start: PuzzleStart, at address: Address, tokens: TokenFile?, words: any Words, signals: SignalWatcher,
        form: ReplayCommand.Form, rule: Rule? = nil, colors: Bool? = nil
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        let now = PuzzleTime.now()
        let today = PuzzleDay(at: now)
        let folder = StateFolder.path(environment: environment)
        let file = PuzzleProgressFile(folder: folder, seed: UInt32.random(in: .min ... .max), today: today)
        if let rule, rule != file.progress.rule { file.change(today) { $0.rule = rule } }
        let source = PuzzleSource(
            file: file, cache: PuzzleCache(folder: folder),
            lostGames: LostGameFile(folder: tokens == nil ? nil : folder),
            server: address.server, today: today)
        let session = PuzzleSession(source, now: now)
        if form == .screen, FullScreen.isPossible(), let terminal = Terminal() {
            let settings = Settings.current
            let live = LiveTerminal(
                terminal, on: try EventLoop(), colors: settings.isOn(.colors, option: colors),
                features: TerminalFeatures(settings, environment: environment))
            let app = PuzzleApp(
                terminal: live, model: PuzzleModel(session, address: address, words: words), tokens: tokens)
            let status = try app.run(start, signals: signals)
            if status != 0 { throw ExitCode(status) }
            return
        }
        signals.unblock()
        try text(start, session, at: address, words: words, form: form, tokens: tokens)
    }

    private static func text(
        _ start: PuzzleStart, _ session: PuzzleSession, at address: Address, words: any Words, form: ReplayCommand.Form,
        tokens: TokenFile?
    ) throws {
        let safe: (String) -> Void = { Output.line(SafeText($0, isUnicode: TerminalLocale.isUnicode).text) }
        let printer: any PuzzlePrinter =
            form == .json
            ? PuzzleJSONPrinter { Output.line($0) } : PuzzleLinePrinter(words, now: PuzzleTime.now, out: safe)
        var text = PuzzleText(
            session, printer: printer, now: PuzzleTime.now, user: { PuzzleUser.ask(tokens, at: address) },
            get: { WebFetch.get(address.http($0)) })
        let input = InputLines()
        let status = text.run(start, input: input.next)
        if status != 0 { throw ExitCode(status) }
    }
}
