import GameState
import TestSupport
import Testing

@testable import Robot

@Suite("Reports on games: proofs, chances and words agree") struct GameStudyTests {
    private static let limits = GameStudy.Limits(appraisal: SearchLimits(nodes: 2_000), proofMilliseconds: 2_000)

    private func study(_ points: [Point], _ rule: Rule, _ limits: GameStudy.Limits = limits) -> GameStudy {
        var study = GameStudy(size: .standard, rule: rule, points: points)
        while !study.isComplete { study.advance(Searcher.small(rule), limits) }
        return study
    }

    private func points(_ names: String) -> [Point] {
        names.split(separator: " ").compactMap { BoardSize.standard.point(named: String($0)) }
    }

    private func review(_ study: GameStudy) -> GameReview { GameReview(study) }

    /// Returns a game of two robots of mixed strength, after a random opening.
    private func game(_ rule: Rule, _ random: inout SplitMix) -> [Point] {
        let searcher = Searcher.small(rule)
        var moves = randomGame(rule, .standard, moves: Int.random(in: 2...6, using: &random), &random)
        let nodes = ByStone(x: [30, 200, 1_500].randomElement(using: &random) ?? 30, o: 300)
        while moves.count < 70 {
            searcher.setPosition(moves: moves)
            let side = Stone.ofMove(moves.count + 1)
            guard let move = searcher.bestMove(limits: SearchLimits(nodes: nodes[side]))?.move else { break }
            moves.append(move)
        }
        return moves
    }

    /// 200 games in `make test-all`, as the issue of this feature asks.
    @Test("Words, chances and proofs of robots' games never contradict each other", arguments: Rule.allCases)
    func noContradiction(rule: Rule) throws {
        for seed in TestSpeed.seeds(1, all: 50) {
            var random = SplitMix(seed: seed)
            let game = game(rule, &random)
            let review = review(study(game, rule))
            let names = game.map(BoardSize.standard.name(of:)).joined(separator: " ")
            #expect(ReviewAudit.contradictions(in: review, size: .standard, rule: rule) == [], "\(rule) \(names)")
        }
    }

    /// The words of a report about a move.
    private struct Words: Equatable {
        let kind: GameReview.Kind
        let accuracy: Int?
        let best: Point?
        let events: [GameReview.Event]
    }

    private func words(_ review: GameReview) -> [Int: Words] {
        var words: [Int: Words] = [:]
        for (index, move) in review.moves.enumerated() where move.isSettled {
            // The start of a loss up to the end is known only at the end.
            let events = review.events.filter { $0.move == index + 1 && $0.kind != .lostFromHere }
            words[index] = Words(kind: move.kind, accuracy: move.accuracy, best: move.best, events: events)
        }
        return words
    }

