import GameState
import WebSockets

/// The full-screen client: terminal, keys, signals and session on one loop, around a ``PlayModel``.
final class PlayApp {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
    }

    /// How long a lone ESC waits for the rest of a sequence, in milliseconds.
    private static let escapeMilliseconds = 50
    /// Pictures are drawn no more often than this, in milliseconds.
    private static let frameMilliseconds = 16
    /// How often the seconds until the next try are drawn, in milliseconds.
    private static let countdownMilliseconds = 250

    private let loop: EventLoop
    private let terminal: Terminal
    private let session: Session
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private let colors: Bool
    private var model: PlayModel
    private var decoder = KeyDecoder()
    /// What the terminal shows; nil: not known.
    private var shown: Canvas?
    private var exitStatus: Int32 = 0
    private var complaint: String?
    private var wasOnline = false
    private var drawTimer: LoopTimer?
    private var escapeTimer: LoopTimer?
    private var wakeTimer: LoopTimer?
    private var countdownTimer: LoopTimer?

    init(loop: EventLoop, terminal: Terminal, setup: Session.Setup, mode: PlayModel.Mode, colors: Bool) {
        self.loop = loop
        self.terminal = terminal
        self.colors = colors
        session = Session(setup, loop: loop)
        model = PlayModel(mode: mode, room: setup.room, link: setup.address.link(to: setup.room))
        session.delegate = self
        drawTimer = loop.timer { [unowned self] in draw() }
        escapeTimer = loop.timer { [unowned self] in keys(decoder.flush()) }
        wakeTimer = loop.timer { [unowned self] in perform(model.tick(now: loop.now())) }
        countdownTimer = loop.timer { [unowned self] in changed() }
        loop.attach(mailbox) { [unowned self] event in take(event) }
    }

    /// Runs until somebody quits; returns the exit status.
    func run(signals: SignalWatcher) throws -> Int32 {
        terminal.enter()
        defer {
            terminal.leave()
            if let complaint { Output.complain(complaint) }
        }
        model.screen = terminal.size
        signals.post(to: mailbox) { .signal($0) }
        input.start(post: mailbox) { .input($0) }
        session.start()
        changed()
        try loop.run()
        return exitStatus
    }

    private func quit(_ status: Int32 = 0) {
        exitStatus = status
        session.close()
        // The terminal is given back before the loop says goodbye: nobody waits for a dead line.
        terminal.leave()
        loop.stop()
    }

    // MARK: what happens

    private func take(_ event: Event) {
        switch event {
        case .input(.bytes(let bytes)):
            keys(decoder.feed(bytes))
            if decoder.isWaiting { escapeTimer?.schedule(afterMilliseconds: Self.escapeMilliseconds) }
            input.next()
        case .input(.ended): quit()
        case .signal(.interrupt): quit(ExitStatus.interrupted)
        case .signal(.terminate): quit(ExitStatus.terminated)
        case .signal(.hangup): quit(ExitStatus.hungUp)
        case .signal(.windowChange): changed()
        case .signal(.resume):
            terminal.enter()
            shown = nil
            changed()
        }
    }

    private func keys(_ keys: [Key]) {
        for key in keys { perform(model.take(key, now: loop.now())) }
        changed()
    }

    private func perform(_ effects: [PlayModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let delta): if session.send(delta) == nil { overfull() }
            case .say(let text): if session.say(text) == nil { overfull() }
            case .retryNow: session.retryNow()
            case .redraw: shown = nil
            case .suspend: terminal.suspend()
            case .quit: quit()
            case .wake(let delay): wakeTimer?.schedule(afterMilliseconds: delay)
            }
        }
        changed()
    }

    private func overfull() { model.news = .init(text: Words.tooMuchWaiting, isWarning: true) }

    /// Something may look different: draws soon.
    private func changed() {
        if drawTimer?.isScheduled != true { drawTimer?.schedule(afterMilliseconds: Self.frameMilliseconds) }
    }

    private func draw() {
        guard terminal.isEntered else { return }
        model.screen = terminal.size
        model.waiting = session.outbox.waiting
        model.latency = session.latency
        let next = PlayScreen.draw(model, isUnicode: TerminalLocale.isUnicode, now: loop.now())
        let text = CanvasDiff.text(from: shown, to: next, colors: colors)
        shown = next
        if !text.isEmpty, !terminal.write(text) { return quit(ExitStatus.hungUp) }
        if case .offline = model.status { countdownTimer?.schedule(afterMilliseconds: Self.countdownMilliseconds) }
    }
}

extension PlayApp: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if session.status.isOnline {
            if wasOnline, model.news == nil { model.news = .init(text: Words.back) }
            wasOnline = true
        }
        if let failure = session.tokenFailure, model.news == nil { model.news = .init(text: "\(failure)", isWarning: true) }
        changed()
    }

    func received(_ message: ServerMessage, change: RoomMirror.Change, session: Session) {
        model.take(change, mirror: session.mirror)
        if case .error(_, let sentence, nil) = message { model.news = .init(text: sentence, isWarning: true) }
        changed()
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        if case .refused(_, let why) = answer { model.refused(request, why: why) }
        changed()
    }

    func failed(_ failure: SessionFailure, session: Session) {
        complaint = failure.sentence
        quit(failure.status)
    }
}
