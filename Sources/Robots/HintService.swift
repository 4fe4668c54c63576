import GameState
import Robot
import Rooms
import WebSockets

/// A reason to refuse a hint.
package enum HintRefusal: CodedError, Equatable {
    case rated
    case notAgreed
    case noGame
    case notYourTurn
    case busy
    case tooMany(retryAfter: Int)
    case unsolved

    /// The code on the wire, which does not change between versions.
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
        case .rated: "A rated game has no hints. Ask for a report when the game is over."
        case .notAgreed:
            "Hints need your opponent's consent. Offer them first: {\"offer\":\"hints x\"}."
        case .noGame: "No game is running in this room. Start one first."
        case .unsolved: "There is no move to suggest in this position."
        case .notYourTurn: "You can ask for a hint on your own turn."
        case .busy: "The computer is busy. Ask again in a few seconds."
        case .tooMany: "You are asking for too many hints. Wait a moment."
        }
    }
}

/// Gives hints from full-strength searches on worker threads.
///
/// Each room has one search, for all participants who ask. When the position changes, the search is
/// stopped and the new position is searched.
package final class HintService: RoomObserver {
    /// The maximum number of rooms with a search, in total and per group of addresses, and the
    /// maximum number of requests per search.
    package static let limit = 256
    static let limitPerGroup = 4
    static let askersPerRoom = 16
    /// The time per hint, in milliseconds.
    package static let milliseconds = 1_000

    private struct Asker {
        let participant: ParticipantID
        /// The group of the client's address (``ClientConnection/group``).
        let group: String
        let done: (Result<HintAnswer, HintRefusal>) -> Void
    }

    private struct Search {
        let live: LiveRoom
        let rev: Int
        let task: RobotTask
        /// The group in whose turn the search runs.
        let group: String
        var askers: [Asker]
        var stop: StopFlag { task.stop }
    }

    private let workers: RobotWorkers
    private let answers: Mailbox<HintAnswer>
    /// The maximum number of searches at a time, and the number of unfinished ones, including those
    /// that were told to stop.
    private let slots: Int
    private var busy = 0
    /// Rooms whose search runs or waits.
    private var running: [RoomName: Search] = [:]
    private var waiting = FairQueue<RoomName>()

    /// - Parameters:
    ///   - slots: the maximum number of searches at a time.
    ///   - answers: the mailbox for results. The owner of the loop passes them to ``finished(_:)``.
    package init(workers: RobotWorkers, slots: Int, answers: Mailbox<HintAnswer>) {
        self.workers = workers
        self.slots = slots
        self.answers = answers
    }

    package func observe(_ event: RoomEvent) {
        switch event {
        case .settled(let live): update(for: live)
        case .closed(let name):
            guard let search = running.removeValue(forKey: name) else { return }
            search.stop.stop()
            for asker in search.askers { asker.done(.failure(.noGame)) }
        }
    }

    /// Finds a hint for `participant` in the room. Calls `done` once, now or later.
    package func ask(
        _ live: LiveRoom, for participant: ParticipantID, from group: String,
        _ done: @escaping (Result<HintAnswer, HintRefusal>) -> Void
    ) {
        // Wait until the position is durable, because players have not seen it before and get no
        // hints for it.
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

    /// Starts searches while threads are free. Groups take turns.
    private func startNext() {
        while busy < slots, let name = waiting.next() {
            guard let task = running[name]?.task else { continue }
            busy += 1
            workers.add(.hint) { [answers] in answers.post(RobotBrain.hint(task)) }
        }
    }

    /// Metrics for `/metrics`.
    package var figures: [MetricFamily] {
        [.init("gomoku_hint_rooms", "Rooms with a hint in progress or waiting.", running.count)]
    }

    private static func refusal(in live: LiveRoom, for participant: ParticipantID) -> HintRefusal? {
        guard let game = live.room.game, let turn = game.turn else { return .noGame }
        if game.terms.isRated { return .rated }
        guard game.isSolo || game.seats[turn] == participant else { return .notYourTurn }
        return game.allowsHints(for: turn) ? nil : .notAgreed
    }

    /// Restarts the search for the waiting requests if the position has changed.
    private func update(for live: LiveRoom) {
        guard let search = running[live.name], search.rev != live.room.rev else { return }
        search.stop.stop()
        running[live.name] = nil
        for asker in search.askers { begin(live, asker) }
    }

    /// Takes a worker's result.
    package func finished(_ answer: HintAnswer) {
        busy -= 1
        defer { startNext() }
        guard let search = running[answer.task.room], search.stop === answer.task.stop else { return }
        running[answer.task.room] = nil
        guard !answer.isEmpty, let turn = answer.task.game.turn else {
            for asker in search.askers { asker.done(.failure(.unsolved)) }
            return
        }
        // The opponent learns of the hint before it is given.
        search.live.happened(.hinted(turn))
        search.live.whenSettled { isSettled in
            for asker in search.askers { asker.done(isSettled ? .success(answer) : .failure(.noGame)) }
        }
    }
}
