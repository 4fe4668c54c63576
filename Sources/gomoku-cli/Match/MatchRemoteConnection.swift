import Client
import GameState
import WebSockets
import Wire

/// The match's own seat in a room: a session on its own event loop, which sends the deltas that the
/// match gives it, and declines offers.
final class MatchRemoteConnection {
    enum Order: Sendable {
        case send(Delta)
        case leave
    }

    private let loop: EventLoop
    private let session: Session
    private let orders: Mailbox<Order>
    private let tell: (MatchRemote.View) -> Void
    private var view = MatchRemote.View()

    /// - Parameter tell: called with the whole view after every change.
    init(_ address: Address, _ room: RoomName, orders: Mailbox<Order>, tell: @escaping (MatchRemote.View) -> Void)
        throws(LoopFailure)
    {
        loop = try EventLoop()
        self.orders = orders
        self.tell = tell
        var setup = Session.Setup(address: address, room: room)
        // `isBot` stays false, so that a bot in the other seat leaves the start of each game to
        // this program.
        setup.name = "gomoku-cli match"
        setup.retries = .always
        session = Session(setup, loop: loop)
    }

    func run() throws(LoopFailure) {
        loop.attach(orders, to: self) { $0.obey($1) }
        session.start(telling: self)
        try loop.run()
    }

    private func obey(_ order: Order) {
        switch order {
        case .send(let delta): send(delta)
        case .leave:
            session.close()
            loop.stop()
        }
    }

    private func send(_ delta: Delta) {
        guard session.send(delta) == nil else { return }
        view.failure = .lost("too many requests are unanswered")
        publish()
    }

    private func publish() {
        view.me = session.me?.id
        view.isKnown = session.mirror.isKnown
        view.game = (try? Referee(state: session.mirror.state))?.game
        tell(view)
    }
}

extension MatchRemoteConnection: SessionDelegate {
    func statusChanged(_ session: Session) {}

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        publish()
        guard let game = view.game, !game.isOver, let offer = game.offer, game.seats[offer.by] != view.me else {
            return
        }
        send(Intent.offer(nil).delta)
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        if case .refused(let reason) = answer, reason.code != .notOffered { view.failure = .refused(reason.message) }
        publish()
    }

    func failed(_ failure: SessionFailure, session: Session) {
        view.failure = .lost(failure.sentence)
        publish()
        loop.stop()
    }
}
