import Client
import Foundation
import GameState
import Robot
import WebSockets
import Wire

/// An engine's seat in a room. It finds out from the room's keys which player must act next, and
/// plays the engine's moves.
///
/// It evaluates the whole room after each message, and compares the list of moves with the
/// engine's.
final class BotPlayer {
    struct Setup {
        let engine: BotEngine.Setup
        /// The side to take, or nil for any.
        let side: Stone?
        /// The number of games to play, or nil for no limit.
        let games: Int?
        /// The rule of games that the bot starts.
        let rule: Rule
        /// Whether to claim games that the opponent has left.
        var claims = false
    }

    /// An event from another thread.
    enum Event: Sendable {
        case engine(serial: Int, BotProcess.Event)
        case opening(serial: Int, OpeningDecision?)
    }

    /// The time in milliseconds before a bot starts the next game. Meanwhile the players can look
    /// at the finished game, or start a game themselves.
    static let nextGameAfter = 2_000
    /// The time before an action that was refused is tried again, in milliseconds.
    static let tryAgainAfter = 1_000

    let session: Session
    private let setup: Setup
    private let loop: EventLoop
    private let post: @Sendable (Event) -> Void
    private let finished: (BotPlayer, Int32) -> Void
    private var engine: BotEngine?
    private var serial = 0
    private var serialOfOpenings = 0
    private var openingAsked: (rev: Int, serial: Int)?
    /// The ID of the delta that the server has not answered yet. Until the answer, no other delta
    /// is sent.
    private var pending: String?
    private var waitsUntil = 0
    private var timer: LoopTimer?
    private var tally: BotTally
    private var isDone = false
    /// Whether an engine has ever answered OK. Until then, the bot does nothing else.
    private var hasStarted = false
    /// Whether the engine could not be started. The bot then resigns its game and leaves.
    private(set) var cannotStart = false
    /// Engine processes that may not have ended yet.
    private(set) var processes: [BotProcess] = []

    init(
        _ setup: Setup, session: Session, post: @escaping @Sendable (Event) -> Void,
        finished: @escaping (BotPlayer, Int32) -> Void
    ) {
        self.setup = setup
        tally = BotTally(games: setup.games)
        self.session = session
        loop = session.loop
        self.post = post
        self.finished = finished
        timer = loop.timer(of: self) { $0.update() }
    }

    // MARK: Events

    func update() {
        guard !isDone, session.status.isOnline, session.mirror.isKnown, pending == nil, let me = session.me?.id else {
            return
        }
        guard let referee = try? Referee(state: session.mirror.state) else {
            return leave("This version of gomoku-cli does not understand the room's game.", ExitStatus.protocolFailure)
        }
        if cannotStart {
            if let game = referee.game, !game.isOver, game.sits(me) { return play(game, me) }
            return leave("The engine cannot play.", ExitStatus.unavailable)
        }
        let current = referee.game
        let terms = current?.terms ?? GameTerms(rule: setup.rule)
        guard hasStarted || isReady(for: current?.number ?? 1, terms) else { return }
        guard let game = current else { return open(after: nil, me) }
        if game.isOver { return gameEnded(game, me) }
        if game.sits(me) { play(game, me) } else { sit(in: game, me) }
    }

    func handle(_ event: Event) {
        switch event {
        case .engine(let serial, let event):
            if serial == self.serial { engine?.handle(event) }
        case .opening(let serial, let decision):
            guard let asked = openingAsked, asked.serial == serial else { return }
            openingAsked = nil
            guard asked.rev == session.mirror.rev, let decision, let opening = game?.runningOpening else {
                return update()
            }
            send(Intent.decide(decision, after: opening.stones.count).delta)
        }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer) {
        guard request.id == pending else { return }
        pending = nil
        guard case .refused(let reason) = answer else {
            tally.accepted()
            return
        }
        report("The server rejected a request (\(reason.word)): \(reason.message)")
        if tally.refused() { return leave("The server rejected too many requests.", ExitStatus.protocolFailure) }
        pause(Self.tryAgainAfter)
    }

    /// Ends the engine. Called when the bridge ends.
    func stop() {
        isDone = true
        dismiss()
    }

    /// The game derived from the room's keys.
    private var game: Game? { (try? Referee(state: session.mirror.state))?.game }

    /// Whether the bot plays in this game, and the game is not over.
    private func sits(in number: Int) -> Bool {
        guard let game, let me = session.me?.id else { return false }
        return game.number == number && !game.isOver && game.sits(me)
    }

    // MARK: Games

    private func gameEnded(_ game: Game, _ me: ParticipantID) {
        openingAsked = nil
        if tally.isNews(game.number) {
            dismiss()
            if game.sits(me) {
                report(
                    "Game \(game.number) is over: \(game.ending?.result ?? "draw") by \(game.ending?.reason.rawValue ?? "?") after \(game.moves.count) moves."
                )
                switch tally.played(game.number) {
                case .goOn: return pause(Self.nextGameAfter)
                case .done(let status): return leave(nil, status)
                case .hopeless(let failures):
                    return leave(
                        "The engine lost \(failures) games in a row through its own faults.", ExitStatus.unavailable)
                }
            }
        }
        guard waitsUntil <= loop.now() else { return }
        if let offer = game.offer, offer.kind == .rematch, game.seats[offer.by] != me, game.sits(me) {
            return open(after: game, me, isRematch: true)
        }
        // People decide themselves when to play again. Without people from this game in the room,
        // the bot decides.
        let others = session.mirror.participants.filter { $0.id != me }
        if game.sits(me), others.contains(where: { !$0.isBot && game.sits($0.id) }) { return }
        open(after: game, me)
    }

