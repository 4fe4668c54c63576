import GameState
import Robot
import Rooms
import WebSockets
import Wire

/// The built-in robot in all rooms. It notices when a robot has the turn, has the workers search,
/// and plays the result.
///
/// The robot plays only while the room has clients. Rooms with human players go first, in turns by
/// address group. Games between robots use the remaining time, within a budget. Quick levels have
/// their own thread. Searches of other levels become shorter while rooms wait (``SearchTurns``),
/// and the players are told. The loop never waits for a search. A result is dropped if the position
/// has changed meanwhile, by a takeback or a resignation.
package final class RobotService: RoomObserver {
    /// The time per move without a clock, in milliseconds.
    static let moveMilliseconds = 1_000
    /// With a clock, the fraction of the remaining time that a move may take: one twentieth.
    static let clockPart = 20
    /// The overhead of a move besides the search, in milliseconds.
    static let overheadMilliseconds = 30
    /// The interval at which the robot checks whether its budget has been refilled, in
    /// milliseconds.
    package static let lookMilliseconds = 1_000
    /// The budget of processor time for games between robots, in milliseconds: at once, and per
    /// second in the long run.
    static let selfPlay = (burst: 300_000, perSecond: 100)
    /// The time limit of a quick level, in milliseconds.
    static let quickMilliseconds = 50
    /// The percentage of the usual time below which a shorter search is announced to the players.
    static let announcedPercent = 75

    private struct Search {
        let task: RobotTask
        let lane: RobotLane
        /// The start time, in server milliseconds.
        let began: Int
    }

    private let rooms: RoomDirectory
    private let now: () -> Int
    private let workers: RobotWorkers
    private let answers: Mailbox<RobotAnswer>
    /// The maximum number of searches at a time, and the number of unfinished ones, including those
    /// that were told to stop.
    private let slots: Int
    private var busy = 0
    /// Whether the thread for quick levels is busy.
    private var isQuickBusy = false
    private var running: [RoomName: Search] = [:]
    /// Rooms that wait for a search: those where a quick level plays a person, those where another
    /// level does, and those where robots play each other.
    private var quick = FairQueue<RoomName>()
    private var long: SearchTurns
    private var selfPlay = FairQueue<RoomName>()
    private var selfPlayBudget: TokenBucket
    private var clients: [Int: ClientConnection] = [:]
    private var searches = 0

    /// - Parameters:
    ///   - slots: the maximum number of searches at a time.
    ///   - answers: the mailbox for results. The owner of the loop passes them to ``finished(_:)``.
    package init(
        rooms: RoomDirectory, now: @escaping () -> Int, workers: RobotWorkers, slots: Int,
        answers: Mailbox<RobotAnswer>
    ) {
        self.rooms = rooms
        self.now = now
        self.workers = workers
        self.slots = slots
        self.answers = answers
        long = SearchTurns(slots: slots)
        selfPlayBudget = TokenBucket(burst: Self.selfPlay.burst, perSecond: Self.selfPlay.perSecond, now: now())
    }

    package func observe(_ event: RoomEvent) {
        switch event {
        case .settled(let live): update(for: live)
        case .closed(let name): running.removeValue(forKey: name)?.task.stop.stop()
        }
    }

    /// Reacts to a change of the room: stops an outdated search, answers an offer, or queues a
    /// search.
    private func update(for live: LiveRoom) {
        // Most rooms have no robot.
        guard live.room.seatsRobot || running[live.name] != nil, let game = live.room.game else { return }
        if let search = running[live.name], search.task.rev != live.room.rev {
            search.task.stop.stop()
            running[live.name] = nil
        }
        // Robots do not play in an empty room. A client that joins wakes the robot.
        guard !live.audience.isEmpty else { return }
        if let offer = game.offer, let level = game.seats[offer.by.opponent]?.robotLevel {
            answer(offer, in: live, level)
        }
        guard let (side, level) = live.robotToMove, running[live.name] == nil else { return }
        if !live.hasPlayerPresent {
            selfPlay.add(live.name, for: live.group)
        } else if level.isQuick, game.runningOpening == nil {
            quick.add(live.name, for: live.group)
        } else {
            // In an opening, every level weighs many positions, so the search takes all of its
            // time.
            long.add(live.name, for: live.group, usual: budget(game, side), now: now())
        }
        startNext()
    }

    /// Starts waiting searches while threads are free. It is also called at intervals, because the
    /// budget refills over time.
    package func startNext() {
        while !isQuickBusy, let name = quick.next() {
            isQuickBusy = start(name, in: .quick, milliseconds: Self.quickMilliseconds)
        }
        while busy < slots {
            if let turn = long.next(now: now()) {
                if start(turn.room, in: .long(turn), milliseconds: turn.milliseconds) {
                    busy += 1
                } else {
                    long.end(turn)
                }
            } else if selfPlayBudget.isOpen(now: now()), let name = selfPlay.next() {
                if start(name, in: .selfPlay) { busy += 1 }
            } else {
                return
            }
        }
        guard !long.isEmpty else { return }
        shortenSearches()
    }

    /// Frees threads for waiting rooms: stops searches for games between robots, and shortens the
    /// others.
    private func shortenSearches() {
        let now = now()
        for search in running.values {
            switch search.lane {
            case .quick: break
            case .long(let turn):
                search.task.stop.limit(toMilliseconds: now - search.began + long.rest(of: turn, now: now))
            case .selfPlay: search.task.stop.stop()
            }
        }
    }

    /// Starts the search for a room, unless no robot has the turn any more. Returns whether it has
    /// started.
    /// - Parameter milliseconds: a limit for the search that may be less than its usual time.
    private func start(_ name: RoomName, in lane: RobotLane, milliseconds: Int = .max) -> Bool {
        guard let live = rooms[name], !live.audience.isEmpty, running[name] == nil, let game = live.room.game,
            let (side, level) = live.robotToMove
        else { return false }
        let usual = budget(game, side)
        let task = RobotTask(
            room: name, level: level, game: game, rev: live.room.rev, milliseconds: min(usual, milliseconds),
            stop: StopFlag())
        running[name] = Search(task: task, lane: lane, began: now())
        searches += 1
        if case .long = lane, task.milliseconds * 100 < usual * Self.announcedPercent {
            live.sendToPlayers(
                .thinking(.init(room: name, side: side, milliseconds: task.milliseconds, usual: usual)))
        }
        let kind = if case .quick = lane { RobotWorkers.Kind.quickMove } else { RobotWorkers.Kind.move }
        workers.add(kind) { [answers] in
            let began = ServerClock.threadMilliseconds()
            let delta = RobotBrain.answer(task)
            let took = ServerClock.threadMilliseconds() - began
            answers.post(RobotAnswer(task: task, delta: delta, milliseconds: took, lane: lane))
        }
        return true
    }

    /// Metrics for `/metrics`.
    package var figures: [MetricFamily] {
        [
            .init("gomoku_robot_searches", "Robot moves being searched.", busy + (isQuickBusy ? 1 : 0)),
            .init(
                "gomoku_robot_rooms_waiting", "Rooms waiting for a robot's move, by kind of opponent.", by: "against",
                ["person": quick.count + long.count, "robot": selfPlay.count]),
            .init("gomoku_robot_searches_total", "Robot moves searched.", searches),
        ]
    }

    /// Takes a worker's result.
    package func finished(_ answer: RobotAnswer) {
        let task = answer.task
        switch answer.lane {
        case .quick: isQuickBusy = false
        case .long(let turn):
            busy -= 1
            long.end(turn)
        case .selfPlay:
            busy -= 1
            _ = selfPlayBudget.spend(answer.milliseconds, now: now())
        }
        if let search = running[task.room], search.task.stop === task.stop { running[task.room] = nil }
        if let live = rooms[task.room] {
            if live.room.rev == task.rev, let delta = answer.delta {
                play(delta, in: live, level: task.level.number)
            } else {
                update(for: live)
            }
        }
        startNext()
    }

    private func budget(_ game: Game, _ side: Stone) -> Int {
        guard let clock = game.clock else { return Self.moveMilliseconds }
        let left = clock.remaining(of: side, at: now()).total
        return max(20, min(Self.moveMilliseconds, left / Self.clockPart - Self.overheadMilliseconds))
    }

    private func play(_ delta: Delta, in live: LiveRoom, level: Int) {
        let id = "\(live.room.rev)"
        live.handle(
            DeltaRequest(room: live.name, id: id, base: live.room.rev, delta: delta), from: client(level))
    }

    /// Answers an offer: the robot agrees to every takeback, and plays on if a draw is offered.
    private func answer(_ offer: Offer, in live: LiveRoom, _ level: Int) {
        guard let game = live.room.game, let delta = RobotMove.answer(to: offer, in: game) else { return }
        play(delta, in: live, level: level)
    }

    /// Returns the robot as a client whose outlet drops all frames.
    private func client(_ level: Int) -> ClientConnection {
        if let known = clients[level] { return known }
        let unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        let client = ClientConnection(outlet: NullOutlet(), credits: unlimited, abuse: unlimited, chat: unlimited)
        client.isKnown = true
        let id = ParticipantID("robot:\(level)")
        client.participant = Participant(id: id, name: id.robotName ?? id.text, isBot: true)
        clients[level] = client
        return client
    }

    private final class NullOutlet: Outlet {
        var isOpen: Bool { true }
        func send(_ frame: Frame) {}
        func hasUnsent(over bytes: Int) -> Bool { false }
        func stopReading() {}
        func resumeReading() {}
        func close(_ code: CloseCode, reason: String) {}
        var roundTripMilliseconds: Int? { nil }
        func measureRoundTrip() {}
    }
}

extension LiveRoom {
    /// The robot that has the turn, and its side.
    fileprivate var robotToMove: (side: Stone, level: Level)? {
        guard let game = room.game, !game.isOver, let side = game.turn,
            let level = game.seats[side]?.robotLevel.flatMap({ Level($0) })
        else { return nil }
        return (side, level)
    }

    /// Whether a player is present: a person or a client's own bot.
    fileprivate var hasPlayerPresent: Bool { players.contains { audience.isPresent($0) } }

    /// The address group that the robot's search is charged to: that of a player, or else of a
    /// spectator.
    fileprivate var group: String {
        let players = players
        let everybody = audience.everybody
        let one = everybody.first { players.contains($0.participant.id) } ?? everybody.first
        return one?.group ?? ""
    }
}
