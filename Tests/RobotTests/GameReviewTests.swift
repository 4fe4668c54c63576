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
    /// tenths of it.
    @Test(
        "A move is classified by the winning chance that it loses",
        arguments: [
            (30, GameReview.Kind.good), (40, .inaccuracy), (80, .mistake), (120, .blunder), (29_990, .blunder),
        ])
    func kinds(score: Int, kind: GameReview.Kind) {
        let review = review("h8", [0, score], best: "i9")
        #expect(review.moves[0].kind == kind)
        #expect(review.moves[0].score == -score && review.moves[0].bestScore == 0)
        #expect(review.turningPoint == (kind == .good ? nil : 1))
        #expect(review.summary.x.counts == [kind: 1] && review.summary.o.accuracy == nil)
    }

    @Test("The best move is good, whatever the score after it") func theBestMoveIsGoodWhateverComes() {
        let review = review("h8 i9", [0, 29_990, 500])
        #expect(review.moves.map(\.kind) == [.good, .good])
        #expect(review.moves[0].bestScore == -29_990)
        #expect(review.summary.x.accuracy == 100)
    }

    @Test("A move that overlooks a win is classified as a missed win") func aWinNotSeen() {
        let review = review("h8 i9", [29_995, -400, 10], best: "g7 g8")
        #expect(review.moves[0].kind == .missedWin)
    }

    /// A result that only one of two consecutive searches has found applies to both. A loss is
    /// carried back over the winner's best move, and a win to the position before the losing move.
    @Test("A forced win that only one of two searches has seen counts before and after it")
    func forcedWins() {
        let after = review("h8 i9", [29_990, 0, 0])
        #expect(after.moves[0].score == 29_991 && after.moves[0].kind == .good)
        #expect(after.moves[1].score == -29_992 && after.moves[1].kind == .good)
        let before = review("h8 i9 j8", [0, 0, 0, -29_000], best: "a1 a2 a3")
        #expect(before.moves[2].bestScore == 29_000 && before.moves[2].best == before.moves[2].point)
        #expect(before.moves[1].kind == .blunder && before.moves[1].score == -29_000)
    }

    /// X had a chance of one half twice, and kept one of them. O had one half and kept it, and then
    /// lost a whole.
    @Test("Accuracy is the share of winning chances that a side keeps") func accuracy() {
        let review = review("h8 i9 g7 g8", [0, 0, 0, 29_990, 29_980], best: "a1 i9 a2 a3")
        #expect(review.summary.x.accuracy == 50)
        #expect(review.summary.o.accuracy == 33)
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
