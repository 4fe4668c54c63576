import GameState
import WebSockets

/// The full-screen client: terminal, keys and signals on one loop, around the ``Scene`` that is shown.
final class FullScreenApp {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
        case fetched(WebFetch.Answer, number: Int)
    }

    /// How long a lone ESC waits for the rest of a sequence, in milliseconds.
    private static let escapeMilliseconds = 50
    /// Pictures are drawn no more often than this, in milliseconds.
    private static let frameMilliseconds = 16

    let loop: EventLoop
    private let terminal: Terminal
    private let colors: Bool
    let words: any Words
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private var setup: Session.Setup
    private var scene: (any Scene)?
    private var decoder = KeyDecoder()
    /// What the terminal shows; nil: not known.
    private var shown: Canvas?
    private var exitStatus: Int32 = 0
    private var complaint: String?
    /// What is being fetched for the scene; an answer for an earlier scene is not told.
    private var fetches: [Int: (WebFetch.Answer) -> Void] = [:]
    private var fetchCount = 0
    private var drawTimer: LoopTimer?
    private var changeTimer: LoopTimer?
    private var escapeTimer: LoopTimer?
    private var wakeTimer: LoopTimer?

    init(loop: EventLoop, terminal: Terminal, setup: Session.Setup, words: any Words, colors: Bool) {
        self.words = words
        self.loop = loop
        self.terminal = terminal
        self.setup = setup
        self.colors = colors
        drawTimer = loop.timer(of: self) { $0.draw() }
        changeTimer = loop.timer(of: self) { $0.draw() }
        escapeTimer = loop.timer(of: self) { $0.press($0.decoder.flush()) }
        wakeTimer = loop.timer(of: self) { $0.scene?.tick(now: $0.loop.now()) }
        loop.attach(mailbox, to: self) { $0.handle($1) }
    }

    /// Runs until somebody quits; returns the exit status.
    func run(_ place: Place, signals: SignalWatcher) throws -> Int32 {
        terminal.enter()
        defer {
            terminal.leave()
            if let complaint { Output.complain(complaint) }
        }
        signals.post(to: mailbox) { .signal($0) }
        input.start(post: mailbox) { .input($0) }
        go(to: place)
        try loop.run()
        return exitStatus
    }

    // MARK: what happens

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
        case .signal(.windowChange): changed()
        case .signal(.resume):
            terminal.enter()
            redraw()
        case .fetched(let answer, let number): fetches.removeValue(forKey: number)?(answer)
        }
    }

    private func press(_ keys: [Key]) {
        for key in keys { scene?.press(key, screen: terminal.size, now: loop.now()) }
        changed()
    }

    private func draw() {
        guard terminal.isEntered, let scene else { return }
        changeTimer?.cancel()
        let now = loop.now()
        let next = scene.draw(on: terminal.size, isUnicode: TerminalLocale.isUnicode, now: now)
        let text = CanvasDiff.text(from: shown, to: next, colors: colors)
        shown = next
        if !text.isEmpty, !terminal.write(text) { return quit(ExitStatus.hungUp) }
        if let wait = scene.nextChange(now: now) { changeTimer?.schedule(afterMilliseconds: wait) }
    }
}

extension FullScreenApp: Stage {
    func changed() {
        if drawTimer?.isScheduled != true { drawTimer?.schedule(afterMilliseconds: Self.frameMilliseconds) }
    }

    func redraw() {
        shown = nil
        changed()
    }

    func ring() { if terminal.isEntered { terminal.write("\u{7}") } }

    func suspend() { terminal.suspend() }

    func wake(afterMilliseconds delay: Int) { wakeTimer?.schedule(afterMilliseconds: delay) }

    func go(to place: Place) {
        wakeTimer?.cancel()
        fetches = [:]
        // Whoever is nobody in particular stays the same all the same.
        setup.token = scene?.session.token ?? setup.token
        scene?.close()
        switch place {
        case .table(let room, let mode, let form, let secret):
            scene = TableScene(self, setup: setup.at(room, secret: secret), mode: mode, opens: form)
        case .lobby(let wish): scene = LobbyScene(self, setup: setup, wish: wish)
        }
        scene?.start()
        changed()
    }

    func fetch(_ path: String, patience: Int, _ done: @escaping (WebFetch.Answer) -> Void) {
        fetchCount += 1
        let number = fetchCount
        fetches[number] = done
        WebFetch.get(setup.address.http(path), secret: scene?.session.setup.secret, patience: patience) {
            [mailbox] answer in
            mailbox.post(.fetched(answer, number: number))
        }
    }

    func quit(_ status: Int32, complaint: String?) {
        exitStatus = status
        self.complaint = complaint
        if status == 0, let loss = scene?.session.unanswered {
            // Whoever gives up on a server that never was there is told which one, and a script that nothing was played.
            let failure = SessionFailure.unavailable(loss)
            (exitStatus, self.complaint) = (failure.status, words.failure(failure))
        }
        scene?.close()
        scene = nil
        // The terminal is given back before the loop says goodbye: nobody waits for a dead line.
        terminal.leave()
        loop.stop()
    }
}
