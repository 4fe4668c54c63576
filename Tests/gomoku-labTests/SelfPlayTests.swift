import GameState
import Testing

@testable import gomoku_lab

/// Tests that referee, bridge and robot agree in whole games of the robot against itself, in which
/// the room judges every move.
@Suite struct SelfPlayTests {
    /// `gomoku-lab self-play` plays thousands of games. This test plays a few under every rule, at
    /// quick levels.
    @Test("Every self-play game ends without a failure", arguments: 0..<4)
    func everyGameEndsProperly(part: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var count = MatchSelfPlayCount()
        for index in part * 50..<part * 50 + 50 { count.play(index, seed: seed, strongest: 3) }
        #expect(count.failures.isEmpty, "seed \(seed)")
        // Of a dozen games under a rule at least one side has won some. X alone is not enough: it
        // had no win in one of several hundred runs.
        let summary = count.summary
        #expect(summary.contains(" on 15: ") && !summary.contains(": -"), "seed \(seed)")
        for rule in Rule.allCases {
            #expect(
                ["x", "o"].contains { summary.contains("\(rule.rawValue): \($0) by five") }, "seed \(seed), \(rule)")
        }
    }

    @Test("Self-play uses every opening, and only on board sizes that the opening allows") func openingsOfGames() {
        let games = (0..<800).map { MatchSelfPlayGame(index: $0, seed: 1) }
        #expect(Set(games.map(\.opening)) == Set(Opening.allCases))
        #expect(
            games.allSatisfy { game in
                game.opening == .none
                    || (try? OpeningState(game.opening, rule: game.rule, size: game.size)) != nil
            })
    }

    /// Games in which an engine set up a board whose stones pass through a five in that order.
    @Test(
        "A game whose stones pass through a five when set up in another order is played to its end",
        arguments: [63, 773])
    func boardsSetUpInAnotherOrder(index: Int) throws {
        let game = try MatchSelfPlayGame(index: index, seed: 1).play()
        #expect(game.ending?.reason == .five || game.ending?.reason == .full)
    }
}
