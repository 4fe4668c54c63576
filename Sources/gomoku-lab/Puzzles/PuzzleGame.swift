import Foundation
import GameState
import Robot

/// A game from which puzzles are made.
struct PuzzleGame {
    let rule: Rule
    let size: BoardSize
    let moves: [Point]

    private static let longest = 90
    /// The greatest number of nodes per move of the strongest level, and of the other levels.
    private static let nodes = 50...2_000
    private static let weakest = 3

    /// Plays game `index` of the run with `seed`, the robot against itself, at levels and with
    /// numbers of nodes that the seed decides. Ends before the move that completes a five.
    static func play(_ index: Int, seed: UInt64, rule: Rule) -> PuzzleGame {
        var random = SplitMix(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        let opening = OpeningAdviser.balanced(1, size: .standard, rule: rule, seed: random.next())[0]
        let players = (0..<2).map { _ in Player(rule: rule, &random) }
        var moves = opening
        var board = Board(size: .standard)
        for (index, point) in moves.enumerated() { board[point] = .ofMove(index + 1) }
        while moves.count < longest {
            let stone = Stone.ofMove(moves.count + 1)
            guard let result = players[moves.count % 2].move(after: moves) else { break }
            let verdict = rule.verdict(on: stone, at: result.move, of: board)
            if verdict != .legal { break }
            moves.append(result.move)
            board[result.move] = stone
        }
        return PuzzleGame(rule: rule, size: .standard, moves: moves)
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

        func move(after moves: [Point]) -> SearchResult? {
            searcher.setPosition(moves: moves)
            return searcher.bestMove(level: level, limits: limits)
        }
    }

    /// Creates a game from a record. Nil if the moves do not alternate, if one is illegal under the
    /// rule, or if the record is of another rule.
    init?(_ record: GameRecord, rule: Rule) {
        guard record.isPlain, record.rule == nil || record.rule == rule else { return nil }
        var board = Board(size: record.size)
        var moves: [Point] = []
        for (index, point) in record.points.enumerated() {
            let stone = Stone.ofMove(index + 1)
            switch rule.verdict(on: stone, at: point, of: board) {
            case .legal:
                board[point] = stone
                moves.append(point)
            case .five: break
            case .forbidden, .occupied: return nil
            }
            if moves.count == index { break }
        }
        self.init(rule: rule, size: record.size, moves: moves)
    }

    private init(rule: Rule, size: BoardSize, moves: [Point]) {
        self.rule = rule
        self.size = size
        self.moves = moves
    }

    /// Returns the position after `count` moves.
    func position(after count: Int) -> Proof.Position {
        var board = Board(size: size)
        for (index, point) in moves.prefix(count).enumerated() { board[point] = .ofMove(index + 1) }
        return Proof.Position(rule: rule, board: board, turn: .ofMove(count + 1))
    }
}
