import ArgumentParser
import Foundation
import WebSockets

/// Runs the full-screen client to its end.
enum FullScreen {
    static func run(
        _ setup: Session.Setup, at place: Place, words: any Words, terminal: Terminal, signals: SignalWatcher
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        let colors = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        let app = FullScreenApp(loop: try EventLoop(), terminal: terminal, setup: setup, words: words, colors: colors)
        let status = try app.run(place, signals: signals)
        if status != 0 { throw ExitCode(status) }
    }
}
