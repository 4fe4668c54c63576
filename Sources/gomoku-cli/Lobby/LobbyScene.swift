import Client
import GameState
import WebSockets
import Wire

/// The lobby on the full screen, which connects a session in the lobby's room to a ``LobbyModel``.
final class LobbyScene: Scene {
    /// The stage. The strong reference is safe, because the stage releases this scene when it
    /// quits.
    private let stage: any Stage
    let session: Session
    private var model: LobbyModel
    /// The ID of the last lobby request. Only its errors end the seek.
    private var seekID: String?
    /// Whether the room has changed since the model was updated. Updates happen once per frame
    /// instead of once per change.
    private var isStale = false

    /// - Parameters:
    ///   - wish: the seek to begin on entering the lobby.
    ///   - why: a sentence to show at once.
    init(_ stage: any Stage, setup: Session.Setup, wish: SeekTerms?, why: String? = nil) {
        self.stage = stage
        session = Session(setup.at(.lobby), loop: stage.loop)
        model = LobbyModel(newRoom: RoomNames.random(), newSecret: RoomNames.secret(), words: stage.words)
        if let wish { model.seeks(wish, now: stage.loop.now()) }
        if let why { warn(why) }
    }

    var title: String { model.words.lobbyTitle(nil) }

    func start() {
        session.start(telling: self)
    }

    func close() { session.close() }

    func press(_ key: Key, screen: Terminal.Size, now: Int) {
        refresh()
        model.screen = screen
        for effect in model.press(key, now: now) {
            switch effect {
            case .seek(let wish): seek(wish)
            case .unseek: _ = session.ask { _ in Request.unseek(.init()).text }
            case .accept(let key):
                guard let number = Seek.number(ofKey: key) else { break }
                if session.ask({ Request.accept(.init(id: $0, number: number)).text }) == nil {
                    warn(model.words.notNow)
                }
            case .enter(let room, let mode, let form, let secret, let invitation):
                return stage.go(
                    to: .table(room, mode, opens: form, secret: secret, invitation: invitation))
            case .study(let room, let secret): return stage.go(to: .study(room, secret: secret))
            case .race(let room, let secret): return stage.go(to: .race(room, secret: secret))
            case .retryNow: session.retryNow()
            case .redraw: stage.redraw()
            case .suspend: stage.suspend()
            case .quit: return stage.quit()
            }
        }
        stage.changed()
    }

    func tick(now: Int) {}

    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        refresh()
        model.screen = screen
        model.latency = session.latency
        return LobbyScreen.draw(model, on: screen, isUnicode: isUnicode, now: now)
    }

    func nextChange(now: Int) -> Int? {
        let seconds = model.wish.map { _ in 1_000 - max(0, now - model.since) % 1_000 }
        return [seconds, model.status.nextChange].compactMap { $0 }.min()
    }

    /// Sends the seek. A seek ends with its connection, so every new connection repeats it.
    private func seek(_ wish: SeekTerms) {
        seekID = session.ask { Request.seek(.init(id: $0, terms: wish.terms, range: wish.range)).text }
    }

    private func refresh() {
        guard isStale else { return }
        isStale = false
        model.show(session.mirror)
    }

    private func warn(_ sentence: String) { model.news = .init(text: sentence, isWarning: true) }
}

extension LobbyScene: SessionDelegate {
    func statusChanged(_ session: Session) {
        model.status = session.status
        model.me = session.me
        if let failure = session.tokenFailure, model.news == nil { warn(failure.sentence(in: model.words)) }
        stage.changed()
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        if change != .none { isStale = true }
        switch message {
        case .paired(let paired):
            stage.call(Alert(kind: .seat, text: model.words.opponentFound))
            return stage.go(to: .table(paired.room, .play, opens: nil))
        case .error(let error):
            if error.id != nil, error.id == seekID { model.stopped() }
            warn(model.words.rejected(error.reason))
        default: break
        }
        stage.changed()
    }

    func joined(_ session: Session) {
        if let wish = model.wish { seek(wish) }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {}

    func failed(_ failure: SessionFailure, session: Session) {
        stage.quit(failure.status, complaint: model.words.failure(failure))
    }
}
