extension Proof {
    /// A line of play for people: the loser resists as long as the certificate shows.
    ///
    /// The line ends with the winner's five, or when no reply is legal. Empty if the certificate
    /// leads to no win, which the checker would find.
    public var mainLine: [Point] {
        var line = ProofLine(self, on: position.board)
        switch claim {
        case .wins: line.win(root.rest)
        case .loses(let point): line.play(point, then: root.rest)
        case .onlyHold(let points): line.resist(root, except: points)
        }
        return line.isFinished ? line.moves : []
    }

    /// Returns the reply after which the certificate is longest, with the winner's answer.
    ///
    /// The reply is legal. If several are equally long, named replies come first, in board order.
    /// Among unnamed replies, a stone on the winner's five comes first.
    ///
    /// - Parameters:
    ///   - replies: A turn of this certificate: ``root``, or the replies of a node.
    ///   - board: The board at that turn.
    ///   - held: The points of the claim ``Claim/onlyHold(_:)``, at its first turn.
    /// - Returns: `nil` if the loser has no legal reply.
    public func longestReply(to replies: Replies, on board: Board, except held: Set<Point> = []) -> Reply? {
        ProofLine(self, on: board).longestReply(to: replies, except: held)
    }
}

/// A walk along the longest line of a certificate.
private struct ProofLine {
    private let proof: Proof
    private let loser: Stone
    private let depths: ProofDepths
    private var field: ProofField
    private(set) var moves: [Point] = []
    private(set) var isFinished = false

    init(_ proof: Proof, on board: Board) {
        self.proof = proof
        loser = proof.winner.opponent
        depths = ProofDepths(of: proof)
        field = ProofField(Proof.Position(rule: proof.position.rule, board: board, turn: proof.position.turn))
    }

    /// Plays the winner's turn.
    mutating func win(_ answer: Proof.Answer) {
        guard case .node(let index) = answer else {
            guard let five = field.fives(proof.winner).first else { return }
            moves.append(field.point(five))
            isFinished = true
            return
        }
        let node = proof.nodes[index]
        let cell = field.cell(node.move)
        isFinished = field.isFive(proof.winner, cell)
        guard isFinished || isLegal(cell, proof.winner) else { return }
        moves.append(node.move)
        guard !isFinished else { return }
        field.place(proof.winner, cell)
        resist(node.replies)
    }

    /// Plays the loser's turn.
    mutating func resist(_ replies: Proof.Replies, except held: Set<Point> = []) {
        guard let reply = longestReply(to: replies, except: held) else {
            // A full board is a draw.
            isFinished = !field.board.isFull
            return
        }
        play(reply.point, then: reply.answer)
    }

    /// Plays the loser's move and the winner's answer.
    mutating func play(_ point: Point, then answer: Proof.Answer) {
        let cell = field.cell(point)
        guard isLegal(cell, loser), !field.isFive(loser, cell) else { return }
        field.place(loser, cell)
        moves.append(point)
        win(answer)
    }

    func longestReply(to replies: Proof.Replies, except held: Set<Point>) -> Proof.Reply? {
        let named = replies.named.filter { isLegal(field.cell($0.point), loser) }
        let longest = named.max { depths[$0.answer] < depths[$1.answer] }
        if let longest, depths[longest.answer] >= depths[replies.rest] { return longest }
        let taken = held.union(replies.named.map(\.point))
        let cells = field.fives(proof.winner) + field.all
        let other = cells.first { isLegal($0, loser) && !taken.contains(field.point($0)) }
        return other.map { Proof.Reply(field.point($0), replies.rest) } ?? longest
    }

    private func isLegal(_ cell: Int, _ stone: Stone) -> Bool {
        field.isEmpty(cell) && !field.isForbidden(stone, cell)
    }
}
