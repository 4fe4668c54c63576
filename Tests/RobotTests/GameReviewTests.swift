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

    /// 200 is 73% (the scale's definition), 0 is half, decided is all or nothing.
    @Test("Scores become chances") func chances() {
        #expect(abs(GameReview.chance(200) - 0.731) < 0.001)
        #expect(abs(GameReview.chance(-200) - 0.269) < 0.001)
        #expect(GameReview.chance(0) == 0.5)
        #expect(GameReview.chance(29_997) == 1 && GameReview.chance(-29_997) == 0)
        #expect(GameReview.chance(28_000) > 0.999 && GameReview.chance(-28_000) < 0.001)
    }

    /// Half is kept, then a tenth, a fifth and three tenths of the chance are lost by one side.
    @Test(
        "Moves are told apart by what they lose",
        arguments: [
            (0, GameReview.Kind.good), (90, .inaccuracy), (180, .mistake), (400, .blunder), (29_990, .blunder),
        ])
    func kinds(score: Int, kind: GameReview.Kind) {
        let review = review("h8", [0, score], best: "i9")
        #expect(review.moves[0].kind == kind)
        #expect(review.moves[0].score == -score && review.moves[0].bestScore == 0)
        #expect(review.turningPoint == (kind == .good ? nil : 1))
        #expect(review.summary.x.counts == [kind: 1] && review.summary.o.accuracy == nil)
    }

    @Test("The best move is good whatever comes") func theBestMoveIsGoodWhateverComes() {
        let review = review("h8 i9", [0, 29_990, 500])
        #expect(review.moves.map(\.kind) == [.good, .good])
        #expect(review.moves[0].bestScore == -29_990)
        #expect(review.summary.x.accuracy == 100)
    }

    @Test("A win that was not seen is told") func aWinNotSeen() {
        let review = review("h8 i9", [29_995, -400, 10], best: "g7 g8")
        #expect(review.moves[0].kind == .missedWin)
    }

    @Test("Stones of an opening are not judged") func stonesOfAnOpeningAreNotJudged() {
        let review = review("h8 i9 g7", [0, 500, 0, 900], best: "a1 a2 a3", openingStones: 2)
        #expect(review.moves.map(\.kind) == [.opening, .opening, .blunder])
        #expect(review.turningPoint == 3)
    }

    @Test("Positions are appraised") func appraisals() throws {
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
