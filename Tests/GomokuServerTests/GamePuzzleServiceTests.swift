import GameState
import Testing

@testable import Robots
@testable import Rooms
@testable import WebSockets

@Suite("Puzzles from games") struct GamePuzzleServiceTests {
    private let test = TestServer()
    private let results = Mailbox<GamePuzzleService.Made>()

    private func service(threads: Int) -> GamePuzzleService {
        GamePuzzleService(services: test.services, workers: RobotWorkers(count: threads), results: results)
    }

    /// Returns a game in which O misses a win by fours and loses.
    private func record(_ outcome: GameRecord.Outcome? = .x) throws -> GameRecord {
        let text = "e8 e6 d4 f6 c6 f9 c5 f7 f8 g8 d5 h6 d6 d7 c8 g6 i6 i10 h9 c7 e7 g9"
        let moves = try text.split(separator: " ").map {
            try #require(BoardSize.standard.point(named: String($0)))
        }
        var record = GameRecord(rule: .freestyle, moves: moves)
        record.outcome = outcome
        return record
    }

    private final class Answers {
        var puzzles: [[UInt8]?] = []
        var refusals: [ReportRefusal] = []

        func add(_ result: Result<[UInt8]?, ReportRefusal>) {
            switch result {
            case .success(let json): puzzles.append(json)
            case .failure(let refusal): refusals.append(refusal)
            }
        }
    }

    /// Waits for the thread's next result.
    private func made() throws -> GamePuzzleService.Made {
        var found: [GamePuzzleService.Made] = []
        let end = ContinuousClock.now + .seconds(30)
        // Polls because a mailbox only wakes an event loop. The time limit only detects hangs.
        while found.isEmpty, ContinuousClock.now < end { results.removeAll(into: &found) }
        return try #require(found.first)
    }

    @Test("The loser's puzzle is the default, and later requests get it from the cache") func cache() throws {
        let service = service(threads: 1)
        let record = try record()
        let answers = Answers()
        func ask(_ side: Stone?) { service.ask(record, epoch: "k", game: 1, side: side, for: "a", answers.add) }
        ask(nil)
        ask(.o)
        #expect(answers.puzzles.isEmpty)
        service.finished(try made())
        #expect(answers.puzzles.count == 2, "both requests waited for the same puzzle")
        ask(nil)
        ask(.o)
        #expect(answers.puzzles.count == 4 && Set(answers.puzzles).count == 1)
        let json = try JSONParser.parse(try #require(answers.puzzles[0]))
        #expect(json["turn"]?.string == "o" && json["kind"]?.string == "fours")
    }

    @Test("A game without a loser has a puzzle only if the client names a side") func draw() throws {
        let service = service(threads: 1)
        let answers = Answers()
        for outcome in [GameRecord.Outcome.draw, nil] {
            service.ask(try record(outcome), epoch: "k", game: 1, side: nil, for: "a", answers.add)
        }
        #expect(answers.puzzles == [nil, nil])
        service.ask(try record(.draw), epoch: "k", game: 1, side: .o, for: "a", answers.add)
        service.finished(try made())
        #expect(answers.puzzles.count == 3 && answers.puzzles[2] != nil)
    }

    @Test("One address group can neither take all places, nor keep others from waiting") func fairness() throws {
        // There are no threads, so every request waits.
        let service = service(threads: 0)
        let record = try record()
        let answers = Answers()
        func ask(_ group: String, game: Int) {
            service.ask(record, epoch: "k", game: game, side: nil, for: group, answers.add)
        }
        for game in 1...5 { ask("a", game: game) }
        #expect(answers.refusals.count == 5 - GamePuzzleService.limitPerGroup)
        for _ in 0..<20 { ask("a", game: 1) }
        #expect(answers.refusals.count == 23 - (GamePuzzleService.askersPerGroup - 1))
        let before = answers.refusals.count
        ask("b", game: 1)
        ask("b", game: 9)
        #expect(answers.refusals.count == before)
        for group in 0..<200 { ask("g\(group)", game: 100 + group) }
        let places = GamePuzzleService.limit - GamePuzzleService.limitPerGroup - 1
        #expect(answers.refusals.count == before + 200 - places && answers.refusals.allSatisfy { $0 == .busy })
    }
}
