import ArgumentParser
import Client
import GameState
import WebSockets
import Wire

/// A race on a terminal that cannot draw: the program prints lines, and the user types lines.
final class RaceTable {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
        case fetched(WebFetch.Answer, id: String)
    }

    private let loop: EventLoop
    private let session: Session
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private var model: RaceModel
    private var printer: RaceLines
    private var typed = TypedLines()
    private var timer: LoopTimer?
    private var status: Int32 = 0

    init(_ setup: Session.Setup, words: any Words) throws {
        loop = try EventLoop()
        session = Session(setup, loop: loop)
        model = RaceModel(setup, words: words, now: loop.now())
        printer = RaceLines(words)
    }

    /// Returns when the user quits or the input ends; otherwise throws the exit status.
    func run(signals: SignalWatcher) throws {
        loop.attach(mailbox, to: self) { $0.handle($1) }
        timer = loop.timer(of: self) { $0.perform($0.model.tick(now: $0.loop.now())) }
        signals.post(to: mailbox) { .signal($0) }
        input.start(post: mailbox) { .input($0) }
        session.start(telling: self)
        try loop.run()
        if status != 0 { throw ExitCode(status) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .signal(.interrupt): end(ExitStatus.interrupted)
        case .signal(.terminate): end(ExitStatus.terminated)
        case .signal(.hangup): end(ExitStatus.hungUp)
        case .signal: break
        case .input(.ended): end(0)
        case .input(.bytes(let bytes)):
            for line in typed.take(bytes) { take(line) }
            input.next()
        case .fetched(let answer, let id): perform(model.take(answer, for: id, now: loop.now()))
        }
    }

    private func take(_ line: String) {
        let now = loop.now()
        switch RaceLine(line, in: model) {
        case .keys(let keys): for key in keys { perform(model.press(key, now: now)) }
        case .term(let change): perform(model.set([change], now: now))
        case .unknown:
            model.news = .init(
                text: model.words.deadKey(SafeText(line).cut(to: Self.repeatedColumns).text), isWarning: true)
        }
        // A line is complete, so no letter waits for a digit.
        if model.held != nil { perform(model.press(.escape, now: now)) }
        // The lines of the help are printed, and nothing stays open.
        if case .help = model.input { for hint in model.words.raceHelp { out("\(hint.key)  \(hint.words)") } }
        model.input = .board
        show()
    }

    /// The greatest width, in columns, of an unknown line that is repeated in a sentence.
    private static let repeatedColumns = 20

    private func perform(_ effects: [RaceModel.Effect]) {
        var effects = effects
        while !effects.isEmpty {
            switch effects.removeFirst() {
            case .send(let delta):
                if session.send(delta) == nil { model.notSent(delta) }
                effects += model.follow(session, now: loop.now())
            case .fetch(let id):
                WebFetch.get(
                    session.setup.address.http(RaceModel.path(ofPuzzle: id)), secret: session.setup.secret
                ) { [mailbox] in mailbox.post(.fetched($0, id: id)) }
            case .retryNow: session.retryNow()
            case .quit: return end(0)
            case .copy, .redraw, .suspend: break
            }
        }
        if let delay = model.nextTick(now: loop.now()) { timer?.schedule(afterMilliseconds: delay) }
        show()
    }

    private func show() {
        for line in printer.lines(of: model, now: loop.now()) { out(line) }
        model.isLinkShown = false
    }

    private func out(_ line: String) { Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text) }

    private func end(_ status: Int32) {
        self.status = status
        if status == 0, let failure = session.unansweredFailure {
            Output.printError(model.words.failure(failure))
            self.status = failure.status
        }
        session.close()
        loop.stop()
    }
}

extension RaceTable: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if case .offline(let why, _) = session.status {
            Output.printError(model.words.tryingAgain(model.words.loss(why)))
        }
    }

    func joined(_ session: Session) {
        model.run.retryNow()
        perform(model.follow(session, now: loop.now()))
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        if case .error(let error) = message, error.id == nil { model.warn(model.words.rejected(error.reason)) }
        let now = loop.now()
        perform(model.apply(change, mirror: session.mirror, now: now) + model.follow(session, now: now))
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        model.settled(request, answer)
        perform(model.follow(session, now: loop.now()))
    }

    func failed(_ failure: SessionFailure, session: Session) {
        Output.printError(model.words.failure(failure))
        end(failure.status)
    }
}
