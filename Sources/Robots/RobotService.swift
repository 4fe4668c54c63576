import GameState
import Robot
import Rooms
import WebSockets
import Wire

/// The built-in robot in its rooms: sees when it is awaited, has the workers search, and plays what they find.
///
/// It plays for people: only while somebody is in the room. Rooms where somebody plays against it go first, in turns
/// by where they come from; robots that play each other get what is left, within a budget. Quick levels have a thread of
/// their own; the strongest think for a shorter time while others wait (``SearchTurns``), and those who play against them
/// are told. The loop never waits. What was found for a position that has changed meanwhile (a takeback, a resignation)
/// is dropped.
package final class RobotService: RoomObserver {
    /// Time for a move without a clock, milliseconds.
    static let moveMilliseconds = 1_000
    /// With a clock, at the most this part of what is left.
    static let clockPart = 20
    /// What a move costs besides the search, milliseconds.
    static let overheadMilliseconds = 30
    /// Between two looks whether a budget has come back.
    package static let lookMilliseconds = 1_000
    /// What robots that play each other may search for, milliseconds of a processor: at once, and each second in the long run.
    static let selfPlay = (burst: 300_000, perSecond: 100)
    /// The most that a quick level may take, in milliseconds.
    static let quickMilliseconds = 50
    /// Of its usual time, in percent: a search that gets less is announced to those who play.
    static let announcedPercent = 75

    private struct Search {
        let task: RobotTask
        let lane: RobotLane
        /// Server milliseconds.
        let began: Int
    }

    private let rooms: RoomDirectory
    private let now: () -> Int
    private let workers: RobotWorkers
    private let answers: Mailbox<RobotAnswer>
    /// Searches at a time; and those at work, given up ones included.
    private let slots: Int
    private var busy = 0
    /// Whether the thread for quick levels is at work.
    private var isQuickBusy = false
    private var running: [RoomName: Search] = [:]
    /// Rooms that wait for a search: where a person plays against a quick level or another, and where robots play each
    /// other.
    private var quick = FairQueue<RoomName>()
    private var long: SearchTurns
    private var selfPlay = FairQueue<RoomName>()
    private var selfPlayBudget: TokenBucket
    private var clients: [Int: ClientConnection] = [:]
    private var searches = 0

    /// - Parameters:
    ///   - slots: searches at a time.
    ///   - answers: where workers put what they have found; whoever has the loop gives it to ``finished(_:)``.
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
        case .settled(let live): look(at: live)
        case .closed(let name): running.removeValue(forKey: name)?.task.stop.stop()
        }
    }

    /// Something has happened there: does a robot have to do something?
    private func look(at live: LiveRoom) {
        // In most rooms people play people.
        guard live.room.seatsRobot || running[live.name] != nil, let game = live.room.game else { return }
        if let search = running[live.name], search.task.rev != live.room.rev {
            search.task.stop.stop()
            running[live.name] = nil
        }
        // Nobody is there to play with or to watch. Whoever comes in wakes it.
        guard !live.audience.isEmpty else { return }
        if let offer = game.offer, let level = game.seats[offer.by.opponent]?.robotLevel {
            answer(offer, in: live, level)
        }
        guard let (side, level) = live.awaitedRobot, running[live.name] == nil else { return }
        if !live.hasPlayerPresent {
            selfPlay.add(live.name, for: live.group)
        } else if level.isQuick, game.runningOpening == nil {
            quick.add(live.name, for: live.group)
        } else {
            // In an opening every level weighs many positions, which takes as long as it may.
            long.add(live.name, for: live.group, usual: budget(game, side), now: now())
        }
        startNext()
    }

    /// Starts what waits, as far as there is room: also to be called now and then, since budgets come back with time.
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

    /// Others wait: robots among themselves make way, and the rest take less time.
    private func shortenSearches() {
        let now = now()
        for search in running.values {
            switch search.lane {
            case .quick: break
            case .long(let turn):
                search.task.stop.allow(milliseconds: now - search.began + long.rest(of: turn, now: now))
            case .selfPlay: search.task.stop.stop()
            }
        }
    }

    /// Returns whether it has begun: the robot may not be awaited any more.
    /// - Parameter milliseconds: what the search may take, if that is less than usual.
    private func start(_ name: RoomName, in lane: RobotLane, milliseconds: Int = .max) -> Bool {
        guard let live = rooms[name], !live.audience.isEmpty, running[name] == nil, let game = live.room.game,
            let (side, level) = live.awaitedRobot
        else { return false }
        let usual = budget(game, side)
        let task = RobotTask(
            room: name, level: level, game: game, rev: live.room.rev, milliseconds: min(usual, milliseconds),
            stop: StopFlag())
        running[name] = Search(task: task, lane: lane, began: now())
        searches += 1
        if case .long = lane, task.milliseconds * 100 < usual * Self.announcedPercent {
            live.tellPlayers(
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

    /// For `/metrics`.
    package var figures: [MetricFamily] {
        [
            .init("gomoku_robot_searches", "Moves that robots look for just now.", busy + (isQuickBusy ? 1 : 0)),
            .init(
                "gomoku_robot_rooms_waiting", "Rooms that wait for a robot's move, by who plays.", by: "against",
                ["person": quick.count + long.count, "robot": selfPlay.count]),
            .init("gomoku_robot_searches_total", "Moves that robots have looked for.", searches),
        ]
    }

    /// A worker has finished.
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
                look(at: live)
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

    /// It takes back whatever it is asked to, and plays on when a draw is offered.
    private func answer(_ offer: Offer, in live: LiveRoom, _ level: Int) {
        guard let game = live.room.game, let delta = RobotMove.answer(to: offer, in: game) else { return }
        play(delta, in: live, level: level)
    }

    /// The robot as a client that listens to nobody.
    private func client(_ level: Int) -> ClientConnection {
        if let known = clients[level] { return known }
        let unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        let client = ClientConnection(outlet: Deaf(), credits: unlimited, abuse: unlimited, chat: unlimited)
        client.isKnown = true
        client.participant = Participant(id: ParticipantID("robot:\(level)"), name: "Robot \(level)", isBot: true)
        clients[level] = client
        return client
    }

    private final class Deaf: Outlet {
        var isOpen: Bool { true }
        func send(_ frame: Frame) {}
        func hasUnsent(over bytes: Int) -> Bool { false }
        func stopReading() {}
        func readOn() {}
        func close(_ code: CloseCode, reason: String) {}
        var roundTripMilliseconds: Int? { nil }
        func measureRoundTrip() {}
    }
}

extension LiveRoom {
    /// The robot whose turn it is, and its side.
    fileprivate var awaitedRobot: (side: Stone, level: Level)? {
        guard let game = room.game, !game.isOver, let side = game.turn,
            let level = game.seats[side]?.robotLevel.flatMap({ Level($0) })
        else { return nil }
        return (side, level)
    }

    /// Somebody who plays is here: a person, or somebody's bot.
    fileprivate var hasPlayerPresent: Bool { players.contains { audience.isPresent($0) } }

    /// Where those come from for whom a robot plays here.
    fileprivate var group: String {
        let players = players
        let everybody = audience.everybody
        let one = everybody.first { players.contains($0.participant.id) } ?? everybody.first
        return one?.group ?? ""
    }
}
