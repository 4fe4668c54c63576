import ArgumentParser
import Client
import GameState
import WebSockets
import Wire

/// A consumer of a session's messages, which prints them for a command.
protocol SessionPrinter: AnyObject {
    func received(_ message: Notice, change: RoomMirror.Change, session: Session)
    /// Whether the printer needs more messages. If false, the command ends.
    var wantsMore: Bool { get }
}

/// A runner of a session for a command that prints. It ends when the printer needs no more
/// messages, after a failure, or at a signal.
final class SessionRunner {
    private let session: Session
    private let loop: EventLoop
    private let signals: SignalWatcher
    private let mailbox = Mailbox<SignalWatcher.Signal>()
    private let printer: any SessionPrinter
    private let words: any Words
    private var status: Int32 = 0

    init(_ printer: any SessionPrinter, words: any Words = EnglishWords(), setup: Session.Setup, signals: SignalWatcher)
        throws
    {
        self.printer = printer
        self.words = words
        loop = try EventLoop()
        session = Session(setup, loop: loop)
        self.signals = signals
    }

    /// Returns when the printer needs no more messages; otherwise throws the exit status.
    func run() throws {
        loop.attach(mailbox, to: self) { $0.handle($1) }
        signals.post(to: mailbox) { $0 }
        session.start(telling: self)
        try loop.run()
        if status != 0 { throw ExitCode(status) }
    }

    private func handle(_ signal: SignalWatcher.Signal) {
        switch signal {
        case .interrupt: end(ExitStatus.interrupted)
        case .terminate: end(ExitStatus.terminated)
        case .hangup: end(ExitStatus.hungUp)
        case .windowChange, .resume: break
        }
    }

    private func end(_ status: Int32) {
        self.status = status
        session.close()
        loop.stop()
    }
}

extension SessionRunner: SessionDelegate {
    func statusChanged(_ session: Session) {
        if case .offline(let why, _) = session.status { Output.printError(words.tryingAgain(words.loss(why))) }
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        printer.received(message, change: change, session: session)
        if printer.wantsMore == false { end(0) }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {}

    func failed(_ failure: SessionFailure, session: Session) {
        Output.printError(words.failure(failure))
        end(failure.status)
    }
}
