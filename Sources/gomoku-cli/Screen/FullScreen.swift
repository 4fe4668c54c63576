import ArgumentParser
import Foundation
import WebSockets

/// Runs the full-screen client to its end.
enum FullScreen {
    /// The type of the terminal; empty if the environment names none.
    static let terminalType = ProcessInfo.processInfo.environment["TERM"] ?? ""

    /// Whether a terminal of that type can be drawn on: a `dumb` one has no cursor to place, and nothing is known of one
    /// without a name.
    static func isPossible(on type: String = terminalType) -> Bool { !["", "dumb"].contains(type) }

    /// Whether the user wants colours. NO_COLOR takes them away whatever else is set (https://no-color.org).
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
