import Client
import GameState
import WebSockets
import Wire

/// A race on the full screen, which connects a session to a ``RaceModel``.
final class RaceScene: Scene {
    /// The stage. The strong reference is safe, because the stage releases this scene when it
    /// quits.
    private let stage: any Stage
    let session: Session
    private var model: RaceModel
    private var wasOnline = false

    init(_ stage: any Stage, setup: Session.Setup) {
        self.stage = stage
        session = Session(setup, loop: stage.loop)
        model = RaceModel(setup, words: stage.words, now: stage.loop.now())
    }

    var title: String { model.words.raceHeading(model.room) }

    func start() {
        session.start(telling: self)
        stage.fetch(PuzzleModel.cataloguePath, patience: WebFetch.patience) { [weak self] answer in
            self?.model.takeCatalogue(answer)
            self?.stage.changed()
        }
    }

    func close() { session.close() }

    func press(_ key: Key, screen: Terminal.Size, now: Int) {
        model.screen = screen
        perform(model.press(key, now: now))
    }

    func tick(now: Int) { perform(model.tick(now: now)) }

    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        model.screen = screen
        model.latency = session.latency
        return RaceScreen.draw(model, isUnicode: isUnicode, now: now)
    }

    func nextChange(now: Int) -> Int? { [model.nextChange(now: now), model.status.nextChange].compactMap { $0 }.min() }

    private func perform(_ effects: [RaceModel.Effect]) {
        var effects = effects
        while !effects.isEmpty {
            let effect = effects.removeFirst()
            switch effect {
            case .send(let delta):
                if session.send(delta) == nil { model.notSent(delta) }
                // The next puzzle appears at once.
                effects += follow()
            case .fetch(let id): fetch(id)
            case .copy(let link):
                model.news = .init(text: stage.copy(link) ? model.words.linkCopied : model.words.linkNotCopied)
            case .retryNow: session.retryNow()
            case .redraw: stage.redraw()
            case .suspend: stage.suspend()
            case .quit: return stage.quit()
            }
        }
        if let delay = model.nextTick(now: stage.loop.now()) { stage.wake(afterMilliseconds: delay) }
        stage.changed()
    }

    /// Follows the session: its unanswered requests, and its clock.
    private func follow() -> [RaceModel.Effect] { model.follow(session, now: stage.loop.now()) }

    private func fetch(_ id: String) {
        stage.fetch(RaceModel.path(ofPuzzle: id), patience: WebFetch.patience) { [weak self] answer in
            guard let self else { return }
            perform(model.take(answer, for: id, now: stage.loop.now()))
        }
    }
}

extension RaceScene: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if session.status.isOnline {
            if wasOnline, model.news == nil { model.news = .init(text: model.words.lineBack) }
            wasOnline = true
        }
        if let failure = session.tokenFailure, model.news == nil { model.warn(failure.sentence(in: model.words)) }
        perform(follow())
    }

    func joined(_ session: Session) {
        model.run.retryNow()
        perform(follow())
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        if case .error(let error) = message, error.id == nil { model.warn(model.words.rejected(error.reason)) }
        perform(model.apply(change, mirror: session.mirror, now: stage.loop.now()) + follow())
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        model.settled(request, answer)
        perform(follow())
    }

    func failed(_ failure: SessionFailure, session: Session) {
        stage.quit(failure.status, complaint: model.words.failure(failure))
    }
}

extension RaceModel {
    /// - Parameter now: the time in milliseconds of the loop's clock.
    init(_ setup: Session.Setup, words: any Words, now: Int) {
        self.init(
            room: setup.room, link: setup.address.link(toRace: setup.room, secret: setup.secret), words: words,
            // Until the server has answered a ping, its clock probably shows the time of this one.
            clockOffset: PuzzleTime.now() - now)
    }

    /// Returns the path of a puzzle on the server.
    static func path(ofPuzzle id: String) -> String { "api/puzzles/\(PeopleFetch.escaped(id))" }

    /// Follows a session: its unanswered requests, and its estimate of the server's time.
    mutating func follow(_ session: Session, now: Int) -> [Effect] {
        waiting = session.outbox.waiting
        clockOffset = session.clockOffset ?? clockOffset
        return refresh(now: now)
    }
}
