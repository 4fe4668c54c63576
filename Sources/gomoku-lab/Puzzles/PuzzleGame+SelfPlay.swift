import Foundation
import GameState
import PuzzleMaking
import Robot

/// Games of the robot against itself.
extension PuzzleGame {
    private static let longest = 90
    /// The greatest number of nodes per move of the strongest level, and of the other levels.
    private static let nodes = 50...2_000
    private static let weakest = 3
    /// The number of nodes per move of both sides in games from a given position.
    private static let equalNodes = 50...400

    /// Plays game `index` of the run with `seed`, the robot against itself, at levels and with
    /// numbers of nodes that the seed decides. Ends before the move that completes a five.
    static func play(_ index: Int, seed: UInt64, rule: Rule) -> PuzzleGame {
        var random = generator(index, seed)
        let opening = OpeningAdviser.balanced(1, size: .standard, rule: rule, seed: random.next())[0]
        let players = (0..<2).map { _ in Player(rule: rule, &random) }
        return play(from: opening, rule: rule, players)
    }

    /// Plays game `index` from a position of stones placed in turn. Both sides are the strongest
    /// level with the same number of nodes, which the seed decides.
    static func play(_ index: Int, from opening: [Point], seed: UInt64, rule: Rule) -> PuzzleGame {
        var random = generator(index, seed)
        let nodes = Int.random(in: equalNodes, using: &random)
        return play(
            from: opening, rule: rule, (0..<2).map { _ in Player(rule: rule, nodes: nodes, seed: random.next()) })
    }

    /// Plays game `index`, the robot at `level` against itself.
    static func play(_ index: Int, at level: Level, seed: UInt64, rule: Rule) -> PuzzleGame {
        var random = generator(index, seed)
        let opening = OpeningAdviser.balanced(1, size: .standard, rule: rule, seed: random.next())[0]
        let players = (0..<2).map { _ in Player(rule: rule, level: level, seed: random.next()) }
        return play(from: opening, rule: rule, players)
    }

    private static func generator(_ index: Int, _ seed: UInt64) -> SplitMix {
        SplitMix(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    }

    private static func play(from opening: [Point], rule: Rule, _ players: [Player]) -> PuzzleGame {
        var moves = opening
        var winner: Stone?
        var board = position(after: opening, on: .standard, rule: rule).board
        while moves.count < longest {
            let stone = Stone.ofMove(moves.count + 1)
            guard let result = players[moves.count % 2].move(after: moves) else { break }
            let verdict = rule.verdict(on: stone, at: result.move, of: board)
            if case .five = verdict { winner = stone }
            if verdict != .legal { break }
            moves.append(result.move)
            board[result.move] = stone
        }
        return PuzzleGame(rule: rule, size: .standard, moves: moves, winner: winner)
    }

    /// A side of a game of the robot against itself.
    private struct Player {
        private let searcher: Searcher
        private let level: Level
        private let limits: SearchLimits

        init(rule: Rule, _ random: inout SplitMix) {
            let seed = random.next()
            searcher = Searcher(rule: rule, tableMegabytes: 1, seed: seed)
            let isStrong = Bool.random(using: &random)
            let number = Int.random(in: weakest..<Level.strongest.number, using: &random)
            level = isStrong ? .strongest : Level(number) ?? .strongest
            // Each doubling of the nodes has the same chance.
            let doublings = Double.random(in: 0...log2(Double(nodes.upperBound / nodes.lowerBound)), using: &random)
            limits = SearchLimits(
                nodes: isStrong ? Int(Double(nodes.lowerBound) * exp2(doublings)) : nodes.upperBound)
        }

        init(rule: Rule, level: Level = .strongest, nodes: Int = PuzzleGame.nodes.upperBound, seed: UInt64) {
            searcher = Searcher(rule: rule, tableMegabytes: 1, seed: seed)
            self.level = level
            limits = SearchLimits(nodes: nodes)
        }

        func move(after moves: [Point]) -> SearchResult? {
            searcher.setPosition(moves: moves)
            return searcher.bestMove(level: level, limits: limits)
        }
    }
}
