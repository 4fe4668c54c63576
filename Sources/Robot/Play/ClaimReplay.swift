import GameState

/// A checker of a search's claims that a position is won or lost. It plays them out against every
/// reply, and judges the moves by the rules alone.
///
/// If no win by threats proves a claim, the checker searches for the next winning move itself, and
/// then checks the position after that move.
public struct ClaimReplay {
    public enum Claim: String, Sendable {
        /// The side to move wins.
        case won
        /// Every move of the side to move loses.
        case lost
    }

    private let rule: Rule
    private let size: BoardSize
    private let nodes: Int
    private let witness: Searcher
    /// Positions found to be won for the side to move.
    private var won: Set<Board> = []
    /// The number of proof positions that were replayed, each against every reply.
    public private(set) var replayed = 0

    /// The greatest number of the winner's turns between a claim and its proof by threats.
    private static let deepest = 24

    /// - Parameter nodes: the limit of each search for a win.
    public init(_ rule: Rule, size: BoardSize = .standard, nodes: Int) {
        self.rule = rule
        self.size = size
        self.nodes = nodes
        witness = Searcher(size: size, rule: rule, tableMegabytes: 4)
    }

    /// Whether the claim about the position after `moves` holds; false if no proof is found.
    public mutating func holds(_ claim: Claim, after moves: [Point], move: Point) -> Bool {
        switch claim {
        case .won: wins(moves, with: move, left: Self.deepest)
        case .lost: loses(moves, left: Self.deepest)
        }
    }

    /// Whether every legal move leads to a position that is won for the opponent.
    private mutating func loses(_ moves: [Point], left: Int) -> Bool {
        let replay = ProofReplay(rule, moves, size: size)
        let board = Board(size: size, moves)
        let replies = size.points.filter { board[$0] == nil && replay.isLegal($0) }
        // A full board is not a loss.
        if replies.isEmpty { return false }
        if replies.contains(where: { replay.wins(at: $0) }) { return false }
        for reply in replies where !wins(moves + [reply], with: nil, left: left) { return false }
        return true
    }

    /// Whether the side to move wins, with `move` if it is not nil.
    private mutating func wins(_ moves: [Point], with move: Point?, left: Int) -> Bool {
        let board = Board(size: size, moves)
        if move == nil && won.contains(board) { return true }
        guard isWon(moves, with: move, left: left) else { return false }
        won.insert(board)
        return true
    }

    private mutating func isWon(_ moves: [Point], with move: Point?, left: Int) -> Bool {
        var replay = ProofReplay(rule, moves, size: size)
        if let move {
            if replay.wins(at: move) { return true }
            guard replay.isLegal(move) else { return false }
        } else {
            witness.setPosition(moves: moves)
            if let proof = witness.victoryByThreats(nodes: nodes, remembers: true) {
                let holds = replay.holds(proof)
                replayed += replay.replayed
                return holds
            }
        }
        if left == 0 { return false }
        if let move { return loses(moves + [move], left: left - 1) }
        witness.setPosition(moves: moves)
        let isForced = witness.rootMoves().count == 1
        guard let found = witness.bestMove(limits: SearchLimits(nodes: nodes)), isForced || found.claim == .won else {
            return false
        }
        return isWon(moves, with: found.move, left: left)
    }
}

extension SearchResult {
    /// The claim that the game is decided, or nil if the score is only an estimate.
    public var claim: ClaimReplay.Claim? {
        score >= Score.decided ? .won : score <= -Score.decided ? .lost : nil
    }
}

extension Board {
    fileprivate init(size: BoardSize, _ moves: [Point]) {
        self.init(size: size)
        for (index, point) in moves.enumerated() { self[point] = Stone.ofMove(index + 1) }
    }
}
