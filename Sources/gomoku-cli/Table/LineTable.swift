import ArgumentParser
import Client
import GameState
import WebSockets
import Wire

/// A table on a terminal that cannot draw: the program prints lines, and the user types lines.
///
/// A line is a point (`h8`), a key of the full screen (`n`, `j`, `d`), or `c` and a chat message.
final class LineTable {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        case signal(SignalWatcher.Signal)
        case puzzle(WebFetch.Answer, of: LostGame)
    }

    private let loop: EventLoop
    private let session: Session
    private let mailbox = Mailbox<Event>()
    private let input = InputReader()
    private let mutedFile: MutedFile?
    private var lostGames: LostGameSteps
    /// Fires when the table asks a busy server again for the puzzle from a lost game.
    private var puzzleTimer: LoopTimer?
    private var model: PlayModel
    private var printer: LinePrinter
    private var invitation: InvitationSteps?
    private var lines = TypedLines()
    private var status: Int32 = 0

    init(_ setup: Session.Setup, invitation: Invitation?, words: any Words) throws {
        loop = try EventLoop()
        session = Session(setup, loop: loop)
        self.invitation = invitation.map { InvitationSteps($0) }
        model = PlayModel(
            mode: .play, room: setup.room, link: setup.address.link(to: setup.room, secret: setup.secret), words: words)
        model.isForFriend = setup.secret != nil
        lostGames = LostGameSteps(setup)
        mutedFile = setup.tokens.map(MutedFile.init(beside:))
        model.muted = mutedFile?.read() ?? []
        printer = LinePrinter(words)
        puzzleTimer = loop.timer(of: self) { $0.fetchPuzzle() }
    }

    /// Returns when the user quits; otherwise throws the exit status.
    func run(signals: SignalWatcher) throws {
        loop.attach(mailbox, to: self) { $0.handle($1) }
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
        case .puzzle(let answer, let lost):
            if let pause = lostGames.pause(after: answer, about: lost) {
                puzzleTimer?.schedule(afterMilliseconds: pause)
            } else if let command = lostGames.command(for: lost, after: answer) {
                model.show(puzzle: command, of: lost)
                show()
            }
        case .input(.ended): end(0)
        case .input(.bytes(let bytes)):
            for line in lines.take(bytes) { typed(line) }
            input.next()
        }
    }

    private func typed(_ line: String) {
        model.waiting = session.outbox.waiting
        model.clockOffset = session.clockOffset
        let now = loop.now()
        for key in LineKeys.keys(of: line, in: model) { perform(model.press(key, now: now)) }
        // A line is complete, so no letter waits for a digit.
        perform(model.tick(now: .max))
        show()
        // The lines of a list are printed, and nothing stays open.
        switch model.input {
        case .help, .people, .newGame, .report, .abuse: model.input = .board
        case .board, .chat, .resign, .abort: break
        }
    }

    private func perform(_ effects: [PlayModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let delta): if session.send(delta) == nil { warn(model.words.outboxFull) }
            case .say(let text): if session.say(text) == nil { warn(model.words.outboxFull) }
            case .hint:
                let room = session.setup.room
                if session.ask({ Request.hint(.init(room: room, id: $0)).text }) == nil { warn(model.words.notNow) }
            case .keepMuted(let muted): mutedFile?.write(muted)
            case .copyLink: model.news = .init(text: model.link)
            case .retryNow: session.retryNow()
            case .report: model.news = .init(text: model.words.noReport, isWarning: true)
            case .lobby, .quit: end(0)
            case .reportAbuse, .redraw, .suspend, .wake: break
            }
        }
    }

    /// Asks the server for the puzzle from the latest lost game, again while the server is busy.
    private func fetchPuzzle() {
        guard let lost = lostGames.game else { return }
        let path = LostGameSteps.path(lost)
        WebFetch.get(session.setup.address.http(path)) { [mailbox] in mailbox.post(.puzzle($0, of: lost)) }
    }

    private func warn(_ sentence: String) { model.news = .init(text: sentence, isWarning: true) }

    private func show() {
        for line in printer.lines(of: model, now: loop.now()) {
            Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text)
        }
    }

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

extension LineTable: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if case .offline(let why, _) = session.status {
            Output.printError(model.words.tryingAgain(model.words.loss(why)))
        }
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        let played = model.game
        model.apply(change, mirror: session.mirror)
        if let lost = LostGame(from: played, to: model.game, epoch: session.mirror.epoch, me: model.player) {
            lostGames.remember(lost)
            fetchPuzzle()
        }
        switch message {
        case .hint(let hint): model.show(hint)
        case .thinking(let thinking): model.show(thinking)
        case .error(let error): warn(model.words.rejected(error.reason))
        default: break
        }
        if model.mirror.isKnown, let me = model.me,
            let delta = invitation?.step(game: model.game, rights: model.rights, me: me.id)
        {
            perform([.send(delta)])
        }
        model.waiting = session.outbox.waiting
        if model.mirror.isKnown { show() }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        model.waiting = session.outbox.waiting
        if case .refused(let reason) = answer {
            model.refused(request, reason)
            show()
        }
    }

    func failed(_ failure: SessionFailure, session: Session) {
        Output.printError(model.words.failure(failure))
        end(failure.status)
    }
}
