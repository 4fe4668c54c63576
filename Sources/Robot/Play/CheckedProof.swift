import GameState

/// A proof that ``ProofChecker`` has accepted, small enough for a message about many positions.
public struct CheckedProof: Equatable, Sendable {
    public let proof: Proof

    /// The greatest size of a proof in bytes. Most proofs of reports have a few hundred.
    public static let mostBytes = 6_000
    /// The greatest work of the check (``ProofChecker/Receipt/work``), about 50 ms.
    static let mostWork = 500_000

    /// Checks the proof. Returns nil if it is refused, or too large.
    public init?(_ proof: Proof) {
        guard proof.bytes.count <= Self.mostBytes else { return nil }
        guard (try? ProofChecker.check(proof, limit: Self.mostWork)) != nil else { return nil }
        self.proof = proof
    }

    /// A part of a proof that was accepted as a whole.
    private init(partOfChecked proof: Proof) { self.proof = proof }

    public var winner: Stone { proof.winner }

    /// Whether the proof decides its position: the side to move wins, or loses with every move.
    var decides: Bool {
        switch proof.claim {
        case .wins: true
        case .loses: false
        case .onlyHold(let points): points.isEmpty
        }
    }

    /// Whether the proof says nothing about this move of the side that loses otherwise.
    func leavesOpen(_ point: Point) -> Bool {
        if case .onlyHold(let points) = proof.claim { points.contains(point) } else { false }
    }

    /// Returns the proof about the position after `point`, if it is part of this proof. `point`
    /// does not end the game.
    ///
    /// The check of the whole includes the part: the winner's first move is answered by every
    /// reply, and the loser's reply by the winner's next move.
    func after(_ point: Point) -> CheckedProof? {
        let position = proof.position
        guard position.board.size.contains(point), position.board[point] == nil else { return nil }
        var board = position.board
        board[point] = position.turn
        let next = Proof.Position(rule: position.rule, board: board, turn: position.turn.opponent)
        switch proof.claim {
        case .wins:
            guard case .node(let index) = proof.root.rest, proof.nodes[index].move == point else { return nil }
            return part(.onlyHold([]), in: next, proof.nodes[index].replies)
        case .onlyHold(let points) where !points.contains(point):
            let answer = proof.root.named.first { $0.point == point }?.answer ?? proof.root.rest
            return part(.wins, in: next, Proof.Replies(rest: answer))
        case .onlyHold, .loses: return nil
        }
    }

    private func part(_ claim: Proof.Claim, in position: Proof.Position, _ root: Proof.Replies) -> CheckedProof? {
        (try? Proof(claim, in: position, nodes: proof.nodes, root: root)).map { CheckedProof(partOfChecked: $0) }
    }

    /// Returns the proof that the other side wins by playing `point`, which leads to this position
    /// where every move loses. Nil if the proof refuses that.
    func before(_ point: Point) -> CheckedProof? {
        let position = proof.position
        guard case .onlyHold(let points) = proof.claim, points.isEmpty else { return nil }
        var board = position.board
        board[point] = nil
        let former = Proof.Position(rule: position.rule, board: board, turn: position.turn.opponent)
        let nodes = proof.nodes + [Proof.Node(move: point, replies: proof.root)]
        let root = Proof.Replies(rest: .node(proof.nodes.count))
        return (try? Proof(.wins, in: former, nodes: nodes, root: root)).flatMap { CheckedProof($0) }
    }

    /// Returns a proof that also refutes `point`, one of the moves that this proof leaves open,
    /// with the opponent's win after it. Nil if `win` is not about that position.
    func refuting(_ point: Point, with win: CheckedProof) -> CheckedProof? {
        guard case .onlyHold(var points) = proof.claim, points.remove(point) != nil, case .wins = win.proof.claim else {
            return nil
        }
        let count = proof.nodes.count
        func moved(_ answer: Proof.Answer) -> Proof.Answer {
            if case .node(let index) = answer { .node(index + count) } else { .five }
        }
        let added = win.proof.nodes.map { node in
            let named = node.replies.named.map { Proof.Reply($0.point, moved($0.answer)) }
            return Proof.Node(move: node.move, replies: Proof.Replies(named: named, rest: moved(node.replies.rest)))
        }
        let named = proof.root.named + [Proof.Reply(point, moved(win.proof.root.rest))]
        let root = Proof.Replies(named: named, rest: proof.root.rest)
        return (try? Proof(.onlyHold(points), in: proof.position, nodes: proof.nodes + added, root: root))
            .flatMap { CheckedProof($0) }
    }

    /// ``Proof/mainLine``.
    public var line: [Point] { proof.mainLine }
}
