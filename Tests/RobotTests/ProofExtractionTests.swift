import GameState
import TestSupport
import Testing

@testable import Robot

/// Proofs that are extracted from the solvers' wins, checked by the rules alone.
@Suite struct ProofExtractionTests {
    /// Returns the fault of the proof, or nil if it holds. The quick and the literal check must
    /// agree. In `make test`, only short proofs are checked literally.
    private func fault(of proof: Proof, _ comment: Comment) -> ProofFault? {
        func find(_ isLiteral: Bool) -> ProofFault? {
            do {
                try ProofChecker.check(proof, limit: 50_000_000, isLiteral: isLiteral)
                return nil
            } catch { return error }
        }
        let quick = find(false)
        guard TestSpeed.isAll || proof.nodes.count <= 8 else { return quick }
        #expect((quick == nil) == (find(true) == nil), comment)
        return quick
    }

    @Test("The stops of fours come in the order of the board") func stops() {
        var board = Board(size: .standard)
        for row in [2, 5, 8, 11] {
            board[Point(column: 2, row: row)] = .o
            for column in 3...6 { board[Point(column: column, row: row)] = .x }
        }
        let searcher = Searcher.small(.caro)
        searcher.setPosition(board: board, turn: .o)
        let stops = [2, 5, 8, 11].flatMap { row in
            // A stone on the point, or on the open end of the five.
            [7, 8].map { searcher.cell(Point(column: $0, row: row)) }
        }
        #expect(ProofExtraction.stops(searcher.position) == stops)
    }

    private func text(_ rule: Rule, _ moves: [Point], _ size: BoardSize = .standard) -> Comment {
        "\(rule.rawValue) \(moves.map(size.name(of:)).joined(separator: " "))"
    }

