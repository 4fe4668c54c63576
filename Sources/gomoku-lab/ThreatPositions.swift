import GameState
import Robot

/// A source of positions from quick games of the robot against itself that are won by threats, but
/// not by fours alone.
///
/// A game is played until one side has a certain win. From there the source goes back through the
/// winner's turns as long as it can prove the win. Each proof uses the table entries of the later
/// ones, so it may find wins that the solver alone would not. The solver also gives up only once
/// per game instead of at every move.
struct ThreatPositions {
    private let searcher: Searcher
    private let nodes: Int
    private var seed: UInt64
    private var openings: [[Point]] = []

    /// The accepted numbers of the attacker's moves in the longest line of a proof.
    private static let lengths = 5...15
    /// The number of fours tried for a win by fours alone.
    private static let fours = 2_000
    /// The node limit of each move of the games.
    private static let nodesPerMove = 250
    private static let longestGame = 70

    init(rule: Rule, seed: UInt64, nodes: Int) {
        searcher = Searcher(rule: rule, tableMegabytes: 4, seed: seed)
        self.seed = seed
        self.nodes = nodes
    }

    /// Returns the positions of the next game that has any: one for each turn of the winner,
    /// earliest first.
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
            guard let proof = searcher.proofByThreats(nodes: nodes, remembers: remembers) else { break }
            remembers = true
            if hasFours || !Self.lengths.contains(proof.moves) { continue }
            let names = moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            lines.append("\(searcher.rule.rawValue)\t\(proof.moves)\t\(names)")
        }
        return lines.reversed()
    }

    /// Returns the moves up to the position where the side to move sees that the game is decided,
    /// and whether it wins.
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
