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

    /// Whether the full screen uses colours. NO_COLOR overrides all settings
    /// (https://no-color.org).
    static func showsColors(
        settings: Settings = .current, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty && settings.colors ?? true
    }

    static func run(
        _ setup: Session.Setup, at place: Place, words: any Words, terminal: Terminal, signals: SignalWatcher
    ) throws {
        let live = LiveTerminal(terminal, on: try EventLoop(), colors: showsColors())
        let app = FullScreenApp(live, setup: setup, words: words)
        let status = try app.run(place, signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}