    @Test(
        "A report in progress does not contradict itself, and takes back no words", arguments: Rule.allCases)
    func inProgress(rule: Rule) {
        var early = 0
        for seed in TestSpeed.seeds(1, all: 25) {
            var random = SplitMix(seed: 4 + seed)
            let game = game(rule, &random)
            let names = game.map(BoardSize.standard.name(of:)).joined(separator: " ")
            var study = GameStudy(size: .standard, rule: rule, points: game)
            var last: [Int: Words] = [:]
            var audited = 0
            while !study.isComplete {
                study.advance(Searcher.small(rule), Self.limits)
                let review = review(study)
                // The audit checks every proof again.
                if study.positions.count >= audited + 12 {
                    audited = study.positions.count
                    let found = ReviewAudit.contradictions(in: review, size: .standard, rule: rule)
                    #expect(found == [], "\(rule) \(names)")
                }
                let words = words(review)
                for (index, old) in last { #expect(words[index] == old, "\(rule) move \(index + 1): \(names)") }
                last = words
                if !study.isComplete { early = max(early, words.count) }
            }
            #expect(last.count == game.count, "every move has its words at the end")
        }
        #expect(early > 0, "words come before the end")
    }

    /// O ignores X's open three, X ignores its own win, and O makes an open four.
    private static let blunders = "h8 i9 h7 j8 h9 k7 a15 l6 h10 m5"

    @Test("A game's events are proven: a win given up, a move that lost, and the loss after it")
    func events() throws {
        let review = review(study(points(Self.blunders), .freestyle, Self.limits))
        #expect(ReviewAudit.contradictions(in: review, size: .standard, rule: .freestyle) == [])
        let moves = review.moves
        #expect(moves[5].winner == .x && moves[5].chance == 100 && moves[5].proof?.proof.means == .fours)
        #expect(moves[6].kind == .missedWin && moves[6].bestScore == 29_997 && moves[6].chance == 0)
        #expect(moves[9].winner == .o && moves[9].proof == nil && moves[9].score == Score.win)
        #expect(review.turningPoint == 7)
        let gaveUp = try #require(review.events.first { $0.kind == .gaveUpWin })
        #expect(gaveUp.move == 7 && gaveUp.side == .x && gaveUp.proof.line.first == moves[6].best)
        #expect(gaveUp.proof.line.count == 3, "a four, its block, and the five")
        #expect(review.events.contains { $0.kind == .lost && $0.move == 7 && $0.side == .x })
        let end = try #require(review.events.first { $0.kind == .lostFromHere })
        #expect(end.move == 8 && end.side == .x && end.proof.proof.claim == .onlyHold([]))
        // Moves in a lost position are not judged.
        #expect(moves[8].accuracy == nil && moves[7].accuracy == 100)
    }

    @Test("A proof contains the proofs of the positions after its moves") func parts() throws {
        let searcher = Searcher.small()
        searcher.setPosition(moves: points("h8 i9 h7 j8 h9 k7"))
        let win = try #require(searcher.checkedWin(milliseconds: 2_000))
        let first = try #require(win.proof.firstMove)
        let lost = try #require(win.after(first))
        #expect(lost.decides && lost.winner == .x && lost.proof.claim == .onlyHold([]))
        #expect(try #require(lost.before(first)).proof == win.proof)
        let reply = try #require(lost.line.first)
        let next = try #require(lost.after(reply))
        #expect(next.proof.claim == .wins && next.winner == .x)
        for part in [lost, next] { try ProofChecker.check(part.proof) }
        #expect(win.after(points("a1")[0]) == nil, "another move is not part of the proof")
    }

    /// X has an open three. O must block it, and each other move loses.
    @Test("A refutation of one more move is added to a proof of only moves") func added() throws {
        let searcher = Searcher.small()
        let start = points("h8 a1 h9 a3 h10")
        searcher.setPosition(moves: start)
        let proof = try #require(searcher.checkedOnlyMoves(milliseconds: 5_000))
        guard case .onlyHold(let held) = proof.proof.claim else { return #expect(Bool(false)) }
        #expect(!held.isEmpty && held.isSubset(of: Set(points("h6 h7 h11 h12"))), "\(held)")
        let block = points("h7")[0]
        #expect(proof.leavesOpen(block) && !proof.leavesOpen(points("o15")[0]))
        searcher.setPosition(moves: start + points("o15"))
        let win = try #require(searcher.checkedWin(milliseconds: 2_000))
        #expect(proof.refuting(points("o15")[0], with: win) == nil, "already refuted")
        #expect(proof.refuting(block, with: win) == nil, "a proof about another position")
    }

    /// Moves that are far from each other leave many positions undecided.
    @Test("A position with few moves that hold names them when they are missed") func onlyMoves() {
        var found = 0
        for seed in UInt64(1)...20 {
            var random = SplitMix(seed: seed)
            let game = game(.freestyle, &random)
            let review = review(study(game, .freestyle))
            for event in review.events where event.kind == .missedOnlyMove {
                found += 1
                #expect(!event.points.contains(game[event.move - 1]))
            }
            if found > 0 { break }
        }
        #expect(found > 0)
    }
}
