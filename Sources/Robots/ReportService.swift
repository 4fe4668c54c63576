import GameState
import Nodes
import Robot
import Rooms
import WebSockets

/// A reason to refuse a report.
package enum ReportRefusal: Error, Equatable, CustomStringConvertible {
    case noGame(Int)
    case notOver
    case busy
    case unreadable

    /// The code on the wire, which does not change between versions.
    package var code: String {
        switch self {
        case .noGame: "not-found"
        case .notOver: "not-over"
        case .busy: "busy"
        case .unreadable: "unavailable"
        }
    }

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .noGame: 404
        case .notOver: 409
        case .busy, .unreadable: 503
        }
    }

    package var description: String {
        switch self {
        case .noGame(let number): "This room has no game \(number), or its moves are no longer stored."
        case .notOver: "This game is not over. Ask again when it is."
        case .busy: "The server is making other reports. Ask again in a few seconds."
        case .unreadable: "The game cannot be read right now. Try again later."
        }
    }
}

/// Makes reports on finished games, which rate every move.
///
/// It makes one report at a time, one position at a time, so that a hint waits for at most one
/// position. Finished reports are cached. Requests for a report in progress wait for it.
package final class ReportService {
    /// The maximum number of reports in progress, in total and per address, and of requests that
    /// wait for each.
    package static let limit = 64
    static let limitPerGroup = 2
    static let askersPerReport = 32
    /// The time after which a waiting request is answered with `busy`, in milliseconds; the work on
    /// the report goes on. libwebsockets closes the connection after 20 seconds.
    package static let patience = 15_000
    /// The number of cached reports.
    package static let kept = 128
    /// The number of nodes searched per position. Unlike a time limit, it makes reports
    /// reproducible, unless the time runs out first.
    package static let nodes = 30_000
    /// The time limits on slow machines, for a position and for a whole game, in milliseconds.
    package static let milliseconds = (position: 400, game: 20_000)

    package typealias Done = (Result<[UInt8], ReportRefusal>) -> Void

    /// A game of a room. The epoch identifies the room, even if another room gets the same name.
    package struct Key: Hashable {
        package let epoch: String
        package let game: Int
    }

    private let services: RoomServices
    private let workers: RobotWorkers
    private let steps: Mailbox<ReportStep>
    private var askers: [Key: [Asker]] = [:]
    /// The address group that each report is charged to.
    private var groups: [Key: String] = [:]
    /// Games that have been read and wait, in turns by address, and the one in progress.
    private var waiting = FairQueue<Key>()
    private var jobs: [Key: ReportJob] = [:]
    private var current: (key: Key, job: ReportJob)?
    /// The cached reports, least recently used first.
    private var finished: [(key: Key, json: [UInt8])] = []

    /// - Parameter steps: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(services: RoomServices, workers: RobotWorkers, steps: Mailbox<ReportStep>) {
        self.services = services
        self.workers = workers
        self.steps = steps
    }

    /// Makes the report on game `number` of the room, as JSON that names the room. Calls `done`
    /// once, now or later.
    ///
    /// - Parameter group: the group of the client's address.
    package func ask(_ live: LiveRoom, game number: Int, for group: String, _ done: @escaping Done) {
        if let game = live.room.game, game.number == number, !game.isOver { return done(.failure(.notOver)) }
        let key = Key(epoch: live.room.epoch, game: number)
        let name = live.name
        let named: Done = { result in done(result.map { ReportJob.report($0, in: name) }) }
        guard isWanted(key, for: group, named) else { return }
        RecordReader(services: services).record(of: live, game: number) { [self] result in
            begin(key, result.mapError { _ in .unreadable })
        }
    }

    /// Makes the report on a finished game that the store has, as JSON that does not name the room.
    /// Calls `done` once, now or later.
    package func ask(_ record: GameRecord, epoch: String, game number: Int, for group: String, _ done: @escaping Done) {
        let key = Key(epoch: epoch, game: number)
        if isWanted(key, for: group, done) { begin(key, .success(record)) }
    }

    /// Answers from the cache, adds the request to those that wait for the same report, or refuses
    /// it. Returns true for the first request for a report.
    private func isWanted(_ key: Key, for group: String, _ done: @escaping Done) -> Bool {
        if let index = finished.firstIndex(where: { $0.key == key }) {
            let one = finished.remove(at: index)
            finished.append(one)
            done(.success(one.json))
            return false
        }
        if let others = askers[key] {
            let waiting = others.filter(\.isWaiting)
            guard waiting.count < Self.askersPerReport else {
                done(.failure(.busy))
                return false
            }
            askers[key] = waiting + [Asker(done, services)]
            return false
        }
        guard askers.count <= Self.limit, groups.values.count(where: { $0 == group }) < Self.limitPerGroup else {
            done(.failure(.busy))
            return false
        }
        askers[key] = [Asker(done, services)]
        groups[key] = group
        return true
    }

    private func begin(_ key: Key, _ result: Result<GameRecord?, ReportRefusal>) {
        switch result {
        case .failure(let refusal): answer(key, .failure(refusal))
        case .success(nil): answer(key, .failure(.noGame(key.game)))
        case .success(.some(let record)):
            jobs[key] = ReportJob(number: key.game, record: record)
            waiting.add(key, for: groups[key] ?? "")
            continueReport()
        }
    }

    /// Takes a worker's appraisal of a position.
    package func finished(_ step: ReportStep) {
        guard let key = current?.key, var job = current?.job else { return }
        job.appraisals.append(step.appraisal)
        current = (key, job)
        if job.isDone {
            current = nil
            let json = job.json
            if finished.count >= Self.kept { finished.removeFirst() }
            finished.append((key, json))
            answer(key, .success(json))
        }
        continueReport()
    }

    private func continueReport() {
        if current == nil, let key = waiting.next(), let job = jobs.removeValue(forKey: key) { current = (key, job) }
        guard let job = current?.job, job.appraisals.count == job.asked else { return }
        current?.job.asked += 1
        let position = job.next
        workers.add(.report) { [steps] in steps.post(ReportStep(appraisal: position.appraisal())) }
    }

    private func answer(_ key: Key, _ result: Result<[UInt8], ReportRefusal>) {
        groups[key] = nil
        for asker in askers.removeValue(forKey: key) ?? [] { asker.answer(result) }
    }

    /// A request that waits for a report, for at most ``patience``.
    private final class Asker {
        private var done: Done?
        private var timer: (any OneShotTimer)?

        init(_ done: @escaping Done, _ services: RoomServices) {
            self.done = done
            timer = services.timer { [weak self] in self?.answer(.failure(.busy)) }
            timer?.schedule(afterMilliseconds: ReportService.patience)
        }

        var isWaiting: Bool { done != nil }

        func answer(_ result: Result<[UInt8], ReportRefusal>) {
            let done = done
            (self.done, timer) = (nil, nil)
            done?(result)
        }
    }
}
