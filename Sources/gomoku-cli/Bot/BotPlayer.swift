import Foundation
import GameState
import Robot
import WebSockets

/// An engine's seat in one room: sees from the room's keys what is awaited, has the engine think, and plays what it says.
///
/// Everything is looked at anew after each message: what the engine was told is only ever compared with the list of moves.
final class BotPlayer {
    struct Setup {
        let engine: BotEngine.Setup
        /// The side it takes; nil: any.
        let side: Stone?
        /// Games after which it leaves; nil: goes on for ever.
        let games: Int?
        /// The rule of games it starts itself.
        let rule: Rule
    }

    /// What comes to it from other threads.
    enum Event: Sendable {
        case engine(serial: Int, BotProcess.Event)
        case opening(serial: Int, OpeningDecision?)
    }

    /// Time kept back from the clock for the way to the server and back, in milliseconds.
    static let netMargin = 250
    /// How long a finished game is left on the board before a bot starts the next, in milliseconds.
    static let nextGameAfter = 2_000
    /// How long until something that was refused for now is tried again, in milliseconds.
    static let tryAgainAfter = 1_000
    /// Failures or refusals in a row after which it leaves the room.
    static let failureLimit = 3, refusalLimit = 8

    let session: Session
    private let setup: Setup
    private let loop: EventLoop
    private let post: @Sendable (Event) -> Void
    private let finished: (BotPlayer, Int32) -> Void
    private var engine: BotEngine?
    private var serial = 0
    private var serialOfOpenings = 0
    private var openingAsked: (rev: Int, serial: Int)?
    /// The one delta without an answer; nothing else is sent meanwhile.
    private var pending: String?
    private var waitsUntil = 0
    private var timer: LoopTimer?
    /// Games that are given up or refused, and games whose end was seen.
    private var lost: Set<Int> = []
    private var lastOver = 0
    private var played = 0
    private var failures = 0
    private var refusals = 0
    private var isDone = false
    /// Processes that may still be ending.
    private(set) var processes: [BotProcess] = []

    init(
        _ setup: Setup, session: Session, post: @escaping @Sendable (Event) -> Void,
        finished: @escaping (BotPlayer, Int32) -> Void
    ) {
        self.setup = setup
        self.session = session
        loop = session.loop
        self.post = post
        self.finished = finished
        timer = loop.timer { [unowned self] in look() }
    }

    // MARK: what happens

    func look() {
        guard !isDone, session.status.isOnline, session.mirror.isKnown, pending == nil, let me = session.me?.id else { return }
        guard let referee = try? Referee(state: session.mirror.state) else {
            return leave("The room's state is no game that this version knows.", ExitStatus.protocolFailure)
        }
        guard let game = referee.game else { return open(after: nil, me) }
        if game.isOver { return over(game, me) }
        if game.sits(me) { play(game, me) } else { sit(in: game, me) }
    }

