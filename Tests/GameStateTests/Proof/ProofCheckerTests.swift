import TestSupport
import Testing

@testable import GameState

@Suite("The checker of proofs") struct ProofCheckerTests {
    /// X can make a four in row 8 and one in column h, both with the same stone.
    private func doubleFour(_ rule: Rule, _ stone: Stone) throws -> Scene {
        let (own, other) = ("e8 f8 g8 h9 h10 h11", "d8 h12 a1 a15 o1 o15")
        return try Scene(rule, x: stone == .x ? own : other, o: stone == .o ? own : other, turn: stone)
    }

    @Test("A double four wins, but renju forbids it to X", arguments: Rule.allCases, Stone.allCases)
    func doubleFours(rule: Rule, stone: Stone) throws {
        let scene = try doubleFour(rule, stone)
        let proof = try scene.fours("h8")
        #expect(proof.means == .fours && proof.moves == 2 && proof.winner == stone)
        let isForbidden = rule == .renju && stone == .x
        #expect(fault(of: proof) == (isForbidden ? .forbidden(try scene.point("h8")) : nil))
    }

    @Test("The same proof does not hold for the other side") func wrongSide() throws {
        let scene = try doubleFour(.freestyle, .x)
        let other = Proof.Position(rule: .freestyle, board: scene.position.board, turn: .o)
        let proof = try scene.fours("h8")
        let wrong = try Proof(.wins, in: other, nodes: proof.nodes, root: proof.root)
        #expect(fault(of: wrong) == .noFive)
    }

    @Test("A four with one block wins only if the block is answered") func fourAndBlock() throws {
        let scene = try Scene(.freestyle, x: "e8 f8 g8 i9 i10 k10 j11", o: "d8 a1 a3 c1 c3 e1 e3")
        #expect(fault(of: try scene.fours("h8")) == .unanswered(try scene.point("i8")))
        #expect(fault(of: try scene.fours("h8 i8 a15")) == .noFive)
    }

    @Test("Each fault of a winner's move is named") func faultyMoves() throws {
        let scene = try doubleFour(.freestyle, .x)
        #expect(fault(of: try scene.fours("e8")) == .occupied(try scene.point("e8")))
        #expect(fault(of: try scene.fours("a8")) == .noFive)
        let pressed = try Scene(.freestyle, x: "e8 f8 g8 h9 h10 h11", o: "d8 h12 a1 b1 c1 d1")
        #expect(fault(of: try pressed.fours("h8")) == .loserWins(try scene.point("e1")))
        let over = try Scene(.freestyle, x: "e8 f8 g8 h8 i8", o: "a1 a2 a3 a5")
        #expect(fault(of: try over.fours("a8")) == .gameOver)
        let line = try #require(throws: ProofFault.self) { try ProofChecker.check(try scene.fours("a8")) }.line
        #expect(line == [try scene.point("a8")])
    }

