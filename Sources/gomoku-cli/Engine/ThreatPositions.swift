import GameState
import Robot

/// Positions of quick games of the robot against itself that are won by threats and not by fours alone.
///
/// A game is played until somebody wins for sure; from there it is gone back through the winner's turns to the first one
/// at which the win was there already. So the solver gives up once a game and not at every move, and what is found is
/// the hardest that the game has.
struct ThreatPositions {
    private let searcher: Searcher
    private let nodes: Int
    private var seed: UInt64
    private var openings: [[Point]] = []

    /// Attacker's stones of a proof.
    private static let lengths = 5...15
    /// Wins that take the solver fewer moves are left out.
    private static let easy = 400
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

    /// The position of the next game that has one.
    mutating func next() -> String {
        while true {
            if openings.isEmpty {
                openings = OpeningAdviser.balanced(20, size: .standard, rule: searcher.rule, seed: seed)
                seed &+= 1
            }
            if let line = position(after: openings.removeLast()) { return line }
        }
    }

    private func position(after opening: [Point]) -> String? {
        guard let (game, isWon) = game(from: opening), isWon else { return nil }
        var found: String?
        var length = game.count
        while length >= opening.count {
            let moves = Array(game.prefix(length))
            length -= 2
            searcher.setPosition(moves: moves)
            if searcher.victoryByFours(nodes: Self.fours) != nil { continue }
            if searcher.victoryByThreats(nodes: Self.easy) != nil { continue }
            guard let proof = searcher.victoryByThreats(nodes: nodes) else { break }
            guard Self.lengths.contains(proof.depth) else { continue }
            let names = moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            found = "\(searcher.rule.rawValue)\t\(proof.depth)\t\(names)"
        }
        return found
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
