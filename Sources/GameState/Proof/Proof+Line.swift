extension Proof {
    /// A line of play to the five, for people: the loser resists as long as the certificate shows.
    ///
    /// Empty if the certificate leads to no five, which the checker would find.
    public var mainLine: [Point] {
        var line = MainLine(self)
        switch claim {
        case .wins: line.win(root.rest)
        case .loses(let point):
            line.play(point, winner.opponent)
            line.win(root.rest)
        case .onlyHold(let points): line.reply(root, except: points)
        }
        return line.isFinished ? line.moves : []
    }
}

/// A walk along the longest line of a certificate.
private struct MainLine {
    private let proof: Proof
    private let depths: [Int]
    private var field: ProofField
    private(set) var moves: [Point] = []
    private(set) var isFinished = false

    init(_ proof: Proof) {
        self.proof = proof
        depths = (try? ProofShape.depths(of: proof.nodes, root: proof.root).nodes) ?? []
        field = ProofField(proof.position)
    }

    mutating func play(_ point: Point, _ stone: Stone) {
        field.place(stone, field.cell(point))
        moves.append(point)
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
        guard field.isEmpty(field.cell(node.move)) else { return }
        play(node.move, proof.winner)
        reply(node.replies)
    }

    /// Plays the loser's turn: the reply after which the certificate is longest.
    mutating func reply(_ replies: Proof.Replies, except held: Set<Point> = []) {
        let longest = replies.named.max { depth($0.answer) < depth($1.answer) }
        if let longest, depth(longest.answer) >= depth(replies.rest) {
            play(longest.point, proof.winner.opponent)
            return win(longest.answer)
        }
        let taken = held.union(replies.named.map(\.point))
        // A stone on a five is the reply that people would expect.
        let cells = field.fives(proof.winner) + field.all
        guard let cell = cells.first(where: { isLegal($0) && !taken.contains(field.point($0)) }) else { return }
        play(field.point(cell), proof.winner.opponent)
        win(replies.rest)
    }

    private func depth(_ answer: Proof.Answer) -> Int {
        if case .node(let index) = answer { depths[index] } else { 0 }
    }

    private func isLegal(_ cell: Int) -> Bool {
        field.isEmpty(cell) && !field.isForbidden(proof.winner.opponent, cell)
    }
}
