import ArgumentParser
import Foundation
import WebSockets

/// Runs the full-screen client to its end.
enum FullScreen {
    /// Whether the terminal is one that shows colours, and its user wants them (https://no-color.org).
    static var showsColors: Bool {
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    static func run(
        _ setup: Session.Setup, at place: Place, words: any Words, terminal: Terminal, signals: SignalWatcher
    ) throws {
        let live = LiveTerminal(terminal, on: try EventLoop(), colors: showsColors)
        let app = FullScreenApp(live, setup: setup, words: words)
        let status = try app.run(place, signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}
