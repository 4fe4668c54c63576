import GameState
import PuzzleMaking
import Puzzles
import Rooms
import WebSockets

/// Makes puzzles from finished games, one for each side of a game (docs/PUZZLES.md).
///
/// A worker thread makes one puzzle at a time, so that a hint waits for at most one. Puzzles are
/// cached, and so is the fact that a game has none. Requests for the same puzzle wait for it.
package final class GamePuzzleService {
    /// The maximum number of puzzles that wait or are being made, in total and per address group.
    package static let limit = 64
    static let limitPerGroup = 2
    /// The maximum number of requests that wait for one puzzle, in total and per address group.
    static let askersPerPuzzle = 32
    static let askersPerGroup = 8
    /// The number of cached answers, and of their bytes. A puzzle has up to 4 kB.
    static let kept = 1_024
    static let keptBytes = 2_000_000

    /// The answer: a puzzle as JSON, or nil if the game has none.
    package typealias Done = (Result<[UInt8]?, ReportRefusal>) -> Void

    /// The puzzle of one side of a game.
    struct Key: Hashable, Sendable {
        let epoch: String
        let game: Int
        let side: Stone
    }

    /// A worker's result.
    package struct Made: Sendable {
        let key: Key
        /// The puzzle as JSON; empty if there is none.
        let json: [UInt8]
    }

    private let services: RoomServices
    private let workers: RobotWorkers
    private let results: Mailbox<Made>
    private var askers: [Key: [WaitingRequest<[UInt8]?>]] = [:]
    /// The address group of the first client to ask for each unfinished puzzle. The puzzle counts
    /// toward the limit of that group.
    private var groups: [Key: String] = [:]
    /// The puzzles that wait for the worker. Address groups take turns.
    private var waiting = FairQueue<Key>()
    /// The games of the waiting puzzles.
    private var records: [Key: GameRecord] = [:]
    private var isBusy = false
    private var cache = RecentAnswers<Key>(limit: kept, bytes: keptBytes)

    /// - Parameter results: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(services: RoomServices, workers: RobotWorkers, results: Mailbox<Made>) {
        self.services = services
        self.workers = workers
        self.results = results
    }

    /// Makes the puzzle of game `number` of the room. Calls `done` once, now or later.
    ///
    /// - Parameters:
    ///   - side: the side that solves the puzzle; nil for the loser.
    ///   - group: the group of the client's address.
    package func ask(
        _ live: LiveRoom, game number: Int, side: Stone?, for group: String, _ done: @escaping Done
    ) {
        if let refusal = ReportRefusal.running(number, of: live) { return done(.failure(refusal)) }
        let epoch = live.room.epoch
        RecordReader(services: services).record(of: live, game: number) { [self] result in
            switch result {
            case .failure: done(.failure(.unreadable))
            case .success(nil): done(.failure(.noGame(number)))
            case .success(.some(let record)):
                ask(record, epoch: epoch, game: number, side: side, for: group, done)
            }
        }
    }

    /// Makes the puzzle of a finished game. Calls `done` once, now or later.
    package func ask(
        _ record: GameRecord, epoch: String, game number: Int, side: Stone?, for group: String, _ done: @escaping Done
    ) {
        // A game without a loser has a puzzle only if the client names the side.
        guard let side = side ?? record.loser else { return done(.success(nil)) }
        let key = Key(epoch: epoch, game: number, side: side)
        if let known = cache.answer(for: key) { return done(.success(known.isEmpty ? nil : known)) }
        if let others = askers[key] {
            let patient = others.filter(\.isWaiting)
            guard patient.count < Self.askersPerPuzzle,
                patient.count(where: { $0.group == group }) < Self.askersPerGroup
            else { return done(.failure(.busy)) }
            askers[key] = patient + [WaitingRequest(done, for: group, services)]
            return
        }
        guard askers.count < Self.limit, groups.values.count(where: { $0 == group }) < Self.limitPerGroup else {
            return done(.failure(.busy))
        }
        askers[key] = [WaitingRequest(done, for: group, services)]
        groups[key] = group
        records[key] = record
        waiting.add(key, for: group)
        startNext()
    }

    private func startNext() {
        guard !isBusy, let key = waiting.next(), let record = records.removeValue(forKey: key) else { return }
        isBusy = true
        workers.add(.report) { [results] in results.post(Made(key: key, json: Self.puzzle(of: record, for: key.side))) }
    }

    /// Takes a worker's result.
    package func finished(_ made: Made) {
        isBusy = false
        groups[made.key] = nil
        cache.keep(made.json, for: made.key)
        for asker in askers.removeValue(forKey: made.key) ?? [] {
            asker.answer(.success(made.json.isEmpty ? nil : made.json))
        }
        startNext()
    }

    /// Returns the puzzle as JSON; empty if there is none. The time limit is one of processor time,
    /// so that a busy machine does not change the result. Can run on any thread.
    private static func puzzle(of record: GameRecord, for side: Stone) -> [UInt8] {
        guard let game = PuzzleGame(record, rule: record.rule ?? .freestyle) else { return [] }
        let start = ServerClock.threadMilliseconds()
        let puzzle = LostGamePuzzle(game, for: side) { ServerClock.threadMilliseconds() - start }.make()
        return puzzle.map { Array($0.json.utf8) } ?? []
    }
}
