import GameState
import Robot

/// Positions of quick games of the robot against itself that are won by threats and not by fours alone.
///
/// A game is played until somebody wins for sure; from there it is gone back through the winner's turns as long as the
/// win is proven, each proof made with what those of later turns have left in the table. So a win may be proven that
/// the solver alone would not find, and it gives up once a game and not at every move.
struct ThreatPositions {
    private let searcher: Searcher
    private let nodes: Int
    private var seed: UInt64
    private var openings: [[Point]] = []

    /// Attacker's stones of a proof.
    private static let lengths = 5...15
    /// Fours tried for a win by fours alone.
    private static let fours = 2_000
    /// Nodes a move of the games.
    private static let nodesPerMove = 250
    private static let longestGame = 70

    init(rule: Rule, seed: UInt64, nodes: Int) {
        searcher = Searcher(rule: rule, tableMegabytes: 4, seed: seed)
        self.seed = seed
        self.nodes = nodes
    }

    /// The positions of the next game that has any, one at each turn of the winner's, the earliest first.
    mutating func next() -> [String] {
        while true {
            if openings.isEmpty {
                openings = OpeningAdviser.balanced(20, size: .standard, rule: searcher.rule, seed: seed)
                seed &+= 1
            }
            let lines = positions(after: openings.removeLast())
            if !lines.isEmpty { return lines }
        }
    }

    private func positions(after opening: [Point]) -> [String] {
        guard let (game, isWon) = game(from: opening) else { return [] }
        var lines: [String] = []
        var length = isWon ? game.count : game.count - 1
        var remembers = false
        while length >= opening.count {
            let moves = Array(game.prefix(length))
            length -= 2
            searcher.setPosition(moves: moves)
            let hasFours = searcher.victoryByFours(nodes: Self.fours) != nil
            guard let proof = searcher.victoryByThreats(nodes: nodes, remembers: remembers) else { break }
            remembers = true
            if hasFours || !Self.lengths.contains(proof.depth) { continue }
            let names = moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            lines.append("\(searcher.rule.rawValue)\t\(proof.depth)\t\(names)")
        }
        return lines.reversed()
    }

    /// The moves up to where the side to move sees that the game is decided, and whether it wins.
    private func game(from opening: [Point]) -> ([Point], Bool)? {
        var moves = opening
        while moves.count < Self.longestGame {
            searcher.setPosition(moves: moves)
            guard let result = searcher.bestMove(limits: SearchLimits(nodes: Self.nodesPerMove)) else { return nil }
            if let plies = result.pliesToFive { return (moves, plies > 0) }
            moves.append(result.move)
        }
        return nil
    }
}
