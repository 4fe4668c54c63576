import ArgumentParser
import GameState
import WebSockets

/// Any number of rooms on one loop, each with a session and an engine of its own.
final class BotBridge {
    private enum Event: Sendable {
        case signal(SignalWatcher.Signal)
        case player(Int, BotPlayer.Event)
    }

    private let loop: EventLoop
    private let mailbox = Mailbox<Event>()
    private let setup: BotPlayer.Setup
    private let rooms: [Session.Setup]
    private var players: [BotPlayer] = []
    private var remaining: Int
    private var status: Int32 = 0
    private var isOver = false

    /// - Parameter rooms: at least one.
    init(_ setup: BotPlayer.Setup, rooms: [Session.Setup]) throws {
        loop = try EventLoop()
        self.setup = setup
        self.rooms = rooms
        remaining = rooms.count
    }

    /// Until every room has been left, or a signal; no engine is left running.
    func run(signals: SignalWatcher) throws -> Int32 {
        loop.attach(mailbox) { [unowned self] event in
            switch event {
            case .player(let index, let event): if players.indices.contains(index) { players[index].take(event) }
            case .signal(.interrupt): end(ExitStatus.interrupted)
            case .signal(.terminate): end(ExitStatus.terminated)
            case .signal(.hangup): end(ExitStatus.hungUp)
            case .signal: break
            }
        }
        signals.post(to: mailbox) { .signal($0) }
        enterNext()
        try loop.run()
        for player in players { player.stop() }
        for process in players.flatMap(\.processes) { process.waitUntilGone() }
        return status
    }

    /// One after the other until the first is known to the server: all rooms are to see the same identity.
    private func enterNext() {
        guard players.count < rooms.count else { return }
        let index = players.count
        let session = Session(rooms[index], loop: loop)
        let player = BotPlayer(
            setup, session: session, post: { [mailbox] in mailbox.post(.player(index, $0)) },
            finished: { [unowned self] player, status in left(player, status) })
        players.append(player)
        session.delegate = self
        session.start()
    }

    private func left(_ player: BotPlayer, _ status: Int32) {
        player.session.close()
        self.status = max(self.status, status)
        remaining -= 1
        if remaining == 0 { end(self.status) }
    }

    private func end(_ status: Int32) {
        guard !isOver else { return }
        isOver = true
        self.status = status
        for player in players {
            player.stop()
            player.session.close()
        }
        loop.stop()
    }

    private func player(of session: Session) -> BotPlayer? { players.first { $0.session === session } }
}

extension BotBridge: SessionDelegate {
    func statusChanged(_ session: Session) {
        if case .offline(let why, _) = session.status { Output.complain("\(session.setup.room): \(why) Trying again.") }
        if session.status.isOnline, session === players.last?.session { enterNext() }
    }

    func received(_ message: ServerMessage, change: RoomMirror.Change, session: Session) { player(of: session)?.look() }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        player(of: session)?.settled(request, answer)
    }

    func failed(_ failure: SessionFailure, session: Session) {
        Output.complain("\(session.setup.room): \(failure.sentence)")
        guard let player = player(of: session) else { return }
        player.stop()
        left(player, failure.status)
    }
}
