import GameState
import Nodes
import Robot
import Rooms
import WebSockets

/// Makes reports on finished games, which rate every move.
///
/// It makes one report at a time, one step at a time, so that a hint waits for at most one step: an
/// appraisal, or the proofs of one position. Finished reports are cached. Requests for a report in
/// progress wait for it, or for the next part of it. If all clients of a report disconnect, it is
/// still made and cached.
package final class ReportService {
    /// The maximum number of reports in progress, in total and per address group.
    package static let limit = 64
    static let limitPerGroup = 2
    /// The maximum number of requests that wait for one report, in total and per address group.
    static let askersPerReport = 32
    static let askersPerGroup = 8
    /// The time after which a waiting request is answered with `busy`, in milliseconds; the work on
    /// the report goes on.
    ///
    /// Another server may have passed the request on. It has the answer before it stops waiting;
    /// otherwise it would make the report, too. libwebsockets closes connections later still, after
    /// 20 seconds.
    package static let patience = NodeQuestions.patienceMilliseconds - 2_000
    /// The number of cached reports, and of their bytes.
    package static let kept = 128
    static let keptBytes = 16_000_000
    /// The number of nodes searched per position. Unlike a time limit, it makes reports
    /// reproducible, unless the time runs out first.
    package static let nodes = 30_000
    /// The time limits on slow machines in milliseconds: for a position, for the appraisals of a
    /// whole game, and for a proof.
    package static let milliseconds = (position: 1_000, game: 40_000, proof: 400)

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
    private var cache = RecentAnswers<Key>(limit: kept, bytes: keptBytes)

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
    /// - Parameters:
    ///   - appraised: the number of appraised positions that the client knows. The answer is the
    ///     report as soon as it has more of them, or is complete. Nil for the complete report.
    ///   - group: the group of the client's address.
    package func ask(
        _ live: LiveRoom, game number: Int, after appraised: Int?, for group: String, _ done: @escaping Done
    ) {
        if let refusal = ReportRefusal.running(number, of: live) { return done(.failure(refusal)) }
        let key = Key(epoch: live.room.epoch, game: number)
        let name = live.name
        let named: Done = { result in done(result.map { ReportJob.report($0, in: name) }) }
        guard isWanted(key, after: appraised, for: group, named) else { return }
        RecordReader(services: services).record(of: live, game: number) { [self] result in
            begin(key, result.mapError { _ in .unreadable })
        }
    }

    /// Makes the report on a finished game that the store has, as JSON that does not name the room.
    /// Calls `done` once, now or later.
    package func ask(
        _ record: GameRecord, epoch: String, game number: Int, after appraised: Int?, for group: String,
        _ done: @escaping Done
    ) {
        let key = Key(epoch: epoch, game: number)
        if isWanted(key, after: appraised, for: group, done) { begin(key, .success(record)) }
    }

    /// Answers from the cache or with the report so far, adds the request to those that wait for
    /// the same report, or refuses it. Returns true for the first request for a report.
    private func isWanted(
        _ key: Key, after appraised: Int?, for group: String, _ done: @escaping Done
    ) -> Bool {
        if let json = cache.answer(for: key) {
            done(.success(json))
            return false
        }
        if let others = askers[key] {
            if let appraised, let current, current.key == key, !current.job.json.isEmpty,
                current.job.appraised > appraised
            {
                done(.success(current.job.json))
                return false
            }
            let waiting = others.filter(\.isWaiting)
            guard waiting.count < Self.askersPerReport,
                waiting.count(where: { $0.group == group }) < Self.askersPerGroup
            else {
                done(.failure(.busy))
                return false
            }
            askers[key] = waiting + [Asker(done, after: appraised, group, services)]
            return false
        }
        guard askers.count <= Self.limit, groups.values.count(where: { $0 == group }) < Self.limitPerGroup else {
            done(.failure(.busy))
            return false
        }
        askers[key] = [Asker(done, after: appraised, group, services)]
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

    /// Takes a worker's result.
    package func finished(_ step: ReportStep) {
        guard let key = current?.key else { return }
        current?.job.take(step)
        guard let job = current?.job else { return }
        if job.isComplete {
            current = nil
            cache.keep(job.json, for: key)
            answer(key, .success(job.json))
        } else {
            for asker in askers[key] ?? [] where asker.isContent(with: job.appraised) {
                asker.answer(.success(job.json))
            }
        }
        continueReport()
    }

    private func continueReport() {
        if current == nil, let key = waiting.next(), let job = jobs.removeValue(forKey: key) { current = (key, job) }
        guard let job = current?.job, !job.isAsked else { return }
        current?.job.isAsked = true
        workers.add(.report) { [steps] in steps.post(job.nextStep()) }
    }

    private func answer(_ key: Key, _ result: Result<[UInt8], ReportRefusal>) {
        groups[key] = nil
        for asker in askers.removeValue(forKey: key) ?? [] { asker.answer(result) }
    }

    /// A request that waits for a report, or for the next part of it.
    private struct Asker {
        private let request: WaitingRequest<[UInt8]>
        private let appraised: Int?

        init(_ done: @escaping Done, after appraised: Int?, _ group: String, _ services: RoomServices) {
            request = WaitingRequest(done, for: group, services)
            self.appraised = appraised
        }

        var group: String { request.group }
        var isWaiting: Bool { request.isWaiting }

        /// Whether a report in progress answers the request with this number of appraised
        /// positions.
        func isContent(with count: Int) -> Bool { appraised.map { count > $0 } ?? false }

        func answer(_ result: Result<[UInt8], ReportRefusal>) { request.answer(result) }
    }
}
