import GameState
import Robot
import Rooms
import WebSockets

/// Why there is no hint.
package enum HintRefusal: CodedError, Equatable {
    case rated
    case notAgreed
    case noGame
    case notYourTurn
    case busy
    case tooMany(retryAfter: Int)
    case unsolved

    /// Stable word.
    package var code: Code {
        switch self {
        case .rated: .rated
        case .notAgreed: .notOffered
        case .noGame, .unsolved: .noGame
        case .notYourTurn: .notYourTurn
        case .busy: .busy
        case .tooMany: .rateLimited
        }
    }

    package var retryAfter: Int? { if case .tooMany(let milliseconds) = self { milliseconds } else { nil } }

    package var description: String {
        switch self {
        case .rated: "This game is rated: there are no hints in it. Ask for a report when it is over."
        case .notAgreed:
            "In a game between two people hints are for both, when both want them: offer them first, {\"offer\":\"hints x\"}."
        case .noGame: "No game is running in this room. Start one first."
        case .unsolved: "There is nothing to do in this position any more."
        case .notYourTurn: "Hints are for the one whose turn it is. Ask again when it is yours."
        case .busy: "The computer has too much to do just now. Ask again in a few seconds."
        case .tooMany: "You are asking for too many hints. Wait a moment."
        }
    }
}

/// Gives hints: looks at the position with all the robot has, on the workers' threads.
///
/// One search for a room, whoever asks; when the position changes it is given up, and the new one looked at.
package final class HintService: RoomObserver {
    /// Rooms that may be looked at or wait for it, in all and of those who ask from one place; and those who wait for
    /// one of them.
    package static let limit = 256
    static let limitPerGroup = 4
    static let askersPerRoom = 16
    /// Time for a hint.
    package static let milliseconds = 1_000

    private struct Asker {
        let participant: ParticipantID
        /// Where it asks from (``ClientConnection/group``).
        let group: String
        let done: (Result<HintAnswer, HintRefusal>) -> Void
    }

    private struct Search {
        let live: LiveRoom
        let rev: Int
        let task: RobotTask
        /// Whose turn it takes.
        let group: String
        var askers: [Asker]
        var stop: StopFlag { task.stop }
    }

    private let workers: RobotWorkers
    private let answers: Mailbox<HintAnswer>
    /// Searches at a time, and those at work, given up ones included.
    private let slots: Int
    private var busy = 0
    /// Rooms that are looked at or wait for it.
    private var running: [RoomName: Search] = [:]
    private var waiting = FairQueue<RoomName>()

    /// - Parameters:
    ///   - slots: searches at a time.
    ///   - answers: where workers put what they have found; whoever has the loop gives it to ``finished(_:)``.
    package init(workers: RobotWorkers, slots: Int, answers: Mailbox<HintAnswer>) {
        self.workers = workers
        self.slots = slots
        self.answers = answers
    }

    package func observe(_ event: RoomEvent) {
        switch event {
        case .settled(let live): look(at: live)
        case .closed(let name):
            guard let search = running.removeValue(forKey: name) else { return }
            search.stop.stop()
            for asker in search.askers { asker.done(.failure(.noGame)) }
        }
    }

    /// What should `participant` do in `live`? `done` is called once, now or later.
    package func ask(
        _ live: LiveRoom, for participant: ParticipantID, from group: String,
        _ done: @escaping (Result<HintAnswer, HintRefusal>) -> Void
    ) {
        // What is not durable yet has not been shown to anybody: no hint for it.
        live.whenSettled { [self] isSettled in
            guard isSettled else { return done(.failure(.noGame)) }
            begin(live, Asker(participant: participant, group: group, done: done))
        }
    }

    private func begin(_ live: LiveRoom, _ asker: Asker) {
        if let refusal = Self.refusal(in: live, for: asker.participant) { return asker.done(.failure(refusal)) }
        guard let game = live.room.game else { return asker.done(.failure(.noGame)) }
        if let search = running[live.name], search.rev == live.room.rev {
            guard search.askers.count < Self.askersPerRoom else { return asker.done(.failure(.busy)) }
            running[live.name]?.askers.append(asker)
            return
        }
        guard running.count < Self.limit,
            running.values.count(where: { $0.group == asker.group }) < Self.limitPerGroup
        else { return asker.done(.failure(.busy)) }
        let task = RobotTask(
            room: live.name, level: .strongest, game: game, rev: live.room.rev, milliseconds: Self.milliseconds,
            stop: StopFlag())
        running[live.name] = Search(live: live, rev: task.rev, task: task, group: asker.group, askers: [asker])
        waiting.add(live.name, for: asker.group)
        startNext()
    }

    /// Those who ask from one place wait for each other; those from others have their turns between.
    private func startNext() {
        while busy < slots, let name = waiting.next() {
            guard let task = running[name]?.task else { continue }
            busy += 1
            workers.add(.hint) { [answers] in answers.post(RobotBrain.hint(task)) }
        }
    }

    /// For `/metrics`.
    package var figures: [MetricFamily] {
        [.init("gomoku_hint_rooms", "Rooms in which a hint is looked for or waited for.", running.count)]
    }

    private static func refusal(in live: LiveRoom, for participant: ParticipantID) -> HintRefusal? {
        guard let game = live.room.game, let turn = game.turn else { return .noGame }
        if game.terms.isRated { return .rated }
        guard game.isSolo || game.seats[turn] == participant else { return .notYourTurn }
        return game.allowsHints(for: turn) ? nil : .notAgreed
    }

    /// Something has happened there: whoever waits for a hint gets one for the position as it is now, or none.
    private func look(at live: LiveRoom) {
        guard let search = running[live.name], search.rev != live.room.rev else { return }
        search.stop.stop()
        running[live.name] = nil
        for asker in search.askers { begin(live, asker) }
    }

    /// A worker has finished.
    package func finished(_ answer: HintAnswer) {
        busy -= 1
        defer { startNext() }
        guard let search = running[answer.task.room], search.stop === answer.task.stop else { return }
        running[answer.task.room] = nil
        guard !answer.isEmpty, let turn = answer.task.game.turn else {
            for asker in search.askers { asker.done(.failure(.unsolved)) }
            return
        }
        // The other side is told before the hint is given.
        search.live.happened(.hinted(turn))
        search.live.whenSettled { isSettled in
            for asker in search.askers { asker.done(isSettled ? .success(answer) : .failure(.noGame)) }
        }
    }
}
