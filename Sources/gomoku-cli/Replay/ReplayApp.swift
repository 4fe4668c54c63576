import GameState
import WebSockets

/// A replay on the full screen: terminal, keys and signals on one loop, around a ``ReplayModel``.
final class ReplayApp {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
    }

    private static let escapeMilliseconds = 50

    private let loop: EventLoop
    private let terminal: Terminal
    private let colors: Bool
    private var model: ReplayModel
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private var decoder = KeyDecoder()
    private var shown: Canvas?
    private var exitStatus: Int32 = 0
    private var stepTimer: LoopTimer?
    private var escapeTimer: LoopTimer?

    init(loop: EventLoop, terminal: Terminal, model: ReplayModel, colors: Bool) {
        self.loop = loop
        self.terminal = terminal
        self.model = model
        self.colors = colors
        stepTimer = loop.timer(of: self) {
            $0.model.tick()
            $0.draw()
        }
        escapeTimer = loop.timer(of: self) { $0.press($0.decoder.flush()) }
        loop.attach(mailbox, to: self) { $0.handle($1) }
    }

    /// Takes the terminal; the loop must be running, or be run after.
    func start(signals: SignalWatcher) {
        terminal.enter()
        signals.post(to: mailbox) { .signal($0) }
        input.start(post: mailbox) { .input($0) }
        draw()
    }

    /// Gives the terminal back; returns the exit status.
    func finish() -> Int32 {
        terminal.leave()
        return exitStatus
    }

    private func quit(_ status: Int32 = 0) {
        exitStatus = status
        terminal.leave()
        loop.stop()
    }

    private func handle(_ event: Event) {
        switch event {
        case .input(.bytes(let bytes)):
            press(decoder.feed(bytes))
            if decoder.isWaiting { escapeTimer?.schedule(afterMilliseconds: Self.escapeMilliseconds) }
            input.next()
        case .input(.ended): quit()
        case .signal(.interrupt): quit(ExitStatus.interrupted)
        case .signal(.terminate): quit(ExitStatus.terminated)
        case .signal(.hangup): quit(ExitStatus.hungUp)
        case .signal(.windowChange): draw()
        case .signal(.resume):
            terminal.enter()
            shown = nil
            draw()
        }
    }

    private func press(_ keys: [Key]) {
        for key in keys {
            switch model.press(key) {
            case .quit: return quit()
            case .redraw: shown = nil
            case .suspend: terminal.suspend()
            case nil: break
            }
        }
        draw()
    }

    private func draw() {
        guard terminal.isEntered else { return }
        let next = model.draw(on: terminal.size, isUnicode: TerminalLocale.isUnicode)
        let text = CanvasDiff.text(from: shown, to: next, colors: colors)
        shown = next
        if !text.isEmpty, !terminal.write(text) { return quit(ExitStatus.hungUp) }
        if model.isPlaying {
            stepTimer?.schedule(afterMilliseconds: ReplayModel.stepMilliseconds)
        } else {
            stepTimer?.cancel()
        }
    }
}
