import Foundation
import GameState
import Testing

@testable import Robot

/// Wins the solvers claim, replayed against every legal reply by the rules of GameState alone.
@Suite struct VictoryTests {
    struct Puzzle {
        var isByFours: Bool
        var rule: Rule
        var nodes: Int
        var moves: [Point]
    }

    static func puzzles() throws -> [Puzzle] {
        let file = testsFolder.appending(path: "RobotTests/Fixtures/victories.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            line in
            let fields = line.split(separator: "\t").map(String.init)
            let moves = fields[3].split(separator: " ").map { BoardSize.standard.point(named: String($0))! }
            return Puzzle(
                isByFours: fields[0] == "fours", rule: Rule(rawValue: fields[1])!, nodes: Int(fields[2])!, moves: moves)
        }
    }

    @Test func foursAreFoundAndHoldAgainstEveryReply() throws {
        let puzzles = try Self.puzzles().filter(\.isByFours)
        #expect(puzzles.count >= 40)
        for puzzle in puzzles {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let line = try #require(searcher.victoryByFours(nodes: puzzle.nodes), "\(puzzle)")
            var replay = Replay(puzzle.rule, puzzle.moves)
            for (index, point) in line.enumerated() {
                if index % 2 == 0 {
                    if replay.wins(at: point) { break }
                    #expect(replay.isLegal(point))
                    replay.play(point)
                    #expect(replay.fives(replay.turn, near: nil).isEmpty, "the defender could win")
                    // Every reply but the line's loses to a five at once.
                    let fives = replay.fives(replay.turn.opponent, near: point)
                    #expect(!fives.isEmpty)
                    let reply = index + 1 < line.count ? line[index + 1] : nil
                    #expect(
                        fives.allSatisfy { fives.count > 1 || $0 == reply || !replay.isLegal($0) },
                        "\(puzzle.rule) \(puzzle.moves.map(BoardSize.standard.name(of:))) \(line.map(BoardSize.standard.name(of:))) at \(index)"
                    )
                } else {
                    replay.play(point)
                }
            }
        }
    }

    @Test func threatsAreFoundAndHoldAgainstEveryReply() throws {
        let puzzles = try Self.puzzles().filter { !$0.isByFours }
        #expect(puzzles.count >= 18)
        for puzzle in puzzles {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let proof = try #require(searcher.victoryByThreats(nodes: puzzle.nodes), "\(puzzle)")
            var replay = Replay(puzzle.rule, puzzle.moves)
            let holds = replay.holds(proof)
            #expect(
                holds, "\(puzzle.rule) \(puzzle.moves.map(BoardSize.standard.name(of:))) \(proof.move) \(proof.count)")
        }
    }

    /// The defender's four has to be blocked, and the open three from before still stands after the block.
    @Test func aThreatOutlastsACounterFour() throws {
        let moves = [(4, 5), (4, 9), (7, 7), (7, 9), (5, 10), (4, 10), (4, 7)].map { Point(column: $0.0, row: $0.1) }
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        let proof = try #require(searcher.victoryByThreats(nodes: 4_000))
        var replay = Replay(.freestyle, moves)
        let holds = replay.holds(proof)
        #expect(holds, "\(proof.move) \(proof.count)")
    }

    /// Whatever the solver claims in positions nobody chose is won.
    @Test(arguments: Rule.allCases)
    func claimsInRandomPositionsHold(rule: Rule) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(rule)
        var claims = 0
        for _ in 0..<60 where claims < 12 {
            let moves = randomGame(rule, .standard, moves: Int.random(in: 8...24, using: &random), &random)
            searcher.setPosition(moves: moves)
            guard let proof = searcher.victoryByThreats(nodes: 250) else { continue }
            var replay = Replay(rule, moves)
            let holds = replay.holds(proof)
            #expect(holds, "seed \(seed) \(rule) \(moves.map(BoardSize.standard.name(of:))) \(proof.move)")
            claims += 1
        }
        #expect(claims > 3, "seed \(seed)")
    }

    /// X would win by threats if it had the move; O, who has it, finds what stops that.
    @Test func theOpponentsThreatsAreStopped() throws {
        let names = "k12 m15 j11 k10 l11 j13 i11 k11 i10 h9 i9 i8".split(separator: " ").map(String.init)
        let searcher = Searcher.small()
        var board = Board(size: .standard)
        for (index, name) in names.enumerated() {
            board[try #require(BoardSize.standard.point(named: name))] = Stone.ofMove(index + 1)
        }
        searcher.setPosition(board: board, turn: .x)
        #expect(searcher.victoryByThreats(nodes: 500) != nil)
        searcher.setPosition(board: board, turn: .o)
        let answer = try #require(searcher.bestMove(limits: SearchLimits(nodes: 2_000)))
        board[answer.move] = .o
        searcher.setPosition(board: board, turn: .x)
        #expect(searcher.victoryByThreats(nodes: 1_500) == nil, "after \(BoardSize.standard.name(of: answer.move))")
    }

    @Test func nothingIsFoundWhereNothingIs() {
        let searcher = Searcher.small()
        searcher.setPosition(moves: ["h8", "i9"].map { BoardSize.standard.point(named: $0)! })
        #expect(searcher.victoryByFours() == nil)
        #expect(searcher.victoryByThreats(nodes: 300) == nil)
    }
}

