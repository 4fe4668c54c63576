import GameState
import Robot
import WebSockets

/// The built-in robot at the tables: sees when it is awaited, has the workers search, and plays what they find.
///
/// The loop never waits. What was found for a position that has changed meanwhile (a takeback, a resignation) is
/// dropped.
final class RobotService {
    /// Searches that may wait or run; over it a table is looked at again when one has finished.
    static let taskLimit = 256
    /// Time for a move without a clock, milliseconds.
    static let moveMilliseconds = 1_000
    /// With a clock, at the most this part of what is left.
    static let clockPart = 20

    /// What a move costs besides the search, milliseconds.
    static let overheadMilliseconds = 30

    private let registry: RoomRegistry
    private let workers: RobotWorkers
    private let answers: Mailbox<RobotAnswer>
    private var running: [RoomName: RobotTask] = [:]
    /// Tables that found the desk full.
    private var postponed: Set<RoomName> = []
    private var clients: [Int: ClientConnection] = [:]

    /// - Parameter answers: where workers put what they have found; whoever has the loop gives it to ``finished(_:)``.
    init(registry: RoomRegistry, workers: RobotWorkers, answers: Mailbox<RobotAnswer>) {
        self.registry = registry
        self.workers = workers
        self.answers = answers
    }

    /// Something has happened at `table`: does a robot have to do something there?
    func look(at table: LiveRoom) {
        guard table.room.kind == .gomoku, let game = table.room.game else { return }
        if let task = running[table.name], task.rev != table.room.rev {
            task.stop.stop()
            running[table.name] = nil
        }
        if let offer = game.offer, let level = game.seats[offer.by.opponent]?.robotLevel {
            answer(offer, at: table, level)
        }
        guard !game.isOver, let side = game.turn, let level = game.seats[side]?.robotLevel.flatMap({ Level($0) }),
            running[table.name] == nil
        else { return }
        guard running.count < Self.taskLimit else {
            postponed.insert(table.name)
            return
        }
        let task = RobotTask(
            room: table.name, level: level, game: game, rev: table.room.rev, milliseconds: budget(game, side),
            stop: StopFlag())
        running[table.name] = task
        workers.add(.move) { [answers] in
            answers.post(RobotAnswer(task: task, delta: RobotBrain.answer(task)))
        }
    }

    /// A worker has finished.
    func finished(_ answer: RobotAnswer) {
        let task = answer.task
        if running[task.room]?.stop === task.stop { running[task.room] = nil }
        if let table = registry.tables[task.room] {
            if table.room.rev == task.rev, let delta = answer.delta {
                play(delta, at: table, level: task.level.number)
            } else {
                look(at: table)
            }
        }
        let names = postponed
        postponed = []
        for name in names { if let table = registry.tables[name] { look(at: table) } }
    }

    private func budget(_ game: Game, _ side: Stone) -> Int {
        guard let clock = game.clock else { return Self.moveMilliseconds }
        let left = clock.remaining(of: side, at: registry.services.now()).total
        return max(20, min(Self.moveMilliseconds, left / Self.clockPart - Self.overheadMilliseconds))
    }

    private func play(_ delta: Delta, at table: LiveRoom, level: Int) {
        let id = "\(table.room.rev)"
        table.handle(
            DeltaRequest(room: table.name, id: id, base: table.room.rev, delta: delta), from: client(level))
    }

    /// It takes back whatever it is asked to, and plays on when a draw is offered.
    private func answer(_ offer: Offer, at table: LiveRoom, _ level: Int) {
        guard let game = table.room.game, let delta = RobotMove.answer(to: offer, in: game) else { return }
        play(delta, at: table, level: level)
    }

    /// The robot as a client that listens to nobody.
    private func client(_ level: Int) -> ClientConnection {
        if let known = clients[level] { return known }
        let unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        let client = ClientConnection(outlet: Deaf(), credits: unlimited, abuse: unlimited, chat: unlimited)
        client.stage = .known
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