    private func open(after old: Game?, _ me: ParticipantID, isRematch: Bool = false) {
        let next = BotNewGame(after: old, by: me, side: setup.side, rule: setup.rule, isRematch: isRematch)
        guard !tally.isLost(next.number) else {
            return leave("The engine cannot play the next game.", ExitStatus.unavailable)
        }
        guard isReady(for: next.number, next.terms) else { return }
        send(next.delta)
    }

    private func sit(in game: Game, _ me: ParticipantID) {
        if tally.isLost(game.number) { return }
        let open = Stone.allCases.filter { game.seats[$0] == nil && (setup.side == nil || setup.side == $0) }
        guard let side = open.first else { return dismiss() }
        guard isReady(for: game.number, game.terms) else { return }
        send(Intent.seat(side, me).delta)
    }

    // MARK: Moves

    private func play(_ game: Game, _ me: ParticipantID) {
        guard let mine = Stone.allCases.first(where: { game.seats[$0] == me }) else { return }
        if tally.isLost(game.number) { return send(Intent.resign(mine).delta) }
        if let offer = game.offer, game.seats[offer.by] != me {
            // Agree to takebacks, but not to draws.
            return send(RobotMove.answer(to: offer, in: game) ?? Intent.offer(nil).delta)
        }
        guard let turn = game.turn, game.seats[turn] == me else {
            openingAsked = nil
            if engine?.isThinking == true { dismiss(atOnce: true) }
            if claim(game, mine) { return }
            // Start the engine while the opponent thinks.
            _ = isReady(for: game.number, game.terms)
            return
        }
        if let opening = game.runningOpening { return decide(opening, game) }
        if let engine, engine.game == game.number, engine.needsRestart(for: game.moves) { dismiss(atOnce: true) }
        guard isReady(for: game.number, game.terms), let engine else { return }
        let time = BotTime(game, turn, now: session.clockOffset.map { loop.now() + $0 })
        engine.ask(game.moves, left: time.left, step: time.step)
    }

    /// Claims a game from the lobby when the server says that the absent opponent has lost it.
    private func claim(_ game: Game, _ mine: Stone) -> Bool {
        guard setup.claims, let absence = game.absence, absence.side != mine else { return false }
        let wait = absence.claimableAt - loop.now() - (session.clockOffset ?? 0)
        if wait > 0 {
            timer?.schedule(afterMilliseconds: wait + 100)
            return false
        }
        send(Intent.claim(winner: mine, reason: .abandoned).delta)
        return true
    }

    private func moved(to point: Point) {
        guard pending == nil, let game else { return }
        if let sentence = game.fault(of: point) { return failed(.illegal(sentence)) }
        send(Intent.move(game.moves.count + 1, to: point).delta)
    }

    // MARK: Openings, which engines do not know, so the built-in robot decides

    private func decide(_ opening: OpeningState, _ game: Game) {
        let rev = session.mirror.rev
        guard openingAsked?.rev != rev else { return }
        serialOfOpenings += 1
        let serial = serialOfOpenings
        openingAsked = (rev, serial)
        let time = BotTime(game, game.turn ?? .x, now: session.clockOffset.map { loop.now() + $0 })
        let milliseconds = time.forOpening(of: setup.engine.milliseconds)
        Thread.detachNewThread { [post] in
            let searcher = Searcher(
                size: opening.size, rule: opening.rule, tableMegabytes: 16, seed: .random(in: 0...(.max)))
            post(
                .opening(
                    serial: serial, OpeningAdviser.decision(in: opening, with: searcher, milliseconds: milliseconds)))
        }
    }

    // MARK: Engine

    /// Whether an engine is ready for this game. If not, starts one, which causes a call of
    /// ``update()`` when it is ready.
    private func isReady(for game: Int, _ terms: GameTerms) -> Bool {
        if let engine, engine.game == game, !engine.needsRestart(for: []) || engine.isReady { return engine.isReady }
        dismiss()
        serial += 1
        let serial = serial
        processes.removeAll { $0.isGone }
        do {
            let made = try BotEngine(
                setup.engine, game: game, terms: terms, loop: loop,
                post: { [post] in post(.engine(serial: serial, $0)) },
                report: { [weak self] report in self?.handle(report) })
            engine = made
            processes.append(made.process)
        } catch {
            failed(.notStarted(error), game: game)
        }
        return false
    }

    private func handle(_ report: BotEngine.Report) {
        switch report {
        case .ready:
            hasStarted = true
            update()
        case .moved(let point): moved(to: point)
        case .failed(let failure): failed(failure, game: engine?.game)
        }
    }

    private func failed(_ failure: BotEngineFailure, game: Int? = nil) {
        if let number = game ?? engine?.game {
            tally.giveUp(number)
            // Engines start before the bot takes a seat. If one fails before, there is no game to
            // resign.
            report(sits(in: number) ? "The bot gives up game \(number). \(failure)" : "\(failure)")
        }
        if failure.isAtStart { cannotStart = true }
        dismiss(atOnce: true)
        update()
    }

    private func dismiss(atOnce: Bool = false) {
        serial += 1
        if atOnce || engine?.isThinking == true { engine?.kill() } else { engine?.end() }
        engine = nil
    }

    // MARK: Sending

    private func send(_ delta: Delta) {
        guard waitsUntil <= loop.now() else { return }
        pending = session.send(delta)
    }

    private func pause(_ milliseconds: Int) {
        waitsUntil = loop.now() + milliseconds
        timer?.schedule(afterMilliseconds: milliseconds + 1)
    }

    private func leave(_ why: String?, _ status: Int32) {
        if let why { report("\(why) Leaving.") }
        stop()
        finished(self, status)
    }

    private func report(_ sentence: String) { Output.printError("\(session.setup.room): \(sentence)") }
}
