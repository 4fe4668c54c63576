import Client
import Foundation
import GameState
import WebSockets
import Wire

/// A room on the full screen, which connects a session to a ``PlayModel``.
final class TableScene: Scene {
    /// The stage. The strong reference is safe, because the stage releases this scene when it
    /// quits.
    private let stage: any Stage
    let session: Session
    private let mutedFile: MutedFile?
    private var lostGames: LostGameSteps
    /// Fires when the table asks a busy server again for the puzzle from a lost game.
    private var puzzleTimer: LoopTimer?
    private var model: PlayModel
    private var wasOnline = false
    /// The form to open when the room's state is known.
    private var form: NewGameForm?
    private var invitation: InvitationSteps?
    /// The state for which ratings were last fetched.
    private var rated: PlayModel.RatedSituation?

    init(
        _ stage: any Stage, setup: Session.Setup, mode: PlayModel.Mode, opens form: NewGameForm?,
        invitation: Invitation? = nil
    ) {
        self.invitation = mode == .play ? invitation.map { InvitationSteps($0) } : nil
        self.stage = stage
        self.form = form
        session = Session(setup, loop: stage.loop)
        model = PlayModel(
            mode: mode, room: setup.room, link: setup.address.link(to: setup.room, secret: setup.secret),
            words: stage.words)
        model.isForFriend = setup.secret != nil
        lostGames = LostGameSteps(setup)
        mutedFile = setup.tokens.map(MutedFile.init(beside:))
        model.muted = mutedFile?.read() ?? []
        puzzleTimer = stage.loop.timer(of: self) { $0.fetchPuzzle() }
    }

    var title: String { model.windowTitle }

    func isCurrent(_ alert: Alert) -> Bool { model.isCurrent(alert) }

    var farewell: String? {
        // With another identity, the command would open the table for a spectator.
        let environment = ProcessInfo.processInfo.environment
        return session.setup.hasUsualIdentity(environment: environment) ? model.farewell : nil
    }

    func start() {
        session.start(telling: self)
    }

    func close() { session.close() }

    func press(_ key: Key, screen: Terminal.Size, now: Int) {
        model.screen = screen
        perform(model.press(key, now: now))
    }