    @Test("Every known win yields a proof that holds") func knownWins() throws {
        let puzzles = try VictoryTests.puzzles()
        #expect(puzzles.count { $0.isByFours } >= 40 && puzzles.count { !$0.isByFours } >= 18)
        for puzzle in puzzles {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let proof = try #require(
                puzzle.isByFours
                    ? searcher.proofByFours(nodes: puzzle.nodes) : searcher.proofByThreats(nodes: puzzle.nodes),
                text(puzzle.rule, puzzle.moves))
            #expect(proof.means == .fours || !puzzle.isByFours && proof.means == .threats)
            #expect(fault(of: proof, text(puzzle.rule, puzzle.moves)) == nil, text(puzzle.rule, puzzle.moves))
            #expect(try Proof(bytes: proof.bytes) == proof)
            #expect(isWon(proof.mainLine, in: proof.position), text(puzzle.rule, puzzle.moves))
            #expect(proof.mainLine.count == 2 * proof.moves - 1, text(puzzle.rule, puzzle.moves))
        }
    }

    /// Whether the moves are legal, and the last one, a five, is the only one that ends the game.
    private func isWon(_ line: [Point], in position: Proof.Position) -> Bool {
        var (board, turn) = (position.board, position.turn)
        for (index, point) in line.enumerated() {
            let isFive = if case .five = position.rule.verdict(on: turn, at: point, of: board) { true } else { false }
            guard isFive == (index == line.count - 1) else { return false }
            guard isFive || position.rule.verdict(on: turn, at: point, of: board) == .legal else { return false }
            board[point] = turn
            turn = turn.opponent
        }
        return !line.isEmpty && turn != position.turn
    }

    @Test("The extraction ends after a number of moves, and when it is stopped") func bounded() throws {
        let puzzle = try #require(try VictoryTests.puzzles().first { !$0.isByFours })
        let searcher = Searcher.small(puzzle.rule)
        searcher.setPosition(moves: puzzle.moves)
        #expect(searcher.proofByThreats(nodes: puzzle.nodes) != nil)
        var few = ProofExtraction(moves: 2)
        #expect(few.prove(.threats(puzzle.nodes), searcher) == nil)
        var many = ProofExtraction()
        #expect(many.prove(.threats(puzzle.nodes), searcher) != nil)
        let fours = try #require(try VictoryTests.puzzles().first { $0.isByFours })
        let other = Searcher.small(fours.rule)
        other.setPosition(moves: fours.moves)
        #expect(other.proofByFours(nodes: fours.nodes) != nil)
        #expect(other.proofByFours(nodes: fours.nodes, milliseconds: 0) == nil)
        let stop = StopFlag()
        stop.stop()
        #expect(other.proofByFours(nodes: fours.nodes, stop: stop) == nil)
        other.control.start(SearchLimits(), stop)
        var stopped = ProofExtraction()
        #expect(stopped.prove(.fours(fours.nodes), other) == nil)
    }

    /// Wins that the solver does not find at once.
    @Test("A search for a proof ends after its time, and the next one goes on", .timeLimit(.minutes(1)))
    func deadline() throws {
        // The side to move has a win that the solver does not find within seconds.
        let searcher = Searcher.small(.freestyle)
        searcher.setPosition(
            moves: ("f9 g12 d6 g9 i10 g10 g11 f11 e10 g8 g7 e12 h9 h8 f8 f10 e11 f12 d12 h6 e7 f5 "
                + "i7 h7 e4 i6 h5 g6 j6 f4 e6 e5 d5 f3 c5 b4 e9 e8 c11 d10 f6 f2 f1 d8").split(separator: " ")
                .compactMap {
                    BoardSize.standard.point(named: String($0))
                })
        let clock = ContinuousClock()
        for _ in 0..<3 {
            let began = clock.now
            _ = searcher.proofByThreats(nodes: .max, remembers: true, milliseconds: 30)
            _ = searcher.proofOfOnlyMoves(nodes: .max, milliseconds: 30)
            _ = searcher.refutation(of: Point(column: 3, row: 3), nodes: .max, milliseconds: 30)
            // Without the limit, each of them takes minutes.
            #expect(clock.now - began < .seconds(10))
        }
        let stop = StopFlag()
        stop.stop()
        #expect(searcher.proofByThreats(nodes: .max, remembers: true, milliseconds: 60_000, stop: stop) == nil)
        // A win that is found is written down, even if the time for the search has just passed.
        let puzzle = try #require(try VictoryTests.puzzles().first { !$0.isByFours })
        let other = Searcher.small(puzzle.rule)
        other.setPosition(moves: puzzle.moves)
        while other.proofByThreats(nodes: .max, remembers: true, milliseconds: 5) == nil {}
    }

    /// Returns the moves of a quick game of the robot against itself, after a random opening.
    private func game(_ rule: Rule, _ random: inout SplitMix) -> [Point] {
        let searcher = Searcher.small(rule)
        var moves = randomGame(rule, .standard, moves: Int.random(in: 3...8, using: &random), &random)
        while moves.count < 60 {
            searcher.setPosition(moves: moves)
            guard let move = searcher.bestMove(limits: SearchLimits(nodes: 300))?.move else { break }
            moves.append(move)
        }
        return moves
    }

    @Test(
        "Every win in random positions and games yields a proof that holds; changed proofs do not",
        arguments: Rule.allCases)
    func everyWin(rule: Rule) throws {
        var random = SplitMix(seed: 29)
        var bytes = SeededRandom(seed: 31)
        let searcher = Searcher.small(rule)
        var (wins, changed, rejected) = (0, 0, 0)
        for _ in 0..<(TestSpeed.isAll ? 60 : 1) {
            let game = game(rule, &random)
            let scattered = randomGame(rule, .standard, moves: 40, &random)
            for moves in [game, scattered] {
                for count in stride(from: min(8, moves.count), to: moves.count, by: TestSpeed.isAll ? 1 : 6) {
                    let position = Array(moves[..<count])
                    searcher.setPosition(moves: position)
                    guard searcher.findsThreats(SearchLimits(nodes: 400)) else { continue }
                    wins += 1
                    let proof = try #require(searcher.proofByThreats(nodes: 400), text(rule, position))
                    #expect(fault(of: proof, text(rule, position)) == nil, text(rule, position))
                    if !proof.nodes.contains(where: { !$0.replies.named.isEmpty }) { continue }
                    for place in proof.nodes.indices.prefix(3) where !proof.nodes[place].replies.named.isEmpty {
                        // The solver names a reply only if the other answer does not work.
                        var nodes = proof.nodes
                        nodes[place] = Proof.Node(
                            move: nodes[place].move,
                            replies: Proof.Replies(
                                named: Array(nodes[place].replies.named.dropLast()), rest: nodes[place].replies.rest))
                        let other = try Proof(.wins, in: proof.position, nodes: nodes, root: proof.root)
                        #expect(fault(of: other, text(rule, position)) != nil, text(rule, position))
                    }
                    guard let other = ProofMutant(proof).next(&bytes) else { continue }
                    changed += 1
                    if fault(of: other, text(rule, position)) != nil { rejected += 1 }
                }
            }
        }
        #expect(wins > (TestSpeed.isAll ? 500 : 1), "\(wins)")
        // A few mutants say little, because some remain true.
        if TestSpeed.isAll { #expect(rejected > changed / 2, "\(rejected) of \(changed)") }
    }

    // Checking proofs about all moves takes minutes in a debug build.
    @Test(
        "Moves that lose, and the only moves that hold, have proofs that hold", .testAll, arguments: Rule.allCases)
    func onlyMoves(rule: Rule) throws {
        var random = SplitMix(seed: 37)
        let searcher = Searcher.small(rule)
        let count = 60
        var (found, lost) = (0, 0)
        while found < count {
            let moves = randomGame(rule, .standard, moves: Int.random(in: 8...20, using: &random), &random)
            searcher.setPosition(moves: moves)
            searcher.clear()
            searcher.setPosition(board: searcher.proofPosition.board, turn: Stone.ofMove(moves.count))
            guard searcher.findsThreats(SearchLimits(nodes: 200)) else { continue }
            searcher.setPosition(moves: moves)
            let proof = try #require(searcher.proofOfOnlyMoves(nodes: 200), text(rule, moves))
            found += 1
            #expect(fault(of: proof, text(rule, moves)) == nil, text(rule, moves))
            guard case .onlyHold(let held) = proof.claim else {
                Issue.record("another claim")
                continue
            }
            // A move that is not named loses also by a proof of its own.
            let board = RuleBoard(rule, moves)
            let others = BoardSize.standard.points.filter { !held.contains($0) && board.isLegal($0) }
            for point in [others.first, others.last].compactMap({ $0 }) {
                guard let refutation = searcher.refutation(of: point, nodes: 2_000) else { continue }
                lost += 1
                #expect(refutation.claim == .loses(point))
                #expect(fault(of: refutation, text(rule, moves)) == nil, text(rule, moves))
            }
            // Without the exceptions, the claim is refused unless every move loses.
            if let point = held.first {
                let wrong = try Proof(
                    .onlyHold(held.subtracting([point])), in: proof.position, nodes: proof.nodes, root: proof.root)
                #expect(fault(of: wrong, text(rule, moves)) != nil, text(rule, moves))
            }
        }
        #expect(lost > count / 2)
    }

    @Test(
        "All first moves that are proven to win are found, and each has its proof", .testAll, arguments: Rule.allCases)
    func firstMoves(rule: Rule) throws {
        var several = 0
        for puzzle in try VictoryTests.puzzles().filter({ $0.rule == rule }).prefix(30) {
            let searcher = Searcher.small(rule)
            searcher.setPosition(moves: puzzle.moves)
            let proof = try #require(searcher.proofByThreats(nodes: puzzle.nodes), text(rule, puzzle.moves))
            searcher.clear()
            let found = searcher.provenFirstMoves(nodes: 8 * puzzle.nodes)
            if let first = proof.firstMove {
                #expect(found.contains { $0.move == first }, text(rule, puzzle.moves))
            }
            for (move, proof) in found {
                #expect(proof.firstMove == nil || proof.firstMove == move)
                #expect(fault(of: proof, text(rule, puzzle.moves)) == nil, text(rule, puzzle.moves))
            }
            if found.count > 1 { several += 1 }
        }
        #expect(several > 0)
    }
}
