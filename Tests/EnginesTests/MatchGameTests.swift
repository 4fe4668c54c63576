import GameState
import Robot
import Testing

@testable import Engines

/// Tests of games between two seats, and of the score of many games.
@Suite struct MatchGameTests {
    /// By Elo's formula 75% is 191 points. The interval of 10 : 10 games without a draw is ±163
    /// (1.96 · 0.5 / √20 of the rate).
    @Test("Scores are summarised as rating differences") func scores() {
        var score = MatchScore(wins: 10, draws: 0, losses: 10)
        #expect(score.difference == "+0 ± 163")
        score = MatchScore(wins: 75, draws: 0, losses: 25)
        #expect(abs((MatchScore.elo(rate: score.rate) ?? 0) - 190.8) < 0.1)
        #expect(MatchScore(wins: 3).difference == "> -154" && MatchScore(losses: 3).difference == "< +154")
        #expect(MatchScore(wins: 100).difference == "> +570")
        #expect(score.likelihoodRatio(low: 0, high: 30) > MatchScore.decisive)
    }

    /// The game starts with the opening. Then both seats move in turn, with a time for each move.
    @Test("Two levels play a game to its end under every rule") func levelsPlayToTheEnd() {
        let limits = SearchLimits(nodes: 50)
        for rule in Rule.allCases {
            let seats = ByStone<any MatchSeat>(
                x: RobotSeat(level: Level(2)!, size: .standard, rule: rule, seed: 1),
                o: RobotSeat(level: Level(1)!, size: .standard, rule: rule, seed: 2))
            let opening = [Point(column: 7, row: 7), Point(column: 8, row: 6), Point(column: 6, row: 6)]
            let game = MatchGame.play(seats, opening: opening, size: .standard, rule: rule, limits: limits)
            #expect(["five", "full"].contains(game.reason), "\(rule): \(game.reason)")
            #expect(Array(game.moves.prefix(3)) == opening && game.moves.count == game.milliseconds.count)
        }
    }
}
