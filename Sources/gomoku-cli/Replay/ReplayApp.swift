import GameState
import WebSockets
import Wire

/// A full-screen replay, which connects a terminal to a ``ReplayModel``.
final class ReplayApp {
    private let terminal: LiveTerminal
    private var model: ReplayModel
    /// The address of the server's report on the game, if there is one.
    private let report: String?
    private let mailbox = Mailbox<WebFetch.Answer>()
    private var exitStatus: Int32 = 0
    private var stepTimer: LoopTimer?

    init(terminal: LiveTerminal, model: ReplayModel, report: String?) {
        self.terminal = terminal
        self.model = model
        self.report = report
        terminal.loop.attach(mailbox, to: self) {
            $0.model.take($1)
            $0.draw()
        }
        stepTimer = terminal.loop.timer(of: self) {
            $0.model.tick()
            $0.draw()
        }
    }

    /// Takes control of the terminal. The loop must be running, or be started afterwards.
    func start(signals: SignalWatcher) {
        terminal.start(signals: signals, telling: self) { $0.handle($1) }
        draw()
    }

    /// Restores the terminal and returns the exit status.
    func finish() -> Int32 {
        terminal.leave()
        return exitStatus
    }

    private func quit(_ status: Int32 = 0) {
        exitStatus = status
        terminal.leave()
        terminal.loop.stop()
    }

    private func handle(_ event: LiveTerminal.Event) {
        switch event {
        case .keys(let keys): press(keys)
        case .ended(let status): quit(status)
        case .resized, .returned: draw()
        }
    }

    private func press(_ keys: [Key]) {
        model.screen = terminal.size
        for key in keys {
            switch model.press(key) {
            case .fetchReport: fetchReport()
            case .quit: return quit()
            case .redraw: terminal.invalidate()
            case .suspend: terminal.suspend()
            case nil: break
            }
        }
        draw()
    }

    private func fetchReport() {
        guard let report else { return }
        WebFetch.get(report, patience: WebFetch.reportPatience) { [mailbox] in mailbox.post($0) }
    }

    private func draw() {
        guard terminal.isEntered else { return }
        let picture = model.draw(on: terminal.size, isUnicode: TerminalLocale.isUnicode)
        guard terminal.show(picture) else { return quit(ExitStatus.hungUp) }
        if model.isPlaying {
            stepTimer?.schedule(afterMilliseconds: ReplayModel.stepMilliseconds)
        } else {
            stepTimer?.cancel()
        }
    }
}
