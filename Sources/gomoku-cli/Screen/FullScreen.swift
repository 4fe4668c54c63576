import ArgumentParser
import Foundation
import WebSockets

/// The start of the full-screen client.
enum FullScreen {
    /// The type of the terminal, or an empty string if the environment does not name one.
    static let terminalType = ProcessInfo.processInfo.environment["TERM"] ?? ""

    /// Whether a terminal of this type supports the full screen. A `dumb` one cannot position its
    /// cursor, and nothing is known about a terminal without a type.
    static func isPossible(on type: String = terminalType) -> Bool { !["", "dumb"].contains(type) }

    static func run(
        _ setup: Session.Setup, at place: Place, words: any Words, options: ScreenOptions, terminal: Terminal,
        signals: SignalWatcher
    ) throws {
        var setup = setup
        setup.retries = .always
        let settings = Settings.current
        let live = LiveTerminal(
            terminal, on: try EventLoop(), colors: settings.isOn(.colors, option: options.colors),
            features: TerminalFeatures(
                settings, options: options, environment: ProcessInfo.processInfo.environment))
        let app = FullScreenApp(live, setup: setup, words: words)
        let status = try app.run(place, signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}
