import GameState

/// A walk through a certificate on a board: the winner plays its moves, the loser the replies that
/// last longest.
struct ProofWalk {
    let proof: Proof
    private let depths: ProofDepths
    private(set) var board: Board
    /// The winner's next turn.
    private(set) var answer: Proof.Answer

    /// Starts at the winner's first turn. The proof claims a win for the side to move.
    init(_ proof: Proof) {
        self.init(proof, proof.root.rest)
    }

    private init(_ proof: Proof, _ answer: Proof.Answer) {
        self.proof = proof
        self.answer = answer
        board = proof.position.board
        depths = ProofDepths(of: proof)
    }

    /// Starts after a move that the proof refutes. The proof claims that only some points hold.
    init(_ proof: Proof, refuting point: Point) {
        self.init(proof, proof.root.named.first { $0.point == point }?.answer ?? proof.root.rest)
        board[point] = proof.winner.opponent
    }

    /// The greatest number of moves up to the five.
    var movesLeft: Int { depths[answer] }

    /// The winner's move, or nil if it completes a five wherever it can.
    var move: Point? {
        if case .node(let index) = answer { proof.nodes[index].move } else { nil }
    }

    /// The step after the winner's move.
    enum Step: Equatable {
        /// The winner has completed a five at its turn.
        case five(Point)
        /// Every reply loses to a five: the reply on that five, if it is legal, and the five.
        case decided([Point])
        /// The reply that lasts longest.
        case reply(Point)
        /// The certificate does not show a win.
        case none
    }

    /// Plays the winner's move and the reply that lasts longest.
    mutating func advance() -> Step {
        let winner = proof.winner
        guard case .node(let index) = answer else {
            guard let five = fives.first else { return .none }
            board[five] = winner
            return .five(five)
        }
        let node = proof.nodes[index]
        guard board.size.contains(node.move), board[node.move] == nil else { return .none }
        let isFive = isFive(node.move)
        board[node.move] = winner
        if isFive { return .five(node.move) }
        guard let reply = proof.longestReply(to: node.replies, on: board), reply.answer != .five else {
            return decided()
        }
        board[reply.point] = winner.opponent
        answer = reply.answer
        return .reply(reply.point)
    }

    /// Plays the rest of the longest line: the moves of both sides, from the winner's next turn to
    /// the five.
    mutating func rest() -> [Point] {
        var line: [Point] = []
        while true {
            let move = move
            switch advance() {
            case .five(let five): return line + [five]
            case .reply(let reply): line += (move.map { [$0] } ?? []) + [reply]
            case .decided(let rest): return line + (move.map { [$0] } ?? []) + rest
            case .none: return line
            }
        }
    }

    private mutating func decided() -> Step {
        let fives = fives
        guard let last = fives.first else { return .none }
        guard let stop = fives.first(where: isLegal) else {
            board[last] = proof.winner
            return .decided([last])
        }
        board[stop] = proof.winner.opponent
        guard let five = self.fives.first else { return .none }
        board[five] = proof.winner
        return .decided([stop, five])
    }

    /// The points where the winner completes a five, in board order.
    private var fives: [Point] { board.size.points.filter { board[$0] == nil && isFive($0) } }

    func isFive(_ point: Point) -> Bool {
        if case .five = proof.position.rule.verdict(on: proof.winner, at: point, of: board) { true } else { false }
    }

    private func isLegal(_ point: Point) -> Bool {
        proof.position.rule.verdict(on: proof.winner.opponent, at: point, of: board) == .legal
    }
}