    func tick(now: Int) { perform(model.tick(now: now)) }

    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        model.screen = screen
        model.waiting = session.outbox.waiting
        model.latency = session.latency
        model.clockOffset = session.clockOffset
        return PlayScreen.draw(model, isUnicode: isUnicode, now: now)
    }

    func nextChange(now: Int) -> Int? { [model.nextChange(now: now), model.status.nextChange].compactMap { $0 }.min() }

    private func perform(_ effects: [PlayModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let delta): if session.send(delta) == nil { warn(model.words.outboxFull) }
            case .say(let text): if session.say(text) == nil { warn(model.words.outboxFull) }
            case .hint:
                let room = session.setup.room
                if session.ask({ Request.hint(.init(room: room, id: $0)).text }) == nil {
                    warn(model.words.notNow)
                }
            case .report(let game): fetchReport(game)
            case .reportAbuse(let person, let text):
                let room = session.setup.room
                let isSent = session.ask {
                    Request.report(.init(room: room, id: $0, participant: person, text: text)).text
                }
                if isSent == nil { warn(model.words.notNow) }
            case .keepMuted(let muted): mutedFile?.write(muted)
            case .copyLink:
                let isCopied = stage.copy(model.link)
                model.news = .init(text: isCopied ? model.words.linkCopied : model.words.linkNotCopied)
            case .retryNow: session.retryNow()
            case .redraw: stage.redraw()
            case .suspend: stage.suspend()
            case .quit: stage.quit()
            case .lobby: return stage.go(to: .lobby(nil))
            case .wake(let delay): stage.wake(afterMilliseconds: delay)
            }
        }
        // Show a request that was just sent at once.
        model.waiting = session.outbox.waiting
        stage.changed()
    }

    /// Fetches the players' ratings, which are shown beside their names in a rated game, with the
    /// changes after it.
    private func lookUpRatings() {
        guard let situation = model.ratedSituation, situation != rated else { return }
        rated = situation
        for player in situation.players {
            stage.fetch("api/people/\(PeopleFetch.escaped(player.text))", patience: WebFetch.patience) {
                [weak self] answer in
                guard let self, case .json(let json) = answer, let profile = PersonProfile(json) else { return }
                model.show(profile)
                stage.changed()
            }
        }
    }

    /// Asks the server for the puzzle from the latest lost game, again while the server is busy.
    private func fetchPuzzle() {
        guard let lost = lostGames.game else { return }
        stage.fetch(LostGameSteps.path(lost), patience: WebFetch.patience) { [weak self] answer in
            guard let self else { return }
            if let pause = lostGames.pause(after: answer, about: lost) {
                puzzleTimer?.schedule(afterMilliseconds: pause)
            } else if let command = lostGames.command(for: lost, after: answer) {
                model.show(puzzle: command, of: lost)
                stage.changed()
            }
        }
    }

    private func warn(_ sentence: String) { model.news = .init(text: sentence, isWarning: true) }

    private func fetchReport(_ game: Int) {
        let size = model.game.size
        stage.fetch("api/rooms/\(session.setup.room)/games/\(game)/report", patience: WebFetch.reportPatience) {
            [weak self] answer in
            guard let self else { return }
            switch answer {
            case .json(let json):
                if let report = GameReport(json) {
                    model.news = nil
                    model.input = .report(ReportView(report, size: size))
                } else {
                    warn(model.words.noReport)
                }
            case .refused(let reason): warn(model.words.rejected(reason))
            case .failed(let failure): warn(model.words.fetchFailed(failure))
            }
            stage.changed()
        }
    }
}

extension TableScene: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if session.status.isOnline {
            if wasOnline, model.news == nil { model.news = .init(text: model.words.lineBack) }
            wasOnline = true
        }
        if let failure = session.tokenFailure, model.news == nil { warn(failure.sentence(in: model.words)) }
        stage.changed()
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        let (before, played) = (AlertSituation(model), model.game)
        model.apply(change, mirror: session.mirror)
        if let lost = LostGame(from: played, to: model.game, epoch: session.mirror.epoch, me: model.player) {
            lostGames.remember(lost)
            fetchPuzzle()
        }
        if let alert = model.alert(after: change, from: before) { stage.call(alert) }
        lookUpRatings()
        switch message {
        case .hint(let hint): model.show(hint)
        case .thinking(let thinking): model.show(thinking)
        case .reported: model.news = .init(text: model.words.abuseSent)
        case .error(let error) where error.reason.isClosedRoom: return leave(error.reason)
        case .error(let error): warn(model.words.rejected(error.reason))
        default: break
        }
        if model.mirror.isKnown, let me = model.me,
            let delta = invitation?.step(game: model.game, rights: model.rights, me: me.id)
        {
            perform([.send(delta)])
        }
        if let opened = form, case .restored = change {
            form = nil
            if model.rights.newGame, model.input == .board { model.input = .newGame(opened) }
        }
        stage.changed()
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        model.waiting = session.outbox.waiting
        if case .refused(let reason) = answer { model.refused(request, reason) }
        stage.changed()
    }

    func failed(_ failure: SessionFailure, session: Session) {
        if case .refused(let reason) = failure, reason.isClosedRoom { return leave(reason) }
        stage.quit(failure.status, complaint: model.words.failure(failure))
    }

    /// Leaves for the lobby, because the operator has closed the room.
    private func leave(_ reason: Notice.Reason) { stage.go(to: .lobby(nil, why: model.words.rejected(reason))) }
}

extension Notice.Reason {
    /// Whether the operator has closed the room.
    fileprivate var isClosedRoom: Bool { code == .roomClosed }
}
