import WebSockets
import Wire

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
    let features: TerminalFeatures
    /// The title that the window shows, or nil if unknown.
    private var title: SequenceText?
    private let mailbox = Mailbox<Message>()
    private let input = InputReader()
    private var decoder = KeyDecoder()
    private var escapeTimer: LoopTimer?
    /// The canvas that the terminal shows, or nil if unknown.
    private var shown: Canvas?

    init(_ terminal: Terminal, on loop: EventLoop, colors: Bool, features: TerminalFeatures = .init()) {
        self.features = features
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
            // The mouse points at the picture that the terminal shows.
            let keys = decoder.feed(bytes).flatMap { shown?.meaning(of: $0) ?? [$0] }
            if decoder.isWaiting { escapeTimer?.schedule(afterMilliseconds: Self.escapeMilliseconds) }
            return .keys(keys)
        case .input(.ended): return .ended(0)
        case .signal(.interrupt): return .ended(ExitStatus.interrupted)
        case .signal(.terminate): return .ended(ExitStatus.terminated)
        case .signal(.hangup): return .ended(ExitStatus.hungUp)
        case .signal(.windowChange): return .resized
        case .signal(.resume):
            terminal.enter()
            (shown, title) = (nil, nil)
            return .returned
        }
    }

    /// Marks the screen's contents as unknown, so that the next canvas is drawn completely.
    func invalidate() { shown = nil }

    /// Shows a canvas. Returns false if the terminal has disappeared.
    func show(_ picture: Canvas) -> Bool {
        let text = CanvasDiff.text(from: shown, to: picture, colors: colors, links: features.hasLinks)
        shown = picture
        return text.isEmpty || terminal.write(text)
    }

    /// Shows the text as the window's title.
    func showTitle(_ text: String) {
        let new = SequenceText(text, isUnicode: TerminalLocale.isUnicode)
        guard features.setsTitle, terminal.isEntered, new != title else { return }
        title = new
        terminal.write(TerminalSequence.title(new))
    }

    /// Rings the bell and shows a notification on the desktop.
    func call(_ text: String) {
        guard terminal.isEntered else { return }
        let text = SequenceText(text, isUnicode: TerminalLocale.isUnicode)
        terminal.write(
            TerminalSequence.notification(text, as: features.notifies)
                + (features.rings ? TerminalSequence.bell : ""))
    }

    /// Puts a text into the clipboard. Returns false if the terminal cannot do that.
    func copy(_ text: String) -> Bool {
        guard features.mayCopy, terminal.isEntered else { return false }
        terminal.write(TerminalSequence.copy(text))
        return true
    }

    func suspend() { terminal.suspend() }

    func leave() { terminal.leave() }
}
