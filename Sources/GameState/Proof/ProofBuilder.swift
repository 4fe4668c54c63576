/// A collector of a certificate's nodes, from the last turns to the first.
///
/// Equal nodes are stored once, so lines that end alike share their ends.
public struct ProofBuilder: Sendable {
    public private(set) var nodes: [Proof.Node] = []
    private var places: [Proof.Node: Int] = [:]

    public init() {}

    /// Returns the answer that plays `move`.
    public mutating func play(_ move: Point, then replies: Proof.Replies) -> Proof.Answer {
        let node = Proof.Node(move: move, replies: replies)
        if let place = places[node] { return .node(place) }
        nodes.append(node)
        places[node] = nodes.count - 1
        return .node(nodes.count - 1)
    }

    public func proof(
        of claim: Proof.Claim, in position: Proof.Position, root: Proof.Replies
    ) throws(Proof.Malformation) -> Proof {
        try Proof(claim, in: position, nodes: nodes, root: root)
    }
}
