import GameState

/// A maker of wrong proofs from a right one: it changes a move or an answer, leaves out a reply, or
/// changes the claim, the side to move, the rule or a stone.
public struct ProofMutant {
    private let proof: Proof

    public init(_ proof: Proof) { self.proof = proof }

    /// Returns a changed proof; nil if the change left the proof as it was or malformed.
    public func next(_ random: inout SeededRandom) -> Proof? {
        var nodes = proof.nodes
        var position = proof.position
        var claim = proof.claim
        var root = proof.root
        let size = position.board.size
        let side = 0..<size.side
        let point = Point(column: Int.random(in: side, using: &random), row: Int.random(in: side, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            guard let index = nodes.indices.randomElement(using: &random) else { return nil }
            nodes[index] = Proof.Node(move: point, replies: nodes[index].replies)
        case 1:
            guard let index = nodes.indices.filter({ !nodes[$0].replies.named.isEmpty }).randomElement(using: &random)
            else { return nil }
            nodes[index] = dropping(nodes[index], &random)
        case 2:
            guard let index = nodes.indices.dropFirst().randomElement(using: &random) else { return nil }
            let answer = Proof.Answer.node(Int.random(in: 0..<index, using: &random))
            nodes[index] = Proof.Node(
                move: nodes[index].move, replies: Proof.Replies(named: nodes[index].replies.named, rest: answer))
        case 3: position = Proof.Position(rule: position.rule, board: position.board, turn: position.turn.opponent)
        case 4:
            let rule = Rule.allCases.randomElement(using: &random) ?? .freestyle
            position = Proof.Position(rule: rule, board: position.board, turn: position.turn)
        case 5:
            var board = position.board
            board[point] = [nil, .x, .o].randomElement(using: &random) ?? nil
            position = Proof.Position(rule: position.rule, board: board, turn: position.turn)
        case 6:
            claim = [.wins, .loses(point), .onlyHold([point])].randomElement(using: &random) ?? .wins
        default:
            guard let index = nodes.indices.randomElement(using: &random) else { return nil }
            root = Proof.Replies(named: root.named, rest: .node(index))
        }
        let changed = try? Proof(claim, in: position, nodes: nodes, root: root)
        return changed == proof ? nil : changed
    }

    /// Returns a proof that names the same replies, and whose moves with other answers look like
    /// threats: each rest is a four on a stone. Nil if every rest is a five.
    public func claimingThreats() throws -> Proof? {
        let size = proof.position.board.size
        guard let stone = size.points.first(where: { proof.position.board[$0] != nil }),
            proof.nodes.contains(where: { $0.replies.rest != .five })
        else { return nil }
        func later(_ answer: Proof.Answer) -> Proof.Answer {
            if case .node(let index) = answer { .node(index + 1) } else { .five }
        }
        let nodes = proof.nodes.map { node in
            let named = node.replies.named.map { Proof.Reply($0.point, later($0.answer)) }
            let rest: Proof.Answer = node.replies.rest == .five ? .five : .node(0)
            return Proof.Node(move: node.move, replies: Proof.Replies(named: named, rest: rest))
        }
        let four = Proof.Node(move: stone, replies: Proof.Replies(rest: .five))
        let root = Proof.Replies(named: proof.root.named, rest: later(proof.root.rest))
        return try Proof(proof.claim, in: proof.position, nodes: [four] + nodes, root: root)
    }

    private func dropping(_ node: Proof.Node, _ random: inout SeededRandom) -> Proof.Node {
        var named = node.replies.named
        named.remove(at: Int.random(in: named.indices, using: &random))
        return Proof.Node(move: node.move, replies: Proof.Replies(named: named, rest: node.replies.rest))
    }
}
