import WebSockets

/// A terminal on the event loop, which reports keys and signals and shows canvases.
final class LiveTerminal {
    enum Event {
        case keys([Key])
        /// The terminal has a new size.
        case resized
        /// The program was suspended and resumed, so the screen's contents are lost.
        case returned
        /// The program must end with this status.
        case ended(Int32)
    }

    private enum Message: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
    }

    /// The time that a lone ESC waits for the rest of a sequence, in milliseconds.
    private static let escapeMilliseconds = 50

    let loop: EventLoop
    private let terminal: Terminal
    private let colors: Bool
    private let mailbox = Mailbox<Message>()
    private let input = InputReader()
    private var decoder = KeyDecoder()
    private var escapeTimer: LoopTimer?
    /// The canvas that the terminal shows, or nil if unknown.
    private var shown: Canvas?

    init(_ terminal: Terminal, on loop: EventLoop, colors: Bool) {
        self.terminal = terminal
        self.loop = loop
        self.colors = colors
    }

    var size: Terminal.Size { terminal.size }
    var isEntered: Bool { terminal.isEntered }

    /// Takes control of the terminal, and reports its events to `owner` while that exists.
    func start<Owner: AnyObject>(
        signals: SignalWatcher, telling owner: Owner, _ tell: @escaping (Owner, Event) -> Void
    ) {
        terminal.enter()
        escapeTimer = loop.timer(of: self) { [weak owner] live in
            if let owner { tell(owner, .keys(live.decoder.flush())) }
        }
        loop.attach(mailbox, to: self) { [weak owner] live, message in
            if let owner, let event = live.event(of: message) { tell(owner, event) }
            if case .input(.bytes) = message { live.input.next() }
        }
        signals.post(to: mailbox) { .signal($0) }
        input.start(post: mailbox) { .input($0) }
    }

    private func event(of message: Message) -> Event? {
        switch message {
        case .input(.bytes(let bytes)):
            let keys = decoder.feed(bytes)
            if decoder.isWaiting { escapeTimer?.schedule(afterMilliseconds: Self.escapeMilliseconds) }
            return .keys(keys)
        case .input(.ended): return .ended(0)
        case .signal(.interrupt): return .ended(ExitStatus.interrupted)
        case .signal(.terminate): return .ended(ExitStatus.terminated)
        case .signal(.hangup): return .ended(ExitStatus.hungUp)
        case .signal(.windowChange): return .resized
        case .signal(.resume):
            terminal.enter()
            shown = nil
            return .returned
        }
    }

    /// Marks the screen's contents as unknown, so that the next canvas is drawn completely.
    func invalidate() { shown = nil }

    /// Shows a canvas. Returns false if the terminal has disappeared.
    func show(_ picture: Canvas) -> Bool {
        let text = CanvasDiff.text(from: shown, to: picture, colors: colors)
        shown = picture
        return text.isEmpty || terminal.write(text)
    }

    func ring() { if terminal.isEntered { terminal.write("\u{7}") } }

    func suspend() { terminal.suspend() }

    func leave() { terminal.leave() }
}
