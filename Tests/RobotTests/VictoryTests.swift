import Foundation
import GameState
import TestSupport
import Testing

@testable import Robot

/// Wins that the solvers claim, checked by the rules of GameState alone. ``ProofExtractionTests``
/// checks the proof of each known win.
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

    @Test("Wins by fours are found, and hold against every reply") func foursAreFoundAndHoldAgainstEveryReply() throws {
        let puzzles = try Self.puzzles().filter(\.isByFours)
        #expect(puzzles.count >= 40)
        for puzzle in puzzles {
            let searcher = Searcher.small(puzzle.rule)
            searcher.setPosition(moves: puzzle.moves)
            let line = try #require(searcher.victoryByFours(nodes: puzzle.nodes), "\(puzzle)")
            var replay = RuleBoard(puzzle.rule, puzzle.moves)
            for (index, point) in line.enumerated() {
                if index % 2 == 0 {
                    if replay.wins(at: point) { break }
                    #expect(replay.isLegal(point))
                    replay.play(point)
                    #expect(replay.fives(replay.turn).isEmpty, "the defender could win")
                    // Every reply except the one in the line loses to a five immediately.
                    let fives = replay.fives(replay.turn.opponent)
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

    /// The defender's four must be blocked, and the earlier open three still exists after the
    /// block.
    @Test("A winning threat survives the defender's four") func aThreatOutlastsACounterFour() throws {
        let moves = [(4, 5), (4, 9), (7, 7), (7, 9), (5, 10), (4, 10), (4, 7)].map { Point(column: $0.0, row: $0.1) }
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        let proof = try #require(searcher.proofByThreats(nodes: 4_000))
        #expect(throws: Never.self) { try ProofChecker.check(proof) }
    }

    @Test(
        "A quiet move that only threatens fours wins where fours and open threes do not",
        arguments: [
            (Rule.freestyle, "h9 j8 g8 h7 g10 f10 f6 i9 f12 j10 h8 i8"),
            (Rule.renju, "f6 d7 g7 d5 f5 d4 e9 c6 c9 a6 e8 h6"),
            // The fours win because X may not block them at f4 and j7.
            (
                Rule.renju,
                "c4 f5 d4 f6 e4 g7 g4 h7 h4 b4 j4 i4 j5 j3 j6 j10 j8 a1 j9 o1 f3 o15 f9 a13 e7 o12 i5 c14 i8"
            ),
        ])
    func quietMovesWin(rule: Rule, names: String) throws {
        let moves = try names.split(separator: " ").map { try #require(BoardSize.standard.point(named: String($0))) }
        let searcher = Searcher.small(rule)
        searcher.setPosition(moves: moves)
        #expect(!searcher.findsThreats(SearchLimits(nodes: 100_000), widely: false))
        #expect(searcher.findsThreats(SearchLimits(nodes: 6_000)))
        let proof = try #require(searcher.proofByThreats(nodes: 6_000))
        #expect(throws: Never.self) { try ProofChecker.check(proof) }
        let threats = proof.nodes.indices.filter { index in
            proof.nodes[index].replies.rest != .five && !proof.nodes[index].replies.named.isEmpty
        }
        #expect(!threats.isEmpty)
        // If the proof has no separate answer to it, a reply on a cell of the fours refutes the
        // proof.
        for index in threats {
            var nodes = proof.nodes
            nodes[index] = Proof.Node(move: nodes[index].move, replies: .init(rest: nodes[index].replies.rest))
            let bare = try Proof(.wins, in: proof.position, nodes: nodes, root: proof.root)
            #expect(throws: ProofFault.self) { try ProofChecker.check(bare) }
        }
    }

    @Test("A search with quiet moves also tries stones that stop an open four and threaten fours alone")
    func quietBlocksAreTried() throws {
        let names = "a1 e10 o1 f10 a15 g10".split(separator: " ")
        let moves = try names.map { try #require(BoardSize.standard.point(named: String($0))) }
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        let row = UnsafeMutablePointer<Int16>.allocate(capacity: searcher.position.area)
        defer { row.deallocate() }
        func tried(quiet: Bool) -> Set<String> {
            // The search leaves its mode behind.
            _ = searcher.threats.solve(nodes: 1, quiet: quiet)
            let count = searcher.threats.candidates(row, side: 0, fives: 0)
            return Set((0..<count).map { BoardSize.standard.name(of: searcher.point(Int(row[$0]))) })
        }
        #expect(tried(quiet: false) == [])
        #expect(tried(quiet: true).isSuperset(of: ["d10", "h10"]))
    }

    /// The answers after one reply are played out after another one, also after moves that do not
    /// win.
    @Test("A win that imitates another one holds against every reply") func imitatedWinsHold() throws {
        var (won, notWon) = (0, 0)
        for puzzle in try Self.puzzles() where !puzzle.isByFours {
            let searcher = Searcher.small(puzzle.rule)
            let (position, threats) = (searcher.position, searcher.threats)
            let nodes = 20 * puzzle.nodes
            searcher.setPosition(moves: puzzle.moves)
            let side = position.turn
            let winner = threats.solve(nodes: nodes, quiet: true)
            try #require(winner >= 0)
            let row = UnsafeMutablePointer<Int16>.allocate(capacity: position.area)
            defer { row.deallocate() }
            let count = threats.candidates(row, side: side, fives: position.count(1 - side, .five))
            let others = (0..<min(count, 4)).map { Int(row[$0]) }.filter { $0 != winner && !searcher.isForbidden($0) }
            for move in [winner] + others {
                position.make(move)
                defer { position.unmake() }
                let replies = (searcher.forcedReplies() ?? []).filter { !searcher.isForbidden($0) }
                for model in replies {
                    for reply in replies where reply != model {
                        threats.clear()
                        position.make(model)
                        let isLost = threats.solve(nodes: nodes, quiet: true) >= 0
                        position.unmake()
                        guard isLost else { break }
                        guard threats.wins(after: reply, likeAfter: model, 0, hash: threats.key) else {
                            notWon += 1
                            continue
                        }
                        won += 1
                        position.make(reply)
                        let found = searcher.proofByThreats(nodes: nodes, remembers: true)
                        position.unmake()
                        let proof = try #require(found, "\(puzzle) \(move) \(model) \(reply)")
                        #expect(throws: Never.self, "\(puzzle) \(move) \(model) \(reply)") {
                            try ProofChecker.check(proof)
                        }
                    }
                }
            }
        }
        #expect(won > 20)
        #expect(notWon > 20)
    }

    @Test("An analysis finds a long win with limits of a move") func analysesTakeTime() throws {
        let names = "f6 d7 g7 d5 f5 d4 e9 c6 c9 a6 e8 h6".split(separator: " ")
        let moves = try names.map { try #require(BoardSize.standard.point(named: String($0))) }
        let searcher = Searcher.small(.renju)
        func finds(isAnalysis: Bool) throws -> Bool {
            searcher.clear()
            searcher.setPosition(moves: moves)
            let limits = SearchLimits(nodes: 30_000, depth: 1, isAnalysis: isAnalysis)
            return try #require(searcher.bestMove(limits: limits)).claim == .won
        }
        #expect(try !finds(isAnalysis: false))
        #expect(try finds(isAnalysis: true))
    }

    /// The reply touches no cell of the fours, but makes a four together with one of their replies.
    @Test("A reply that makes a later four counts as an answer to a threat of fours")
    func laterFoursCount() throws {
        let names = "i10 j11 h10 j9 j12 i14 i11 j10 f8 h8 f6 h9 k9 k8 h7".split(separator: " ")
        let moves = try names.map { try #require(BoardSize.standard.point(named: String($0))) }
        let searcher = Searcher.small()
        searcher.setPosition(moves: moves)
        for nodes in [1_000, 3_000, 10_000] {
            guard let proof = searcher.proofByThreats(nodes: nodes) else { continue }
            #expect(throws: Never.self) { try ProofChecker.check(proof) }
        }
    }

    /// The tables' entries about a win may have been overwritten before the reply comes.
    @Test("After a move that was found to win, the solver searches longer for that win")
    func afterAMoveThatWins() throws {
        var followed = 0
        for puzzle in try Self.puzzles().filter({ !$0.isByFours && $0.rule == .freestyle }) where followed < 3 {
            let searcher = Searcher.small()
            searcher.setPosition(moves: puzzle.moves)
            let proof = try #require(searcher.proofByThreats(nodes: puzzle.nodes))
            guard let first = proof.firstMove, let reply = Self.widestReply(in: proof) else { continue }
            let next = puzzle.moves + [first, reply]
            func forget() {
                searcher.forgetTables()
                searcher.proof = ProvenWins()
            }
            forget()
            searcher.setPosition(moves: next)
            #expect(searcher.threats.solve(nodes: .max) >= 0)
            // The solver gets a tenth of the nodes, half of the number that it needs.
            let few = SearchLimits(nodes: 5 * searcher.threats.nodes)
            func finds() throws -> Bool {
                forget()
                searcher.setPosition(moves: next)
                return try #require(searcher.bestMove(limits: few)).score >= Score.decided
            }
            searcher.clear()
            if try finds() { continue }
            searcher.setPosition(moves: puzzle.moves)
            let found = try #require(searcher.bestMove(limits: SearchLimits(nodes: 10 * puzzle.nodes)))
            #expect(found.score >= Score.decided)
            // A different move may win, too.
            if found.move != first { continue }
            #expect(try finds(), "\(next.map(BoardSize.standard.name(of:)))")
            followed += 1
        }
        #expect(followed == 3)
    }

    /// Returns the named reply to the first move with the most moves after it, where shared parts
    /// count once for each line. Nil if there is none.
    private static func widestReply(in proof: Proof) -> Point? {
        func count(_ answer: Proof.Answer, _ counts: [Int]) -> Int {
            if case .node(let index) = answer { counts[index] } else { 0 }
        }
        var counts: [Int] = []
        for node in proof.nodes {
            counts.append(node.replies.named.reduce(1) { min(1 << 40, $0 + count($1.answer, counts)) })
        }
        guard case .node(let first) = proof.root.rest else { return nil }
        let replies = proof.nodes[first].replies.named
        return replies.max { count($0.answer, counts) < count($1.answer, counts) }?.point
    }

    /// Every win that the solver claims in random positions is real.
    @Test("Wins claimed in random positions hold", arguments: Rule.allCases)
    func claimsInRandomPositionsHold(rule: Rule) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let searcher = Searcher.small(rule)
        var claims = 0
        for _ in 0..<60 where claims < (TestSpeed.isAll ? 12 : 5) {
            let moves = randomGame(rule, .standard, moves: Int.random(in: 8...24, using: &random), &random)
            searcher.setPosition(moves: moves)
            guard let proof = searcher.proofByThreats(nodes: 250) else { continue }
            #expect(throws: Never.self, "seed \(seed) \(rule) \(moves.map(BoardSize.standard.name(of:)))") {
                try ProofChecker.check(proof)
            }
            claims += 1
        }
        #expect(claims > 3, "seed \(seed)")
    }

    /// X would win by threats if it had the move. But O has the move, and finds a defence.
    @Test("The opponent's winning threats are stopped") func theOpponentsThreatsAreStopped() throws {
        let names = "k12 m15 j11 k10 l11 j13 i11 k11 i10 h9 i9 i8".split(separator: " ").map(String.init)
        let searcher = Searcher.small()
        var board = Board(size: .standard)
        for (index, name) in names.enumerated() {
            board[try #require(BoardSize.standard.point(named: name))] = Stone.ofMove(index + 1)
        }
        searcher.setPosition(board: board, turn: .x)
        #expect(searcher.findsThreats(SearchLimits(nodes: 500)))
        searcher.setPosition(board: board, turn: .o)
        let answer = try #require(searcher.bestMove(limits: SearchLimits(nodes: 8_000)))
        board[answer.move] = .o
        searcher.setPosition(board: board, turn: .x)
        #expect(
            !searcher.findsThreats(SearchLimits(nodes: 1_500)), "after \(BoardSize.standard.name(of: answer.move))")
    }

    @Test("No win is found where there is none") func nothingIsFoundWhereNothingIs() {
        let searcher = Searcher.small()
        searcher.setPosition(moves: ["h8", "i9"].map { BoardSize.standard.point(named: $0)! })
        #expect(searcher.victoryByFours() == nil)
        #expect(!searcher.findsThreats(SearchLimits(nodes: 300)))
    }

    @Test("The line of a win by fours can be played to its end", arguments: Rule.allCases)
    func linesCanBePlayed(rule: Rule) throws {
        var random = SplitMix(seed: 7)
        var (lines, longest) = (0, 0)
        let searcher = Searcher.small(rule)
        for _ in 0..<300 {
            let moves = randomGame(rule, .standard, moves: 40, &random)
            searcher.setPosition(moves: moves)
            guard let line = searcher.victoryByFours(nodes: 2_000) else { continue }
            var replay = RuleBoard(rule, moves)
            let names = "\(moves.map(BoardSize.standard.name(of:))): \(line.map(BoardSize.standard.name(of:)))"
            for (index, point) in line.enumerated() {
                let isWon = replay.wins(at: point)
                #expect(isWon || replay.isLegal(point), "\(names)")
                #expect(!isWon || index == line.count - 1, "nothing follows a five: \(names)")
                replay.play(point)
            }
            lines += 1
            longest = max(longest, line.count)
        }
        #expect(lines > 20 && longest > 4)
    }
}
