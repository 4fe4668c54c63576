import GameState

/// A checker of a search's claims that a position is won or lost. It plays them out against every
/// reply, and judges the moves by the rules alone.
///
/// ``ProofChecker`` judges the wins by threats. If there is none, this checker searches for the
/// next winning move itself, and then checks the position after that move.
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
    /// The work of the checks of all proofs (``ProofChecker/Receipt/work``).
    public private(set) var work = 0

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
        let board = Board(size: size, moves)
        let verdicts = size.points.map { ($0, verdict($0, after: moves, on: board)) }
        if verdicts.contains(where: { $0.1.isFive }) { return false }
        let replies = verdicts.filter { $0.1 == .legal }.map(\.0)
        // A full board is not a loss.
        if replies.isEmpty { return false }
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
        if let move {
            let verdict = verdict(move, after: moves, on: Board(size: size, moves))
            if verdict.isFive { return true }
            guard verdict == .legal else { return false }
        } else {
            witness.setPosition(moves: moves)
            if let proof = witness.proofByThreats(nodes: nodes, remembers: true) {
                guard let receipt = try? ProofChecker.check(proof, limit: .max) else { return false }
                work += receipt.work
                return true
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

    /// Returns the rule's verdict on the next move.
    private func verdict(_ point: Point, after moves: [Point], on board: Board) -> Verdict {
        rule.verdict(on: .ofMove(moves.count + 1), at: point, of: board)
    }
}

extension SearchResult {
    /// The claim that the game is decided, or nil if the score is only an estimate.
    public var claim: ClaimReplay.Claim? {
        score >= Score.decided ? .won : score <= -Score.decided ? .lost : nil
    }
}

extension Verdict {
    fileprivate var isFive: Bool { if case .five = self { true } else { false } }
}

extension Board {
    fileprivate init(size: BoardSize, _ moves: [Point]) {
        self.init(size: size)
        for (index, point) in moves.enumerated() { self[point] = Stone.ofMove(index + 1) }
    }
}
