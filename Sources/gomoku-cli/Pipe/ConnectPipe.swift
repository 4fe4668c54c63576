import Client
import GameState
import WebSockets
import Wire

/// A pipe from standard input to a WebSocket, and from the WebSocket to standard output.
final class ConnectPipe: ClientHandler {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
    }

    /// The number of unsent bytes above which reading pauses.
    private static let unsentLimit = 262_144
    /// The time limit for connecting, and the interval of checks for backpressure, in milliseconds.
    private static let openWithin = 10_000, lookAgain = 5
    /// The time after which the pipe sends a hello by itself, in milliseconds. A bot may wait for
    /// the first message before it writes.
    private static let helloWithin = 200

    private let loop: EventLoop
    private let setup: Session.Setup
    private let joins: Bool
    private let lingerMilliseconds: Int
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private var lines = ConnectLines()
    private var socket: WebSocket?
    private var status: Int32 = 0
    private var isOver = false
    private var endTimer: LoopTimer?
    private var flowTimer: LoopTimer?
    private var helloTimer: LoopTimer?

    init(setup: Session.Setup, joins: Bool, lingerMilliseconds: Int) throws {
        loop = try EventLoop()
        self.setup = setup
        self.joins = joins
        self.lingerMilliseconds = lingerMilliseconds
        endTimer = loop.timer(of: self) { $0.timeIsUp() }
        flowTimer = loop.timer(of: self) { $0.readOn() }
        helloTimer = loop.timer(of: self) { $0.greetUnlessDone() }
        loop.attach(mailbox, to: self) { $0.handle($1) }
    }

    func run(signals: SignalWatcher) throws -> Int32 {
        signals.post(to: mailbox) { .signal($0) }
        endTimer?.schedule(afterMilliseconds: Self.openWithin)
        socket = loop.connect(setup.address.target, handler: self)
        try loop.run()
        return status
    }

    private func end(_ status: Int32, _ complaint: String? = nil) {
        guard !isOver else { return }
        isOver = true
        if let complaint { Output.printError(complaint) }
        self.status = status
        loop.stop()
    }

    private func timeIsUp() {
        if socket?.isOpen == true {
            end(0)
        } else {
            end(ExitStatus.unavailable, "\(setup.address.server) does not answer. Is the address right?")
        }
    }

    private func handle(_ event: Event) {
        switch event {
        case .signal(.interrupt): end(ExitStatus.interrupted)
        case .signal(.hangup): end(ExitStatus.hungUp)
        case .signal(.terminate): end(ExitStatus.terminated)
        case .signal: break
        case .input(.bytes(let bytes)):
            send(lines.feed(bytes))
            if lines.isOverlong {
                return end(ExitStatus.usage, "A line of the input is too long for a message. Send shorter lines.")
            }
            readOn()
        case .input(.ended):
            send(lines.finish())
            greetUnlessDone()
            if lines.isAnswered { return end(0) }
            endTimer?.schedule(afterMilliseconds: lingerMilliseconds)
        }
    }

    private func send(_ texts: [String]) {
        guard let socket else { return }
        for text in texts {
            if ConnectLines.isHello(text) { lines.saysHello() } else { greetUnlessDone() }
            lines.sent(text)
            socket.send(text)
        }
    }

    private func greetUnlessDone() {
        guard !lines.hasSaidHello, let socket else { return }
        lines.saysHello()
        let hello = Request.hello(.init(name: setup.name, token: setup.tokens?.read(), isBot: setup.isBot)).text
        for text in joins ? [hello, Request.join(.init(room: setup.room)).text] : [hello] {
            lines.sent(text)
            socket.send(text)
        }
    }

    /// Continues to read input when the socket has sent most of its data.
    private func readOn() {
        guard let socket, !isOver else { return }
        if socket.unsentBytes > Self.unsentLimit {
            flowTimer?.schedule(afterMilliseconds: Self.lookAgain)
        } else {
            input.next()
        }
    }

    // MARK: Socket

    func opened(_ socket: WebSocket) {
        endTimer?.cancel()
        input.start(post: mailbox) { .input($0) }
        helloTimer?.schedule(afterMilliseconds: Self.helloWithin)
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard !isOver else { return }
        // JSON in ASCII contains no terminal control sequences.
        Output.line(ASCIIEscapes.text(String(decoding: text, as: UTF8.self)))
        guard let message = try? Notice(text) else { return }
        if case .welcome(let welcome) = message {
            do { try setup.tokens?.write(welcome.token) } catch { Output.printError("\(error)") }
        }
        if lines.answered(by: message) { end(0) }
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        let why = code.map { "with code \($0)\(reason.isEmpty ? "" : " (\(reason))")" } ?? "without a reason"
        end(ExitStatus.unavailable, "The server closed the connection \(why). Run the command again to continue.")
    }

    func failed(_ socket: WebSocket, _ failure: ConnectFailure) {
        end(SessionFailure(failure).status, "\(failure)")
    }
}
