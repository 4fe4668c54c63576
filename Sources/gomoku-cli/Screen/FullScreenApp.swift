import GameState
import WebSockets
import Wire

/// The full-screen client, which connects a terminal to the current ``Scene``.
final class FullScreenApp {
    private struct Fetched: Sendable {
        let answer: WebFetch.Answer
        let number: Int
    }

    /// The least interval between frames, in milliseconds.
    private static let frameMilliseconds = 16

    private let terminal: LiveTerminal
    let words: any Words
    private let mailbox = Mailbox<Fetched>()
    private var setup: Session.Setup
    private var scene: (any Scene)?
    private var exitStatus: Int32 = 0
    private var complaint: String?
    private var farewell: String?
    /// The handlers of running HTTP requests for the current scene, by request number. Answers for
    /// earlier scenes are dropped.
    private var fetches: [Int: (WebFetch.Answer) -> Void] = [:]
    private var fetchCount = 0
    private var gate = AlertGate()
    /// The latest alert, which the window's title shows until the user presses a key or the alert
    /// no longer applies.
    private var alertInTitle: Alert?
    private var drawTimer: LoopTimer?
    private var changeTimer: LoopTimer?
    private var wakeTimer: LoopTimer?

    init(_ terminal: LiveTerminal, setup: Session.Setup, words: any Words) {
        self.terminal = terminal
        self.words = words
        self.setup = setup
        drawTimer = loop.timer(of: self) { $0.draw() }
        changeTimer = loop.timer(of: self) { $0.draw() }
        wakeTimer = loop.timer(of: self) { $0.scene?.tick(now: $0.loop.now()) }
        loop.attach(mailbox, to: self) { $0.fetches.removeValue(forKey: $1.number)?($1.answer) }
    }

    var loop: EventLoop { terminal.loop }

    /// Runs until the user quits, and returns the exit status.
    func run(_ place: Place, signals: SignalWatcher) throws -> Int32 {
        terminal.start(signals: signals, telling: self) { $0.handle($1) }
        defer {
            terminal.leave()
            if let complaint {
                Output.printError(complaint)
            } else if let farewell {
                Output.line(SafeText(farewell, isUnicode: TerminalLocale.isUnicode).text)
            }
        }
        go(to: place)
        try loop.run()
        return exitStatus
    }

    // MARK: Events

    private func handle(_ event: LiveTerminal.Event) {
        switch event {
        case .keys(let keys): press(keys)
        case .ended(let status): quit(status)
        case .resized, .returned: changed()
        }
    }

    private func press(_ keys: [Key]) {
        if !keys.isEmpty { alertInTitle = nil }
        for key in keys { scene?.press(key, screen: terminal.size, now: loop.now()) }
        changed()
    }

    private func draw() {
        guard terminal.isEntered, let scene else { return }
        changeTimer?.cancel()
        let now = loop.now()
        let picture = scene.draw(on: terminal.size, isUnicode: TerminalLocale.isUnicode, now: now)
        if let alert = alertInTitle, !scene.isCurrent(alert) { alertInTitle = nil }
        terminal.showTitle(alertInTitle?.text ?? scene.title)
        guard terminal.show(picture) else { return quit(ExitStatus.hungUp) }
        if let wait = scene.nextChange(now: now) { changeTimer?.schedule(afterMilliseconds: wait) }
    }
}

extension FullScreenApp: Stage {
    func changed() {
        if drawTimer?.isScheduled != true { drawTimer?.schedule(afterMilliseconds: Self.frameMilliseconds) }
    }

    func redraw() {
        terminal.invalidate()
        changed()
    }

    func call(_ alert: Alert) {
        guard terminal.features.calls.contains(alert.kind), gate.admits(alert, now: loop.now()) else { return }
        alertInTitle = alert
        terminal.call(alert.text)
        changed()
    }

    func copy(_ text: String) -> Bool { terminal.copy(text) }

    func suspend() { terminal.suspend() }

    func wake(afterMilliseconds delay: Int) { wakeTimer?.schedule(afterMilliseconds: delay) }

    func go(to place: Place) {
        wakeTimer?.cancel()
        fetches = [:]
        // A guest without a token file stays the same participant in the next scene.
        setup.token = scene?.session.token ?? setup.token
        scene?.close()
        switch place {
        case .table(let room, let mode, let form, let secret, let invitation):
            scene = TableScene(
                self, setup: setup.at(room, secret: secret), mode: mode, opens: form, invitation: invitation)
        case .study(let room, let secret):
            var setup = setup.at(room, secret: secret)
            setup.kind = .analysis
            scene = StudyScene(self, setup: setup)
        case .race(let room, let secret):
            var setup = setup.at(room, secret: secret)
            setup.kind = .race
            scene = RaceScene(self, setup: setup)
        case .lobby(let wish, let why): scene = LobbyScene(self, setup: setup, wish: wish, why: why)
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
            mailbox.post(Fetched(answer: answer, number: number))
        }
    }

    func quit(_ status: Int32, complaint: String?) {
        exitStatus = status
        self.complaint = complaint
        if status == 0, let failure = scene?.session.unansweredFailure {
            (exitStatus, self.complaint) = (failure.status, words.failure(failure))
        }
        farewell = exitStatus == 0 ? scene?.farewell : nil
        scene?.close()
        scene = nil
        // Restore the terminal before the connection closes, so that the user does not wait for a
        // dead connection.
        terminal.leave()
        loop.stop()
    }
}