    @Test("Six in a row complete a five only where the rule says so", arguments: Rule.allCases, Stone.allCases)
    func overlines(rule: Rule, stone: Stone) throws {
        // After g8, the cell f8 makes six and k8 makes five.
        let (own, other) = ("e8 h8 i8 j8", "a1 c1 e1 a3")
        let scene = try Scene(rule, x: stone == .x ? own : other, o: stone == .o ? own : other, turn: stone)
        let isExact = rule == .standard || rule == .caro || rule == .renju && stone == .x
        // In caro, there are other ways to stop the five.
        let found = fault(of: try scene.fours("g8"))
        #expect((found == nil) == !isExact)
        if rule == .standard { #expect(found == .unanswered(try scene.point("k8"))) }
    }

    @Test("A five closed at both ends does not count in caro", arguments: Rule.allCases)
    func closedRows(rule: Rule) throws {
        let scene = try Scene(rule, x: "f8 g8 h8 i8", o: "e8 k8 a1 a3")
        let proof = try ProofBuilder().proof(of: .wins, in: scene.position, root: Proof.Replies(rest: .five))
        #expect(fault(of: proof) == (rule == .caro ? .noFive : nil))
    }

    @Test("A block that is forbidden to X does not stop a four", arguments: Rule.allCases)
    func forbiddenBlock(rule: Rule) throws {
        // X on h8 makes six in row 8.
        let scene = try Scene(rule, x: "h3 e8 f8 g8 i8 j8", o: "h4 h5 h6 a1 a3", turn: .o)
        let block = try scene.point("h8")
        let expected: ProofFault.Reason? =
            switch rule {
            case .renju: nil
            case .freestyle: .loserWins(block)
            case .standard, .caro: .unanswered(block)
            }
        #expect(fault(of: try scene.fours("h7")) == expected)
    }

    /// Returns the claim that O stops X's open three h8 i8 j8 only on `held`.
    private func openThree(_ rule: Rule, held: String, named: String, o: String = "a1 d3 h1") throws -> Proof {
        let scene = try Scene(rule, x: "h8 i8 j8", o: o, turn: .o)
        var builder = ProofBuilder()
        let left = builder.play(try scene.point("g8"), then: Proof.Replies(rest: .five))
        let right = builder.play(try scene.point("k8"), then: Proof.Replies(rest: .five))
        let held = try held.split(separator: " ").map { try scene.point(String($0)) }
        let named = try named.split(separator: " ").map { Proof.Reply(try scene.point(String($0)), right) }
        return try builder.proof(
            of: .onlyHold(Set(held)), in: scene.position, root: Proof.Replies(named: named, rest: left))
    }

    @Test("Only the blocks of an open three hold, and caro has more of them") func onlyMoves() throws {
        let size = BoardSize.standard
        let named = { (name: String) in try #require(size.point(named: name)) }
        let proof = try openThree(.freestyle, held: "g8 k8", named: "f8")
        #expect(proof.winner == .x && proof.means == .fours && proof.moves == 2)
        #expect(fault(of: proof) == nil)
        #expect(fault(of: try openThree(.standard, held: "g8 k8", named: "f8")) == nil)
        #expect(fault(of: try openThree(.freestyle, held: "g8", named: "f8")) == .unanswered(try named("f8")))
        #expect(fault(of: try openThree(.freestyle, held: "g8 k8", named: "")) == .unanswered(try named("k8")))
        // The same answer works after f8, but not after l8.
        #expect(
            fault(of: try openThree(.freestyle, held: "g8 k8", named: "f8 l8")) == .unanswered(try named("g8")))
        #expect(fault(of: try openThree(.caro, held: "g8 k8", named: "f8")) != nil)
        #expect(fault(of: try openThree(.caro, held: "f8 g8 k8 l8", named: "e8")) == nil)
        // O makes a four elsewhere.
        let four = try openThree(.freestyle, held: "g8 k8", named: "f8", o: "a1 b1 c1")
        #expect(fault(of: four) == .loserWins(try named("e1")))
        let five = try openThree(.freestyle, held: "g8 k8", named: "f8", o: "a1 b1 c1 d1")
        #expect(fault(of: five) == .loserWins(try named("e1")))
        #expect(fault(of: try openThree(.freestyle, held: "g8 k8 h8", named: "f8")) == .illegalPoint(try named("h8")))
    }

    @Test("A move loses if the proof holds after it") func losingMoves() throws {
        let scene = try Scene(.freestyle, x: "h8 i8 j8", o: "a1 b1 c1 d1 g3", turn: .o)
        let proof = { (name: String) in try scene.fours("g8", claim: .loses(try scene.point(name))) }
        #expect(fault(of: try proof("h8")) == .illegalPoint(try scene.point("h8")))
        #expect(fault(of: try proof("e1")) == .loserWins(try scene.point("e1")))
        #expect(fault(of: try proof("a3")) == .loserWins(try scene.point("e1")))
        let quiet = try Scene(.freestyle, x: "h8 i8 j8", o: "a1 c1 e1", turn: .o)
        #expect(fault(of: try quiet.fours("g8", claim: .loses(try quiet.point("l8")))) == nil)
        #expect(
            fault(of: try quiet.fours("g8", claim: .loses(try quiet.point("f8"))))
                == .unanswered(
                    try quiet.point("k8")))
        let forbidden = try doubleFour(.renju, .x)
        let claim = Proof.Claim.loses(try forbidden.point("h8"))
        #expect(fault(of: try forbidden.fours("a9", claim: claim)) == .illegalPoint(try forbidden.point("h8")))
    }

    @Test("A full board is not a win") func fullBoard() throws {
        var random = SeededRandom(seed: 3)
        var found: Proof.Position?
        while found == nil {
            guard let position = crowdedPosition(.freestyle, side: 5, empty: 1, &random) else { continue }
            var search = Exhaustion(.freestyle)
            if !search.isWon(position) { found = position }
        }
        let position = try #require(found)
        let last = try #require(position.board.size.points.first { position.board[$0] == nil })
        var builder = ProofBuilder()
        let never = builder.play(last, then: Proof.Replies(rest: .five))
        let answer = builder.play(last, then: Proof.Replies(rest: never))
        let proof = try builder.proof(of: .wins, in: position, root: Proof.Replies(rest: answer))
        #expect(fault(of: proof) == .noReply)
    }