/// A board on which proofs are checked the slow way.
struct Replay {
    let rule: Rule
    private var board = Board(size: .standard)
    private(set) var turn = Stone.x

    init(_ rule: Rule, _ moves: [Point]) {
        self.rule = rule
        for move in moves { play(move) }
    }

    mutating func play(_ point: Point) {
        board[point] = turn
        turn = turn.opponent
    }

    private mutating func takeBack(_ point: Point) {
        board[point] = nil
        turn = turn.opponent
    }

    private func verdict(_ stone: Stone, _ point: Point) -> Verdict { rule.verdict(on: stone, at: point, of: board) }

    func wins(at point: Point) -> Bool { isFive(turn, point) }

    private func isFive(_ stone: Stone, _ point: Point) -> Bool {
        if case .five = verdict(stone, point) { true } else { false }
    }

    func isLegal(_ point: Point) -> Bool {
        switch verdict(turn, point) {
        case .five, .legal: true
        case .forbidden, .occupied: false
        }
    }

    /// Where `stone` completes a five: anywhere, or on the lines through `near`.
    func fives(_ stone: Stone, near: Point?) -> [Point] {
        guard let near else { return board.size.points.filter { board[$0] == nil && isFive(stone, $0) } }
        return Direction.allCases.flatMap { direction in
            (-5...5).map { near.stepping($0, toward: direction) }
        }.filter { board.size.contains($0) && board[$0] == nil && isFive(stone, $0) }
    }

    /// Whether the proof's move wins whatever is replied.
    mutating func holds(_ proof: ThreatProof) -> Bool {
        if wins(at: proof.move) { return true }
        guard isLegal(proof.move) else { return false }
        play(proof.move)
        defer { takeBack(proof.move) }
        let attacker = turn.opponent
        if !fives(turn, near: nil).isEmpty { return false }
        let ownFives = fives(attacker, near: nil)
        let promising = board.size.points.filter { board[$0] == nil && isPromising($0, attacker) }
        for reply in Array(board.size.points) where board[reply] == nil && isLegal(reply) {
            let listed = proof.replies.first { $0.point == reply }
            play(reply)
            defer { takeBack(reply) }
            if let listed {
                if !holds(listed.next) { return false }
            } else if !ownFives.contains(where: { isFive(attacker, $0) }) {
                // Not listed: an open four must follow, and no four of the defender's come between.
                if !fives(attacker.opponent, near: reply).isEmpty || !hasOpenFour(among: promising) { return false }
            }
        }
        return true
    }

    /// Whether the side to move has a move after which every reply leaves it a five.
    private mutating func hasOpenFour(among promising: [Point]) -> Bool {
        for point in promising where board[point] == nil && isLegal(point) {
            play(point)
            defer { takeBack(point) }
            let fives = fives(turn.opponent, near: point)
            if fives.count > 1 && rule != .caro { return true }
            if fives.count == 1 && !isLegal(fives[0]) { return true }
            if fives.count > 1 && survivesEverything(fives, near: point) { return true }
        }
        return false
    }

    /// Whether two own stones are near on one line: without them there is no open four.
    private func isPromising(_ point: Point, _ stone: Stone) -> Bool {
        Direction.allCases.contains { direction in
            (-4...4).count { board[point.stepping($0, toward: direction)] == stone } >= 3
        }
    }

    private mutating func survivesEverything(_ fives: [Point], near: Point) -> Bool {
        let attacker = turn.opponent
        for reply in Array(board.size.points) where board[reply] == nil {
            play(reply)
            defer { takeBack(reply) }
            if !fives.contains(where: { isFive(attacker, $0) }) { return false }
        }
        return true
    }
}
