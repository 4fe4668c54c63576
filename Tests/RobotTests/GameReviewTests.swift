import GameState
import Testing

@testable import Robot

@Suite struct GameReviewTests {
    private func review(_ names: String, _ scores: [Int], best: String? = nil, openingStones: Int = 0) -> GameReview {
        let size = BoardSize.standard
        let points = names.split(separator: " ").compactMap { size.point(named: String($0)) }
        let best = (best ?? names).split(separator: " ").map { size.point(named: String($0)) }
        let appraisals = scores.enumerated().map {
            Appraisal(best: $0.offset < best.count ? best[$0.offset] : nil, score: $0.element)
        }
        return GameReview(points: points, appraisals: appraisals, openingStones: openingStones)
    }

    /// By definition of the scale, a score of 83 is a chance of 73%. 0 is one half, and decided
    /// scores are 0 or 1.
    @Test("A score is converted into a winning chance") func chances() {
        #expect(abs(WinningChance.of(83) - 0.731) < 0.001)
        #expect(abs(WinningChance.of(-83) - 0.269) < 0.001)
        #expect(WinningChance.of(0) == 0.5)
        #expect(WinningChance.of(29_997) == 1 && WinningChance.of(-29_997) == 0)
        #expect(WinningChance.of(28_000) > 0.999 && WinningChance.of(-28_000) < 0.001)
    }

    /// The chance is one half before. It is kept, or one side loses a tenth, a fifth or three
    /// tenths of it. A decided score without a proof is an opinion.
    @Test(
        "A move is classified by the winning chance that it loses",
        arguments: [
            (30, GameReview.Kind.good, 30), (40, .inaccuracy, 40), (80, .mistake, 80), (120, .blunder, 120),
            (29_990, .blunder, 20_000),
        ])
    func kinds(score: Int, kind: GameReview.Kind, shown: Int) {
        let review = review("h8", [0, score], best: "i9")
        #expect(review.moves[0].kind == kind)
        #expect(review.moves[0].score == -shown && review.moves[0].bestScore == 0)
        #expect(review.moves[0].chance == max(1, Int((100 * WinningChance.of(-score)).rounded())))
        #expect(review.turningPoint == (kind == .good ? nil : 1))
        #expect(review.summary.x.counts == [kind: 1] && review.summary.o.accuracy == nil)
    }

    /// The search after the move saw further, so its value also counts before the move.
    @Test("The best move is good, whatever the score after it") func theBestMoveIsGoodWhateverComes() {
        let review = review("h8", [0, 29_990])
        #expect(review.moves.map(\.kind) == [.good])
        #expect(review.moves[0].bestScore == -20_000 && review.startChance == 1)
        #expect(review.summary.x.accuracy == 100)
    }

    /// The values follow from lichess' formula for the accuracy of a move.
    @Test("The accuracy of a move falls with the chance that it loses") func accuracyOfMoves() {
        let accuracies = [0, 0.1, 0.2, 0.3, 0.5, 1].map { Int(Accuracy.ofMove(loss: $0).rounded()) }
        #expect(accuracies == [100, 64, 40, 25, 9, 0])
    }

    /// A side that has not moved has no accuracy. Of 30 moves, 29 are perfect and one loses a half.
    @Test("One blunder visibly lowers the accuracy of a game") func oneBlunder() throws {
        #expect(Accuracy.ofGame(chances: [0.5], moves: []) == nil)
        var chances = Array(repeating: 0.5, count: 61)
        var moves = (0..<30).map { (index: 2 * $0, accuracy: 100.0) }
        #expect(try #require(Accuracy.ofGame(chances: chances, moves: moves)) > 99.999)
        for index in 31...60 { chances[index] = 0.01 }
        moves[15].accuracy = Accuracy.ofMove(loss: 0.49)
        let accuracy = try #require(Accuracy.ofGame(chances: chances, moves: moves))
        #expect((50...80).contains(accuracy), "\(accuracy)")
    }

    /// The example of the issue: such a side once had 91%.
    @Test("Three blunders and sixteen missed wins are no good game") func theExample() throws {
        let chances = Array(repeating: 0.97, count: 101)
        let moves = (0..<50).map { number in
            let loss = number < 3 ? 0.4 : number < 19 ? Accuracy.leastLossOfWin : 0
            return (index: 2 * number, accuracy: Accuracy.ofMove(loss: loss))
        }
        let accuracy = try #require(Accuracy.ofGame(chances: chances, moves: moves))
        #expect(accuracy < 75, "\(accuracy)")
    }

    /// The solver may try more moves here than in a search with the same number of nodes.
    @Test("Positions won by threats are appraised as won") func threats() throws {
        for puzzle in try VictoryTests.puzzles() where !puzzle.isByFours && (101...1_000).contains(puzzle.nodes) {
            let found = Searcher.small(puzzle.rule).appraise(puzzle.moves, limits: SearchLimits(nodes: 500))
            #expect(try #require(found).score >= Score.decided, "\(puzzle)")
        }
    }

    @Test("Stones of an opening are not judged") func stonesOfAnOpeningAreNotJudged() {
        let review = review("h8 i9 g7", [0, 500, 0, 900], best: "a1 a2 a3", openingStones: 2)
        #expect(review.moves.map(\.kind) == [.opening, .opening, .blunder])
        #expect(review.turningPoint == 3)
    }

    @Test("Won, finished and impossible positions are appraised as such") func appraisals() throws {
        let searcher = Searcher.small()
        let size = BoardSize.standard
        let moves = "h8 h1 i8 i1 j8 j1 k8 a1".split(separator: " ").compactMap { size.point(named: String($0)) }
        let five = try #require(searcher.appraise(moves, limits: SearchLimits(nodes: 1_000)))
        #expect(five.score == Score.win - 1)
        let over = searcher.appraise(moves + [size.point(named: "l8")!], limits: SearchLimits(nodes: 1_000))
        #expect(over == Appraisal(best: nil, score: -Score.win))
        #expect(searcher.appraise(moves + [moves[0]], limits: SearchLimits(nodes: 1_000)) == nil)
    }
}
