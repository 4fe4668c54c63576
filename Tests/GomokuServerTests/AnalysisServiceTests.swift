import Foundation
import GameState
import Robot
import TestSupport
import Testing
import Threads
import Wire

@testable import GomokuServer
@testable import Robots
@testable import Rooms
@testable import WebSockets

@Suite("Analyses of positions") struct AnalysisServiceTests {
    private let test = TestServer()

    /// X has two open rows of three and wins by fours with the move.
    private func won(under symmetry: Symmetry = .identity) throws -> Proof.Position {
        let board = try #require(
            Board(
                picture: """
                    .............../.............../.............../...O.........../.......X......./.......X......./
                    .......X......./...O.XX......../.............../.............../.............../.............../
                    .............../.............../..............O
                    """.filter { !$0.isWhitespace }))
        return Proof.Position(rule: .freestyle, board: board, turn: .x).image(under: symmetry)
    }

    private func quiet() throws -> Proof.Position {
        var board = Board()
        board[Point(column: 7, row: 7)] = .x
        return Proof.Position(rule: .freestyle, board: board, turn: .o)
    }

    private func order(_ position: Proof.Position, lines: Int = 1, milliseconds: Int = 100) throws -> AnalysisOrder {
        try #require(AnalysisOrder(position, lines: lines, milliseconds: milliseconds))
    }

    /// An analysis service with one thread, whose results the test passes on.
    private final class Bench {
        let results = Mailbox<AnalysisResult>()
        let service: AnalysisService
        /// Results that the test has not taken yet.
        private var waiting: [AnalysisResult] = []
        private let permission: Permission

        private final class Permission {
            var isGiven = true
            var wait: Int?
            var charged: [ParticipantID: (bytes: Int, milliseconds: Int)] = [:]
        }

        init(threads: Int = 1) {
            let permission = Permission()
            self.permission = permission
            service = AnalysisService(
                workers: RobotWorkers(count: threads), slots: 1,
                rights: AnalysisRights(mayAnalyse: { _, _ in permission.isGiven }, wait: { _ in permission.wait }) {
                    switch $1 {
                    case .bytes(let count): permission.charged[$0.participant.id, default: (0, 0)].bytes += count
                    case .milliseconds(let time):
                        permission.charged[$0.participant.id, default: (0, 0)].milliseconds += time
                    }
                }, results: results)
        }

        func forbid() { permission.isGiven = false }
        func exhaust(wait: Int) { permission.wait = wait }

        /// The bytes and the processor time for which the participant's address was charged.
        func charged(_ connection: ClientConnection) -> (bytes: Int, milliseconds: Int) {
            permission.charged[connection.participant.id] ?? (0, 0)
        }

        /// Waits for the next result of the thread.
        func result() throws -> AnalysisResult {
            let end = ContinuousClock.now + .seconds(30)
            // Polls because a mailbox only wakes an event loop. The time limit only detects hangs.
            while waiting.isEmpty, ContinuousClock.now < end { results.removeAll(into: &waiting) }
            try #require(!waiting.isEmpty, "no result")
            return waiting.removeFirst()
        }

        /// Waits for the next result of the analysis with this number, counted from 1. Passes on
        /// the results of others: a step that was told to stop may end after the next analysis.
        func result(ofAnalysis number: Int) throws -> AnalysisResult {
            while true {
                let next = try result()
                if next.task.number == number { return next }
                service.finished(next)
            }
        }

        /// Passes results on until the client has received `done`, and returns all messages.
        func stream(to outlet: RecordingOutlet) throws -> [Notice.Analysis] {
            while outlet.heard.last?["done"]?.bool != true, outlet.heard.last?["code"] == nil {
                service.finished(try result())
            }
            return try outlet.heard.map { json in
                let notice = try Notice(Array(json.description.utf8))
                let message: Notice.Analysis? = if case .analysis(let message) = notice { message } else { nil }
                return try #require(message)
            }
        }
    }

    @Test("A won position yields a claim that the checker accepts, and the winning line first")
    func win() throws {
        let bench = Bench()
        let (ann, outlet) = test.connection("ann")
        bench.service.perform(.init(id: "a1", order: try order(won())), for: ann)
        let last = try #require(try bench.stream(to: outlet).last)
        #expect(last.id == "a1" && last.isDone && !last.isStored)
        let claim = try #require(last.claims.first)
        let proof = try Proof(bytes: claim.proof)
        #expect(claim.claim == .wins && claim.means == .fours && claim.moves == proof.moves)
        let position = try won()
        #expect(proof.position == position && proof.name == claim.name)
        try ProofChecker.check(proof)
        let line = try #require(last.lines.first)
        #expect(line.chance == 100 && line.proof == claim.name && line.line == claim.line && !line.line.isEmpty)
    }

    @Test("An image of an analysed position is answered at once, in its own orientation", arguments: Symmetry.allCases)
    func stored(symmetry: Symmetry) throws {
        let bench = Bench()
        let (ann, first) = test.connection("ann")
        bench.service.perform(.init(id: "a", order: try order(won())), for: ann)
        let known = try #require(try bench.stream(to: first).last?.claims.first)
        let (bob, second) = test.connection("bob")
        bench.service.perform(.init(id: "b", order: try order(won(under: symmetry))), for: bob)
        let answers = try bench.stream(to: second)
        let answer = try #require(answers.first)
        #expect(answers.count == 1 && answer.isStored && answer.isDone)
        #expect(bench.charged(bob).bytes > answer.claims[0].proof.count && bench.charged(ann).bytes == 0)
        let claim = try #require(answer.claims.first)
        let proof = try Proof(bytes: claim.proof)
        let position = try won(under: symmetry)
        #expect(proof.position == position && claim.name == known.name)
        try ProofChecker.check(proof)
        #expect(answer.lines.first?.cell == claim.line.first && claim.line.count == 2 * claim.moves - 1)
    }

    @Test("A stored answer of less time or fewer lines is only the first message of an analysis")
    func partlyStored() throws {
        let bench = Bench()
        let (ann, first) = test.connection("ann")
        bench.service.perform(.init(id: "a", order: try order(quiet())), for: ann)
        #expect(try bench.stream(to: first).last?.isDone == true)
        let (bob, second) = test.connection("bob")
        bench.service.perform(.init(id: "b", order: try order(quiet(), lines: 2)), for: bob)
        let answers = try bench.stream(to: second)
        #expect(answers.first?.isStored == true && answers.first?.isDone == false)
        #expect(answers.last?.isStored == false && answers.last?.lines.count == 2)
    }

    @Test("A stopped or replaced analysis sends nothing more") func stopped() throws {
        let bench = Bench()
        let (ann, outlet) = test.connection("ann")
        bench.service.perform(.init(id: "a1", order: try order(quiet(), milliseconds: 60_000)), for: ann)
        bench.service.finished(try bench.result())
        #expect(outlet.heard.count == 1)
        bench.service.perform(.init(id: "a2", order: try order(won())), for: ann)
        #expect(try bench.stream(to: outlet).dropFirst().allSatisfy { $0.id == "a2" })
        let count = outlet.heard.count
        bench.service.perform(.init(id: "a3", order: try order(quiet(), milliseconds: 60_000)), for: ann)
        bench.service.finished(try bench.result(ofAnalysis: 3))
        #expect(outlet.heard.count == count + 1)
        bench.service.perform(.init(id: nil, order: nil), for: ann)
        // The step in progress ends, because it is told to stop.
        let result = try bench.result(ofAnalysis: 3)
        #expect(result.task.stop.isRaised)
        bench.service.finished(result)
        #expect(outlet.heard.count == count + 1)
        #expect(bench.service.figures.first { $0.name == "gomoku_analyses" }?.text.hasSuffix(" 0\n") == true)
    }

    @Test("An address pays for the processor time of its steps, also of a step that was stopped")
    func charges() throws {
        let bench = Bench()
        let (ann, outlet) = test.connection("ann")
        bench.service.perform(.init(id: "a", order: try order(quiet(), milliseconds: 60_000)), for: ann)
        var took = 0
        while took < 50 {
            let result = try bench.result()
            took += result.took
            bench.service.finished(result)
        }
        #expect(bench.charged(ann).milliseconds == took)
        bench.service.stop(ann)
        let last = try bench.result()
        bench.service.finished(last)
        #expect(bench.charged(ann).milliseconds == took + last.took)
        _ = outlet.news()
        bench.exhaust(wait: 700)
        bench.service.perform(.init(id: "b", order: try order(quiet())), for: ann)
        let refusal = try #require(outlet.heard.last)
        #expect(refusal["code"]?.string == "rate-limited" && refusal["retryAfter"]?.integer == 700)
    }

    @Test("When all places are taken, the largest group gives one to a smaller group") func shares() throws {
        let bench = Bench(threads: 0)
        func ask(_ name: String, _ address: String) throws -> RecordingOutlet {
            let (connection, outlet) = test.connection(name, address: address)
            connections.append(connection)
            bench.service.perform(.init(id: "a", order: try order(quiet())), for: connection)
            return outlet
        }
        var connections: [ClientConnection] = []
        let groups = AnalysisService.limit / AnalysisService.limitPerGroup
        var outlets: [RecordingOutlet] = []
        for number in 0..<AnalysisService.limit { outlets.append(try ask("p\(number)", "192.0.2.\(number % groups)")) }
        #expect(outlets.allSatisfy { $0.heard.isEmpty })
        let newcomer = try ask("newcomer", "198.51.100.1")
        #expect(newcomer.heard.isEmpty)
        let refused = outlets.indices.filter { !outlets[$0].heard.isEmpty }
        let evicted = try #require(refused.first)
        #expect(refused.count == 1 && evicted >= AnalysisService.limit - groups, "one of the newest")
        #expect(outlets[evicted].news() == ["error:busy"])
        #expect(try ask("another", "198.51.100.1").heard.isEmpty)
        #expect(outlets.count { !$0.heard.isEmpty } == 1, "another newest one")
    }

    @Test("Each step ends within its time, and soon after it is stopped", .timeLimit(.minutes(1)))
    func stepsEnd() throws {
        // The side to move has a win that the solver does not find within seconds.
        let moves =
            "f9 g12 d6 g9 i10 g10 g11 f11 e10 g8 g7 e12 h9 h8 f8 f10 e11 f12 d12 h6 e7 f5 "
            + "i7 h7 e4 i6 h5 g6 j6 f4 e6 e5 d5 f3 c5 b4 e9 e8 c11 d10 f6 f2 f1 d8"
        var board = Board()
        for (index, name) in moves.split(separator: " ").enumerated() {
            board[try #require(BoardSize.standard.point(named: String(name)))] = .ofMove(index + 1)
        }
        let position = Proof.Position(rule: .freestyle, board: board, turn: .ofMove(board.count + 1))
        func run(_ step: AnalysisStep, stop: StopFlag, begun: DispatchSemaphore? = nil) {
            let task = AnalysisTask(
                number: 1, step: step, position: position, symmetry: .identity, findings: AnalysisFindings(),
                shown: [], stop: stop)
            _ = AnalysisSearcher(number: 1, size: position.board.size, rule: position.rule)
                .run(task) {
                    // A step reads the clock when it begins.
                    begun?.signal()
                    return ServerClock.threadMilliseconds()
                }
        }
        let steps: [AnalysisStep] = [
            .lines(5, milliseconds: 3_600_000), .win(milliseconds: 3_600_000),
            .defence(nodes: .max / 16, lines: 5, milliseconds: 3_600_000),
        ]
        for step in steps {
            let (stop, begun) = (StopFlag(), DispatchSemaphore(value: 0))
            let stopper = WorkerThreads(name: "stop")
            stopper.run {
                begun.wait()
                stop.stop()
            }
            let began = ContinuousClock.now
            run(step, stop: stop, begun: begun)
            #expect(ContinuousClock.now - began < .seconds(10))
        }
        run(.win(milliseconds: 20), stop: StopFlag())
        run(.defence(nodes: .max / 16, lines: 5, milliseconds: 20), stop: StopFlag())
    }

    @Test("First looks are shorter while others wait for theirs") func shortLooks() {
        var alone = AnalysisPlan(lines: 1, milliseconds: 1_000)
        var beside = alone
        let findings = AnalysisFindings()
        #expect(alone.next(after: findings, isShared: false) == .look(milliseconds: 8))
        #expect(beside.next(after: findings, isShared: true) == .look(milliseconds: 2))
    }

    @Test("A position that is over has no lines") func over() throws {
        let bench = Bench(threads: 0)
        var board = Board()
        for column in 3..<8 { board[Point(column: column, row: 7)] = .x }
        let (ann, outlet) = test.connection("ann")
        let position = Proof.Position(rule: .freestyle, board: board, turn: .o)
        bench.service.perform(.init(id: "a", order: try order(position)), for: ann)
        let answer = try #require(outlet.heard.first)
        #expect(answer["done"]?.bool == true && answer["lines"]?.array?.isEmpty == true)
    }

    @Test("A position of one's own rated game is refused, also if the game reaches it later") func rated() throws {
        let bench = Bench()
        let (ann, outlet) = test.connection("ann")
        bench.service.perform(.init(id: "a", order: try order(quiet(), milliseconds: 60_000)), for: ann)
        bench.forbid()
        bench.service.finished(try bench.result())
        #expect(outlet.news() == ["error:rated"])
        bench.service.perform(.init(id: "b", order: try order(quiet())), for: ann)
        #expect(outlet.news() == ["error:rated"])
        #expect(bench.service.figures.first { $0.name == "gomoku_analyses" }?.text.hasSuffix(" 0\n") == true)
    }

    @Test("A group of addresses can have a limited number of analyses") func limits() throws {
        let bench = Bench(threads: 0)
        let all = (0...AnalysisService.limitPerGroup).map { test.connection("guest\($0)", address: "192.0.2.1") }
        for (connection, _) in all { bench.service.perform(.init(id: "a", order: try order(quiet())), for: connection) }
        #expect(all.dropLast().allSatisfy { $0.1.heard.isEmpty })
        #expect(all.last?.1.news() == ["error:busy"])
        // Another one begins as soon as one has ended.
        bench.service.stop(all[0].0)
        bench.service.perform(.init(id: "b", order: try order(quiet())), for: all[all.count - 1].0)
        #expect(all.last?.1.news() == [])
    }

    @Test("Addresses take turns, in each of them people do") func turns() {
        var turns = AnalysisTurns<Int>()
        for number in 0..<4 { turns.add(number, of: "ann", in: "a") }
        turns.add(4, of: "bob", in: "a")
        turns.add(5, of: "eve", in: "b")
        turns.add(6, of: "eve", in: "b")
        turns.add(0, of: "ann", in: "a")
        #expect(turns.count == 7)
        var order: [Int] = []
        while let next = turns.next() { order.append(next) }
        #expect(order == [0, 5, 4, 6, 1, 2, 3] && turns.isEmpty)
    }

    @Test("The store drops what was not used longest, and keeps what is known better") func store() throws {
        var findings = AnalysisFindings()
        findings.add(.init(cell: Point(column: 7, row: 7), score: 0, chance: 50, line: []))
        let entry = AnalysisStore.Entry(findings: findings, lines: 1, milliseconds: 100)
        func position(_ number: Int) -> Proof.Position {
            var board = Board()
            board[Point(column: number, row: 0)] = .x
            return Proof.Position(rule: .freestyle, board: board, turn: .o)
        }
        var probe = AnalysisStore()
        probe.keep(entry, for: position(0))
        var store = AnalysisStore(limit: 3 * probe.usedBytes)
        for number in 0..<3 { store.keep(entry, for: position(number)) }
        let used = store.entry(for: position(0))
        #expect(used != nil)
        store.keep(entry, for: position(3))
        #expect(store.count == 3 && store.usedBytes == 3 * probe.usedBytes)
        let (dropped, kept) = (store.entry(for: position(1)), store.entry(for: position(0)))
        #expect(dropped == nil && kept != nil)
        store.keep(.init(findings: findings, lines: 1, milliseconds: 200), for: position(0))
        store.keep(entry, for: position(0))
        let best = store.entry(for: position(0))
        #expect(best?.milliseconds == 200 && store.count == 3)
    }

    @Test("Searchers are limited in number, and an analysis gets its own again") func searchers() {
        var searchers = AnalysisSearchers(limit: 2)
        let first = searchers.take(for: 1, size: .standard, rule: .renju)
        let second = searchers.take(for: 2, size: .standard, rule: .renju)
        searchers.giveBack(first.number)
        searchers.giveBack(second.number)
        let again = searchers.take(for: 2, size: .standard, rule: .renju)
        #expect(again === second)
        let third = searchers.take(for: 3, size: .standard, rule: .caro)
        #expect(third !== first && searchers.count == 2)
        searchers.giveBack(third.number)
        searchers.keep(0)
        #expect(searchers.count == 1)
    }

    @Test("Lines agree with the claims: moves that are proven to lose come last") func agreement() throws {
        func claim(_ claim: Proof.Claim, _ line: [Point] = []) -> AnalysisFindings.Claim {
            .init(claim, means: .fours, moves: 3, name: "n", proof: [1], line: line)
        }
        let points = (0..<3).map { Point(column: $0, row: 0) }
        var findings = AnalysisFindings()
        for (index, point) in points.enumerated() {
            findings.add(.init(cell: point, score: 200 - index, chance: 90, line: [point]))
        }
        findings.add(claim(.onlyHold([points[2]])))
        #expect(findings.lines.map(\.cell) == [points[2], points[0], points[1]])
        #expect(findings.lines.map(\.chance) == [90, 0, 0] && findings.lines.map(\.proof) == [nil, "n", "n"])
        findings.add(claim(.loses(points[2]), [points[2]]))
        #expect(findings.lines.allSatisfy { $0.score <= -29_000 && $0.proof == "n" })
        findings.add(claim(.wins, [points[1], points[0]]))
        #expect(findings.lines.first?.cell == points[1] && findings.lines.first?.chance == 100)
        #expect(findings.lines.first?.score == 30_000 - 5)
    }
}