    @Test("The work is bounded") func bounded() throws {
        let proof = try openThree(.freestyle, held: "g8 k8", named: "f8")
        let work = try ProofChecker.check(proof).work
        #expect(work > 2)
        try ProofChecker.check(proof, limit: work)
        let fault = try #require(throws: ProofFault.self) { try ProofChecker.check(proof, limit: work - 1) }
        #expect(fault.reason == .tooMuchWork)
        let stopped = try #require(throws: ProofFault.self) { try ProofChecker.check(proof) { true } }
        #expect(stopped.reason == .stopped)
    }

    @Test("A proof that names every reply must show its threats, too") func threats() throws {
        // X has two open threes and can afford a move elsewhere.
        let scene = try Scene(.freestyle, x: "h8 i8 j8 c3 d3 e3", o: "m1 o5 m14 o12 k12 a9")
        let four = Proof.Replies(rest: .five)
        var builder = ProofBuilder()
        let high = builder.play(try scene.point("g8"), then: four)
        let low = builder.play(try scene.point("f3"), then: four)
        let row = try scene.point("h8").row
        let elsewhere = try scene.point("a15")
        let empty = scene.size.points.filter { scene.position.board[$0] == nil && $0 != elsewhere }
        let named = empty.map { Proof.Reply($0, $0.row == row ? low : high) }
        let first = builder.play(elsewhere, then: Proof.Replies(named: named, rest: high))
        let proof = try builder.proof(of: .wins, in: scene.position, root: Proof.Replies(rest: first))
        #expect(proof.means == .threats && fault(of: proof) == nil)
        let lie = try #require(try ProofMutant(proof).claimingThreats())
        #expect(lie.means == .threats)
        if case .occupied = fault(of: lie) {} else { Issue.record("accepted, or refused for another reason") }
    }

    @Test("Judging whether a reply is forbidden is work, too") func judgingIsWork() throws {
        let scene = try Scene(.renju, x: "h3 e8 f8 g8 i8 j8", o: "h4 h5 h6 a1 a3", turn: .o)
        // The winner's four, and the only block, which is an overline.
        #expect(try ProofChecker.check(try scene.fours("h7")).work == 2)
    }

    @Test(
        "Proofs of all wins on crowded boards hold, and changed ones never claim an untruth", arguments: Rule.allCases)
    func agreesWithExhaustiveSearch(rule: Rule) throws {
        var random = SeededRandom(seed: 11)
        var (wins, lies, changed, rejected) = (0, 0, 0, 0)
        let tries = TestSpeed.isAll ? 1_500 : 60
        for _ in 0..<tries {
            guard let position = crowdedPosition(rule, side: 6, empty: 6, &random) else { continue }
            var search = Exhaustion(rule)
            var builder = ProofBuilder()
            guard let answer = search.answer(in: position, &builder, &random) else { continue }
            let proof = try builder.proof(of: .wins, in: position, root: Proof.Replies(rest: answer))
            // A proof that names every reply may still call a quiet move a threat.
            let isHonest = proof.means != .threats || !search.needsMove
            #expect((fault(of: proof) == nil) == isHonest, "\(rule) \(position.turn)\n\(position.board)")
            if let other = try ProofMutant(proof).claimingThreats() {
                lies += 1
                #expect(fault(of: other) != nil, "\(rule) \(position.turn)\n\(position.board)")
            }
            guard isHonest else { continue }
            wins += 1
            let mutant = ProofMutant(proof)
            for _ in 0..<10 {
                guard let other = mutant.next(&random) else { continue }
                changed += 1
                if fault(of: other) != nil {
                    rejected += 1
                    continue
                }
                var judge = Exhaustion(other.position.rule)
                let isTrue = judge.isTrue(other)
                #expect(isTrue, "\(other.position.rule) \(other.claim)\n\(other.position.board)")
            }
        }
        #expect(
            wins > tries / 12 && rejected > changed / 5 && rejected < changed, "\(wins) \(changed) \(rejected)")
        // Few wins on such boards need a threat.
        if TestSpeed.isAll { #expect(lies > 0) }
    }
}
