import GameState
import Robot
import WebSockets

/// The built-in robot in its rooms: sees when it is awaited, has the workers search, and plays what they find.
///
/// The loop never waits. What was found for a position that has changed meanwhile (a takeback, a resignation) is
/// dropped.
final class RobotService: RoomObserver {
    /// Searches that may wait or run; over it a room is looked at again when one has finished.
    static let taskLimit = 256
    /// Time for a move without a clock, milliseconds.
    static let moveMilliseconds = 1_000
    /// With a clock, at the most this part of what is left.
    static let clockPart = 20

    /// What a move costs besides the search, milliseconds.
    static let overheadMilliseconds = 30

    private let rooms: RoomDirectory
    private let now: () -> Int
    private let workers: RobotWorkers
    private let answers: Mailbox<RobotAnswer>
    private var running: [RoomName: RobotTask] = [:]
    /// Rooms that found no place for a search.
    private var postponed: Set<RoomName> = []
    private var clients: [Int: ClientConnection] = [:]

    /// - Parameter answers: where workers put what they have found; whoever has the loop gives it to ``finished(_:)``.
    init(rooms: RoomDirectory, now: @escaping () -> Int, workers: RobotWorkers, answers: Mailbox<RobotAnswer>) {
        self.rooms = rooms
        self.now = now
        self.workers = workers
        self.answers = answers
    }

    func observe(_ event: RoomEvent) {
        switch event {
        case .settled(let live): look(at: live)
        case .closed(let name): running.removeValue(forKey: name)?.stop.stop()
        }
    }

    /// Something has happened there: does a robot have to do something?
    private func look(at live: LiveRoom) {
        guard live.room.kind == .gomoku, let game = live.room.game else { return }
        if let task = running[live.name], task.rev != live.room.rev {
            task.stop.stop()
            running[live.name] = nil
        }
        if let offer = game.offer, let level = game.seats[offer.by.opponent]?.robotLevel {
            answer(offer, in: live, level)
        }
        guard !game.isOver, let side = game.turn, let level = game.seats[side]?.robotLevel.flatMap({ Level($0) }),
            running[live.name] == nil
        else { return }
        guard running.count < Self.taskLimit else {
            postponed.insert(live.name)
            return
        }
        let task = RobotTask(
            room: live.name, level: level, game: game, rev: live.room.rev, milliseconds: budget(game, side),
            stop: StopFlag())
        running[live.name] = task
        workers.add(.move) { [answers] in
            answers.post(RobotAnswer(task: task, delta: RobotBrain.answer(task)))
        }
    }

    /// A worker has finished.
    func finished(_ answer: RobotAnswer) {
        let task = answer.task
        if running[task.room]?.stop === task.stop { running[task.room] = nil }
        if let live = rooms[task.room] {
            if live.room.rev == task.rev, let delta = answer.delta {
                play(delta, in: live, level: task.level.number)
            } else {
                look(at: live)
            }
        }
        let names = postponed
        postponed = []
        for name in names { if let live = rooms[name] { look(at: live) } }
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
        func close(_ code: CloseCode, reason: String) {}
        var roundTripMilliseconds: Int? { nil }
        func measureRoundTrip() {}
    }
}