    func take(_ event: Event) {
        switch event {
        case .engine(let serial, let event):
            if serial == self.serial { engine?.take(event) }
        case .opening(let serial, let decision):
            guard let asked = openingAsked, asked.serial == serial else { return }
            openingAsked = nil
            guard asked.rev == session.mirror.rev, let decision else { return look() }
            play(decision)
        }
    }

    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer) {
        guard request.id == pending else { return }
        pending = nil
        guard case .refused(let code, let message) = answer else {
            refusals = 0
            return
        }
        refusals += 1
        tell("The server did not take it (\(code)): \(message)")
        if refusals > Self.refusalLimit { return leave("The server refuses everything.", ExitStatus.protocolFailure) }
        pause(Self.tryAgainAfter)
    }

    /// Ends the engine; for the end of the bridge.
    func stop() {
        isDone = true
        dismiss()
    }

    // MARK: games

    private func over(_ game: Game, _ me: ParticipantID) {
        openingAsked = nil
        if lastOver != game.number {
            lastOver = game.number
            dismiss()
            if game.sits(me) {
                tell("Game \(game.number) is over: \(game.ending?.result ?? "draw") by \(game.ending?.reason.rawValue ?? "?") after \(game.moves.count) moves.")
                played += 1
                if lost.contains(game.number) { failures += 1 } else { failures = 0 }
                if let games = setup.games, played >= games { return leave(nil, failures > 0 ? 1 : 0) }
                if failures >= Self.failureLimit { return leave("The engine lost \(failures) games in a row by its own fault.", 1) }
                // Whoever played gets the time to look at the end, and to start the next game.
                return pause(Self.nextGameAfter)
            }
        }
        guard waitsUntil <= loop.now() else { return }
        if let offer = game.offer, offer.kind == .rematch, game.seats[offer.by] != me, game.sits(me) {
            return open(after: game, me, isRematch: true)
        }
        // A person decides when to play on; with nobody else here, or bots only, the bridge does.
        let others = session.mirror.participants.filter { $0.id != me }
        if game.sits(me), others.contains(where: { !$0.isBot && game.sits($0.id) }) { return }
        open(after: game, me)
    }

    private func open(after old: Game?, _ me: ParticipantID, isRematch: Bool = false) {
        var options = Game.Options()
        options.rule = setup.rule
        if let old, old.sits(me) { options = old.options }
        let number = (old?.number ?? 0) + 1
        guard !lost.contains(number) else { return leave("The engine refuses the games that it could start.", 1) }
        guard isReady(for: number, options) else { return }
        var side = setup.side ?? .x
        if setup.side == nil, let old, old.seats.x == me { side = .o }
        var seats = ByStone<ParticipantID?>(both: nil)
        seats[side] = me
        if let old, isRematch {
            seats = ByStone(x: old.seats.o, o: old.seats.x)
        } else if let old, let robot = Stone.allCases.compactMap({ old.seats[$0] }).first(where: { $0.robotLevel != nil }) {
            seats[side.opponent] = robot
        }
        var delta = GameView().newGame(rule: options.rule, size: options.size, seats: seats)
        delta["game"] = .string(String(number))
        if options.opening != .none { delta["opening"] = .string(options.opening.rawValue) }
        if let clock = options.clock { delta["clock"] = .string("\(clock)") }
        send(delta)
    }

    private func sit(in game: Game, _ me: ParticipantID) {
        if lost.contains(game.number) { return }
        let open = Stone.allCases.filter { game.seats[$0] == nil && (setup.side == nil || setup.side == $0) }
        guard let side = open.first else { return dismiss() }
        guard isReady(for: game.number, game.options) else { return }
        send(Delta(changes: [.init(side.rawValue, .string(me.text))]))
    }

    // MARK: moves

    private func play(_ game: Game, _ me: ParticipantID) {
        guard let mine = Stone.allCases.first(where: { game.seats[$0] == me }) else { return }
        if lost.contains(game.number) { return resign(mine) }
        if let offer = game.offer, game.seats[offer.by] != me { return answer(offer, in: game) }
        guard let turn = game.turn, game.seats[turn] == me else {
            openingAsked = nil
            if engine?.isThinking == true { dismiss(atOnce: true) }
            // It gets ready while the other thinks.
            return _ = isReady(for: game.number, game.options)
        }
        if let opening = game.runningOpening { return decide(opening, game) }
        if let engine, engine.game == game.number, engine.isUseless(for: game.moves) { dismiss(atOnce: true) }
        guard isReady(for: game.number, game.options), let engine else { return }
        engine.ask(game.moves, left: left(of: turn, in: game), step: step(of: game))
    }

    /// Milliseconds on the clock at the server by now, less what the way there takes; nil without a clock.
    private func left(of side: Stone, in game: Game) -> Int? {
        guard let clock = game.clock else { return nil }
        let now = session.clockOffset.map { loop.now() + $0 } ?? clock.runningSince ?? 0
        return max(1, clock.remaining(of: side, at: now).total - Self.netMargin)
    }

    /// Milliseconds that every move gives back.
    private func step(of game: Game) -> Int {
        switch game.options.clock {
        case .fischer(_, let increment): increment * 900
        case .byoyomi(_, _, let length): length * 500
        case nil: 0
        }
    }

    private func moved(to point: Point) {
        guard pending == nil, let game = (try? Referee(state: session.mirror.state))?.game else { return }
        if let sentence = Self.fault(of: point, in: game) { return failed(.illegal(sentence)) }
        send(Self.move(point, number: game.moves.count + 1))
    }

    private static func fault(of point: Point, in game: Game) -> String? {
        guard game.size.contains(point) else { return "The point is off the board." }
        return switch game.rule.verdict(on: .ofMove(game.moves.count + 1), at: point, of: game.board) {
        case .occupied: "There is a stone on \(game.size.name(of: point)) already."
        case .forbidden(let prohibition): "\(game.size.name(of: point)) is forbidden: \(prohibition.rawValue)."
        case .five, .legal: nil
        }
    }

    private static func move(_ point: Point, number: Int) -> Delta {
        Delta(changes: [
            .init("move", .string(String(number))), .init("col\(number)", .string(String(point.column))),
            .init("row\(number)", .string(String(point.row))),
        ])
    }

    // MARK: openings, decided with the built-in robot's search: engines do not know them

    private func decide(_ opening: OpeningState, _ game: Game) {
        let rev = session.mirror.rev
        guard openingAsked?.rev != rev else { return }
        serialOfOpenings += 1
        let serial = serialOfOpenings
        openingAsked = (rev, serial)
        let budget = left(of: game.turn ?? .x, in: game).map { max(20, min(setup.engine.milliseconds, $0 / 20)) }
        let milliseconds = budget ?? setup.engine.milliseconds
        let number = UInt64(game.number)
        Thread.detachNewThread { [post] in
            let searcher = Searcher(size: opening.size, rule: opening.rule, tableMegabytes: 16, seed: number)
            post(.opening(serial: serial, OpeningAdviser.decision(in: opening, with: searcher, milliseconds: milliseconds)))
        }
    }

    private func play(_ decision: OpeningDecision) {
        switch decision {
        case .place(let point), .pick(let point):
            guard let game = (try? Referee(state: session.mirror.state))?.game else { return }
            send(Self.move(point, number: game.moves.count + 1))
        case .choose(let choice): send(Delta(changes: [.init("choice", .string(choice.rawValue))]))
        case .offer(let point): send(Delta(changes: [.init("fifth", .string("\(point.column),\(point.row)"))]))
        }
    }

    // MARK: offers: a takeback is granted, a draw is not

    private func answer(_ offer: Offer, in game: Game) {
        guard offer.kind == .takeback, let count = game.movesToTakeBack(for: offer.by) else {
            return send(Delta(changes: [.init("offer", nil)]))
        }
        let number = game.moves.count - count
        var changes = [Delta.Change("move", .string(String(number)))]
        for move in (number + 1)...game.moves.count {
            changes += [.init("col\(move)", nil), .init("row\(move)", nil)]
        }
        send(Delta(changes: changes))
    }

    // MARK: the engine

    /// Whether an engine stands ready for this game; else one is started, and ``look()`` comes again.
    private func isReady(for game: Int, _ options: Game.Options) -> Bool {
        if let engine, engine.game == game, !engine.isUseless(for: []) || engine.isReady { return engine.isReady }
        dismiss()
        serial += 1
        let serial = serial
        processes.removeAll { $0.isGone }
        do {
            let made = try BotEngine(
                setup.engine, game: game, options: options, loop: loop, post: { [post] in post(.engine(serial: serial, $0)) },
                report: { [unowned self] report in hear(report) })
            engine = made
            processes.append(made.process)
        } catch {
            switch error {
            case .notStarted(let number): failed(.notStarted(String(cString: strerror(number))), game: game)
            }
        }
        return false
    }

    private func hear(_ report: BotEngine.Report) {
        switch report {
        case .ready: look()
        case .moved(let point): moved(to: point)
        case .failed(let failure): failed(failure, game: engine?.game)
        }
    }

    private func failed(_ failure: BotEngineFailure, game: Int? = nil) {
        if let number = game ?? engine?.game {
            lost.insert(number)
            tell("Game \(number) is given up. \(failure)")
        }
        dismiss(atOnce: true)
        look()
    }

    private func dismiss(atOnce: Bool = false) {
        serial += 1
        if atOnce || engine?.isThinking == true { engine?.kill() } else { engine?.end() }
        engine = nil
    }

    // MARK: sending

    private func resign(_ stone: Stone) {
        send(Delta(changes: [
            .init("result", .string(stone.opponent.rawValue)), .init("reason", .string(Game.Reason.resign.rawValue)),
        ]))
    }

    private func send(_ delta: Delta) {
        guard waitsUntil <= loop.now() else { return }
        pending = session.send(delta)
    }

    private func pause(_ milliseconds: Int) {
        waitsUntil = loop.now() + milliseconds
        timer?.schedule(afterMilliseconds: milliseconds + 1)
    }

    private func leave(_ why: String?, _ status: Int32) {
        if let why { tell("\(why) Leaving.") }
        stop()
        finished(self, status)
    }

    private func tell(_ sentence: String) { Output.complain("\(session.setup.room): \(sentence)") }
}
