import ArgumentParser
import Client
import GameState
import WebSockets
import Wire

/// A bridge between any number of rooms and engines, on one loop. Each room has its own session and
/// engine.
final class BotBridge {
    private enum Event: Sendable {
        case signal(SignalWatcher.Signal)
        case player(Int, BotPlayer.Event)
        case trial(BotProcess.Event)
    }

    private let loop: EventLoop
    private let mailbox = Mailbox<Event>()
    private let setup: BotPlayer.Setup
    private let rooms: [Session.Setup]
    private let seek: BotSeek?
    private var seeker: BotSeeker?
    private var seekTally: BotTally
    /// An engine started before the seek, to test whether it can be started.
    private var trial: BotEngine?
    /// The players by order of entry. In lobby mode, players of earlier games are removed when
    /// their engines have ended.
    private var players: [Int: BotPlayer] = [:]
    private var entered = 0
    private var remaining: Int
    private var status: Int32 = 0
    private var isOver = false

    /// - Parameters:
    ///   - rooms: at least one room; with a `seek`, the lobby.
    ///   - games: the number of games to find in the lobby.
    init(_ setup: BotPlayer.Setup, rooms: [Session.Setup], seek: BotSeek? = nil, games: Int? = nil) throws {
        loop = try EventLoop()
        self.seek = seek
        seekTally = BotTally(games: games)
        self.setup = setup
        self.rooms = rooms
        remaining = rooms.count
    }

    /// Runs until every room was left, or until a signal. Ends all engines.
    func run(signals: SignalWatcher) throws -> Int32 {
        loop.attach(mailbox, to: self) { $0.handle($1) }
        signals.post(to: mailbox) { .signal($0) }
        if let seek { tryEngine(seek) } else { enterNext() }
        try loop.run()
        for player in players.values { player.stop() }
        trial?.kill()
        for process in players.values.flatMap(\.processes) + [trial?.process].compactMap(\.self) {
            process.waitUntilGone()
        }
        return status
    }

    private func handle(_ event: Event) {
        switch event {
        case .player(let index, let event): players[index]?.handle(event)
        case .trial(let event): trial?.handle(event)
        case .signal(.interrupt): end(ExitStatus.interrupted)
        case .signal(.terminate): end(ExitStatus.terminated)
        case .signal(.hangup): end(ExitStatus.hungUp)
        case .signal: break
        }
    }

    /// Enters the next room. The others wait until the first is online, so that all rooms see the
    /// same identity.
    private func enterNext() {
        guard entered < rooms.count else { return }
        enter(rooms[entered])
    }

    private func enter(_ room: Session.Setup) {
        let index = entered
        entered += 1
        let session = Session(room, loop: loop)
        let player = BotPlayer(
            setup, session: session, post: { [mailbox] in mailbox.post(.player(index, $0)) },
            finished: { [weak self] player, status in self?.playerLeft(player, status) })
        players[index] = player
        session.start(telling: self)
    }

    private func playerLeft(_ player: BotPlayer, _ status: Int32) {
        player.session.close()
        if seeker != nil { return player.cannotStart ? end(status) : gameEnded(status) }
        self.status = max(self.status, status)
        remaining -= 1
        if remaining == 0 { end(self.status) }
    }

    private func end(_ status: Int32) {
        guard !isOver else { return }
        isOver = true
        self.status = status
        for player in players.values {
            player.stop()
            player.session.close()
        }
        seeker?.session.close()
        loop.stop()
    }

    private func player(of session: Session) -> BotPlayer? { players.values.first { $0.session === session } }
}

extension BotBridge {
    // MARK: Games from the lobby, one at a time

    /// Tests the engine before seeking an opponent. With a broken engine, the opponent would wait
    /// for a move in vain.
    private func tryEngine(_ seek: BotSeek) {
        do throws(BotProcess.Failure) {
            trial = try BotEngine(
                setup.engine, game: 0, terms: seek.terms, loop: loop,
                post: { [mailbox] in mailbox.post(.trial($0)) },
                report: { [weak self] report in
                    switch report {
                    case .ready:
                        self?.trial?.end()
                        self?.enterLobby(seek)
                    case .failed(let failure): self?.hasNoEngine(failure)
                    case .moved: break
                    }
                })
        } catch { hasNoEngine(.notStarted(error)) }
    }

    private func hasNoEngine(_ failure: BotEngineFailure) {
        Output.printError("\(failure) The bot does not enter the lobby.")
        end(ExitStatus.unavailable)
    }

    private func enterLobby(_ seek: BotSeek) {
        let session = Session(rooms[0], loop: loop)
        seeker = BotSeeker(
            seek, session: session, found: { [weak self] room in self?.found(room) },
            failed: { [weak self] sentence in
                Output.printError(sentence)
                self?.end(ExitStatus.protocolFailure)
            })
        session.start(telling: self)
    }

    private func found(_ room: RoomName) {
        guard let seeker else { return }
        players = players.filter { !$0.value.processes.allSatisfy(\.isGone) }
        // Use the same participant, because the seats are already assigned.
        var next = Session.Setup(address: rooms[0].address, room: room)
        next.name = rooms[0].name
        next.tokens = rooms[0].tokens
        next.token = seeker.session.token
        next.isBot = true
        next.retries = .always
        enter(next)
    }

    /// Handles the end of a game from the lobby.
    private func gameEnded(_ status: Int32) {
        let number = entered
        if status != 0 { seekTally.giveUp(number) }
        switch seekTally.played(number) {
        case .goOn: seeker?.resume()
        case .done(let status): end(status)
        case .hopeless(let failures):
            Output.printError("The engine lost \(failures) games in a row through its own faults. Leaving.")
            end(ExitStatus.unavailable)
        }
    }
}

extension BotBridge: SessionDelegate {
    func statusChanged(_ session: Session) {
        if case .offline(let why, _) = session.status {
            Output.printError("\(session.setup.room): \(why.sentence) Trying again.")
        }
        if session === seeker?.session {
            seeker?.reconnected()
        } else if session.status.isOnline, seeker == nil, session === players[entered - 1]?.session {
            enterNext()
        }
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        if session === seeker?.session { seeker?.handle(message) } else { player(of: session)?.update() }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {
        player(of: session)?.settled(request, answer)
    }

    func failed(_ failure: SessionFailure, session: Session) {
        Output.printError("\(session.setup.room): \(failure.sentence)")
        if session === seeker?.session { return end(failure.status) }
        guard let player = player(of: session) else { return }
        player.stop()
        playerLeft(player, failure.status)
    }
}
