extension Proof {
    /// Returns the same proof about the rotated or reflected position.
    public func image(under symmetry: Symmetry) -> Proof {
        let size = position.board.size
        func image(_ point: Point) -> Point { symmetry.image(of: point, on: size) }
        func image(_ replies: Replies) -> Replies {
            Replies(named: replies.named.map { Reply(image($0.point), $0.answer) }, rest: replies.rest)
        }
        let claim: Claim =
            switch claim {
            case .wins: .wins
            case .loses(let point): .loses(image(point))
            case .onlyHold(let points): .onlyHold(Set(points.map(image)))
            }
        let nodes = nodes.map { Node(move: image($0.move), replies: image($0.replies)) }
        do {
            return try Proof(claim, in: position.image(under: symmetry), nodes: nodes, root: image(root))
        } catch {
            // No limit depends on the orientation.
            preconditionFailure("the image of a proof is malformed: \(error)")
        }
    }

    /// The proof in its standard orientation, and the symmetry that leads there.
    ///
    /// The standard orientation is that image of the eight whose bytes come first in lexicographic
    /// order. Positions that are equal up to symmetry therefore share their proofs.
    public var oriented: (proof: Proof, symmetry: Symmetry) {
        var images = Symmetry.allCases.map { ($0, position.image(under: $0)) }
        var least = images[0].1
        for image in images where image.1.precedes(least) { least = image.1 }
        images = images.filter { $0.1 == least }
        let proofs = images.map { (proof: image(under: $0.0), symmetry: $0.0) }
        return proofs.min { $0.proof.bytes.lexicographicallyPrecedes($1.proof.bytes) } ?? (self, .identity)
    }
}

extension Proof.Position {
    /// Returns the position with every stone on its image.
    public func image(under symmetry: Symmetry) -> Proof.Position {
        Proof.Position(rule: rule, board: board.image(under: symmetry), turn: turn)
    }
}
