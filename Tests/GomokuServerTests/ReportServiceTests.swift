import GameState
import Nodes
import Robot
import TestSupport
import Testing
import Wire

@testable import Robots
@testable import Rooms
@testable import WebSockets

@Suite("Reports on games") struct ReportServiceTests {
    private let test = TestServer()
    private let steps = Mailbox<ReportStep>()

    private func service(threads: Int) -> ReportService {
        ReportService(services: test.services, workers: RobotWorkers(count: threads), steps: steps)
    }

    /// Returns a game in which X gives up a win, as O does not stop an open three.
    private func record() throws -> GameRecord {
        let moves = try "h8 i9 h7 j8 h9 k7 a15 l6 h10 m5".split(separator: " ").map {
            try #require(BoardSize.standard.point(named: String($0)))
        }
        return GameRecord(rule: .freestyle, moves: moves)
    }

    /// The answers to requests, in the order in which they came.
    private final class Answers {
        var reports: [JSON] = []
        var refusals: [ReportRefusal] = []

        func add(_ result: Result<[UInt8], ReportRefusal>) {
            switch result {
            case .success(let bytes): if let json = try? JSONParser.parse(bytes) { reports.append(json) }
            case .failure(let refusal): refusals.append(refusal)
            }
        }
    }

    /// Waits for the next step of the thread.
    private func step() throws -> ReportStep {
        var found: [ReportStep] = []
        let end = ContinuousClock.now + .seconds(30)
        // Polls because a mailbox only wakes an event loop. The time limit only detects hangs.
        while found.isEmpty, ContinuousClock.now < end { steps.removeAll(into: &found) }
        return try #require(found.first)
    }

    @Test("Many requests from one address do not keep others from waiting for the same report")
    func fairness() throws {
        // There are no threads, so every request waits.
        let service = service(threads: 0)
        let record = try record()
        let answers = Answers()
        func ask(_ group: String) {
            service.ask(record, epoch: "k", game: 1, after: nil, for: group, answers.add)
        }
        for _ in 0..<40 { ask("10.0.0.1") }
        #expect(answers.refusals.count == 40 - ReportService.askersPerGroup)
        ask("10.0.0.2")
        #expect(answers.refusals.count == 40 - ReportService.askersPerGroup)
        for number in 3..<43 { ask("10.0.0.\(number)") }
        #expect(answers.refusals.count == 81 - ReportService.askersPerReport, "the limit for all addresses")
    }

    @Test("The first part comes after the first position, if the request asks for it")
    func firstPart() throws {
        let service = service(threads: 1)
        let (first, whole) = (Answers(), Answers())
        service.ask(try record(), epoch: "k", game: 1, after: -1, for: "10.0.0.1", first.add)
        service.ask(try record(), epoch: "k", game: 1, after: nil, for: "10.0.0.1", whole.add)
        service.finished(try step())
        #expect(first.reports.map { $0["appraised"]?.integer } == [1])
        #expect(first.reports.first?["complete"]?.bool == false && whole.reports.isEmpty)
    }

    @Test("Parts have no proofs, and the complete report has them") func proofs() throws {
        let service = service(threads: 1)
        let answers = Answers()
        let record = try record()
        var appraised = -1
        while answers.reports.last?["complete"]?.bool != true {
            let count = answers.reports.count
            service.ask(record, epoch: "k", game: 1, after: appraised, for: "10.0.0.1", answers.add)
            while answers.reports.count == count { service.finished(try step()) }
            appraised = try #require(answers.reports.last?["appraised"]?.integer)
        }
        func proofs(_ report: JSON) -> [JSON] {
            let events = report["events"]?.array ?? []
            let claims = (report["moves"]?.array ?? []).compactMap { $0["claim"] }
            return (events + claims).compactMap { $0["proof"] }
        }
        let complete = try #require(answers.reports.last)
        #expect(proofs(complete).count > 3)
        #expect(answers.reports.count > 5)
        for part in answers.reports.dropLast() { #expect(proofs(part).isEmpty) }
        let claims = answers.reports.dropLast().flatMap { $0["moves"]?.array ?? [] }.compactMap { $0["claim"] }
        #expect(!claims.isEmpty, "claims come in parts")
        #expect((complete["moves"]?.array ?? []).allSatisfy { $0["kind"] != nil })
    }

    @Test("A request waits for less time than a server waits for another server's answer")
    func patience() {
        #expect(ReportService.patience + NodeQuestions.goneMilliseconds < NodeQuestions.patienceMilliseconds)
    }
}
