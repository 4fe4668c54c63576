import Client
import GameState
import WebSockets
import Wire

/// An analysis room on the full screen, which connects a session to a ``StudyModel``.
final class StudyScene: Scene {
    /// The stage. The strong reference is safe, because the stage releases this scene when it
    /// quits.
    private let stage: any Stage
    let session: Session
    private var model: StudyModel
    private var wasOnline = false
    /// The place that the others see, so that it is sent only when it changes.
    private var shownPlace: CursorPlace?

    init(_ stage: any Stage, setup: Session.Setup) {
        self.stage = stage
        session = Session(setup, loop: stage.loop)
        model = StudyModel(room: setup.room, words: stage.words)
    }

    var title: String { model.words.studyHeading(model.room.text) }

    func start() { session.start(telling: self) }

    func close() { session.close() }

    func press(_ key: Key, screen: Terminal.Size, now: Int) {
        model.screen = screen
        perform(model.press(key, now: now))
    }

    func tick(now: Int) { perform(model.tick(now: now)) }

    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        model.screen = screen
        model.latency = session.latency
        if let panel = StudyLayout(size: model.size, screen: screen).table.panel {
            model.layOutTree(width: panel.width)
        }
        return StudyScreen.draw(model, isUnicode: isUnicode, now: now)
    }

    func nextChange(now: Int) -> Int? { model.status.nextChange }

    private func perform(_ effects: [StudyModel.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let request): send(request)
            case .say(let text): if session.say(text) == nil { model.notSaid(text) }
            case .analyse(let position):
                if let id = session.ask({ StudyEngine.request(position, id: $0).text }) {
                    model.engine.sent(position, id: id, now: stage.loop.now())
                } else {
                    model.engine.postpone(now: stage.loop.now())
                }
            case .stopAnalysis(let id): _ = session.sendOnce(StudyEngine.stop(id: id).text)
            case .export(let path, let file, let overwrites): export(file, to: path, overwrites)
            case .importFile(let path): importFile(path)
            case .retryNow: session.retryNow()
            case .redraw: stage.redraw()
            case .suspend: stage.suspend()
            case .quit: stage.quit()
            }
        }
        showPlace()
        if let delay = model.nextTick(now: stage.loop.now()) { stage.wake(afterMilliseconds: delay) }
        stage.changed()
    }

    private func send(_ request: StudyRequest) {
        guard let id = session.send(request.delta, base: request.base, guards: request.guards) else {
            return model.notSent(request)
        }
        model.sent(request, id: id)
    }

    /// Shows the others where the user is.
    private func showPlace() {
        guard let place = model.place, place != shownPlace else { return }
        if session.sendOnce(Request.cursor(.init(room: model.room, place: place)).text) { shownPlace = place }
    }

    private func export(_ file: StudyFile, to path: String, _ overwrites: Bool) {
        if !overwrites, StudyFiles.exists(path) {
            model.input = .question(.overwrite(path: path, file))
            return
        }
        guard StudyFiles.write(file.bytes, to: path) else { return warn(model.words.studyNotWritten(path)) }
        model.news = .init(text: ([model.words.studyWritten(path)] + file.losses.sentences).joined(separator: " "))
    }

    private func importFile(_ path: String) {
        switch StudyFiles.read(path) {
        case .study(let study, let losses): perform(model.merge(study, losses: losses))
        case .unreadable: warn(model.words.unreadable(path))
        case .broken(let error): warn("\(error)")
        }
    }

    private func warn(_ sentence: String) { model.news = .init(text: sentence, isWarning: true) }
}

extension StudyScene: SessionDelegate {
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

    func joined(_ session: Session) {
        // The server has forgotten the cursor and the analysis of the lost connection.
        shownPlace = nil
        model.engine.forget()
        perform(model.ask(now: stage.loop.now()))
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        let now = stage.loop.now()
        var effects = model.apply(change, mirror: session.mirror, now: now)
        switch message {
        case .analysis(let answer): model.engine.take(answer)
        case .cursors(let cursors): effects += model.take(cursors, now: now)
        case .error(let error): refused(error, now: now)
        default: break
        }
        perform(effects)
    }

    private func refused(_ error: Notice.ErrorNotice, now: Int) {
        let retryAt = error.reason.retryAfter.map { now + $0 }
        let sentence =
            error.reason.code == .badMessage ? model.words.studyNoEngine : model.words.rejected(error.reason)
        if !model.engine.fail(sentence, id: error.id, retryAt: retryAt) { warn(model.words.rejected(error.reason)) }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        perform(model.settled(request, answer, now: stage.loop.now()))
    }

    func failed(_ failure: SessionFailure, session: Session) {
        stage.quit(failure.status, complaint: model.words.failure(failure))
    }
}
