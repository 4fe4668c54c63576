import GameState
import PuzzleMaking
import Puzzles
import Robot

/// A random opening, as a question for the side that has better chances.
struct PuzzleOpening {
    private let rule: Rule
    private let stones: [Point]
    private let seed: UInt64

    /// The numbers of stones after which a player chooses a side in swap2, and those beside them.
    private static let counts = 3...6
    /// The number of games from the opening. The chance then has a standard error of at most 8
    /// percent.
    private static let games = 40
    /// The greatest number of fours in the search for a decided opening.
    private static let fours = 2_000
    /// The number of games after which an opening that looks level is left out.
    private static let firstGames = 12
    /// The distances of the chance from one half, in thousandths. The least one is two and a half
    /// standard errors. Beyond the greatest one, there is nothing to weigh up.
    private static let leads = 200...450

    init(seed: UInt64, rule: Rule) {
        var random = SplitMix(seed: seed)
        self.rule = rule
        let count = Int.random(in: Self.counts, using: &random)
        stones = OpeningAdviser.random(stones: count, on: .standard, using: &random)
        self.seed = random.next()
    }

    /// The puzzle with the chance that games of the robot against itself have measured. Nil if the
    /// opening is level, or decided by fours.
    var puzzle: Puzzle? {
        let searcher = Searcher(rule: rule, tableMegabytes: 1)
        searcher.setPosition(moves: stones)
        guard searcher.winsByFours(nodes: Self.fours) == false else { return nil }
        var points = 0
        let position = PuzzleGame.position(after: stones, on: .standard, rule: rule)
        for index in 0..<Self.games {
            switch PuzzleGame.play(index, from: stones, seed: seed, rule: rule).winner {
            case position.turn: points += 2
            case nil: points += 1
            default: break
            }
            // Half of the lead, after a third of the games.
            if index + 1 == Self.firstGames, abs(points * 500 / Self.firstGames - 500) < Self.leads.lowerBound / 2 {
                return nil
            }
        }
        let chance = points * 500 / Self.games
        guard Self.leads.contains(abs(chance - 500)) else { return nil }
        return try? Puzzle(
            .balance(chance: chance), at: position, rating: PuzzleFeatures(balance: chance).rating)
    }
}
