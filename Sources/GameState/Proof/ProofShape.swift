/// The lengths of a certificate's longest lines, as numbers of the winner's moves.
public struct ProofDepths: Sendable {
    private var nodes: [Int] = []

    /// Computes the lengths for a proof, whose answers always refer to earlier nodes.
    public init(of proof: Proof) { for node in proof.nodes { nodes.append(1 + self[node.replies]) } }

    /// Throws if an answer refers to a node that does not come before it.
    init(checking nodes: [Proof.Node], root: Proof.Replies) throws(Proof.Malformation) {
        self.nodes.reserveCapacity(nodes.count)
        for node in nodes {
            try check(node.replies)
            self.nodes.append(1 + self[node.replies])
        }
        try check(root)
    }

    private func check(_ replies: Proof.Replies) throws(Proof.Malformation) {
        for case .node(let index) in replies.answers where !nodes.indices.contains(index) { throw .answer }
    }

    /// The number of the winner's moves up to the five, if the loser resists as long as possible.
    public subscript(answer: Proof.Answer) -> Int {
        if case .node(let index) = answer { nodes[index] } else { 1 }
    }

    /// The same number at the loser's turn.
    subscript(replies: Proof.Replies) -> Int { replies.answers.reduce(1) { max($0, self[$1]) } }
}

/// The properties of a certificate that follow from its shape alone, without the board.
enum ProofShape {
    /// The greatest sizes of a node without its replies, of a reply, and of a point.
    static let nodeBytes = 6
    private static let replyBytes = 4
    private static let pointBytes = 2
    /// The greatest size of everything else: version, rule, size, turn, kind of claim, and the
    /// numbers of stones, points and nodes.
    private static let frameBytes = 13

    /// Returns the greatest size in bytes that a proof can have when the board is turned. Turning
    /// changes which points take one byte and which take two.
    static func mostBytes(
        _ claim: Proof.Claim, _ position: Proof.Position, _ nodes: [Proof.Node], _ root: Proof.Replies
    ) -> Int {
        let points =
            switch claim {
            case .wins: 0
            case .loses: 1
            case .onlyHold(let points): points.count
            }
        let replies = nodes.reduce(root.named.count) { $0 + $1.replies.named.count }
        return frameBytes + pointBytes * (position.board.count + points) + nodeBytes * (nodes.count + 1)
            + replyBytes * replies
    }

    static func checkPoints(
        _ claim: Proof.Claim, _ size: BoardSize, _ nodes: [Proof.Node], _ root: Proof.Replies
    ) throws(Proof.Malformation) {
        func check(_ replies: Proof.Replies, besides taken: Set<Point> = []) throws(Proof.Malformation) {
            var points = taken
            for reply in replies.named {
                guard size.contains(reply.point) else { throw .point }
                guard points.insert(reply.point).inserted else { throw .repeatedReply }
            }
        }
        for node in nodes {
            guard size.contains(node.move) else { throw .point }
            try check(node.replies)
        }
        switch claim {
        case .wins: guard root.named.isEmpty else { throw .replies }
        case .loses(let point):
            guard size.contains(point) else { throw .point }
            guard root.named.isEmpty else { throw .replies }
        case .onlyHold(let points):
            guard points.allSatisfy(size.contains) else { throw .point }
            try check(root, besides: points)
        }
    }

    /// Returns the narrowest means that the shape of the certificate shows.
    ///
    /// If all other replies lose to a five, the winner's move is a four. If they lose to fours, it
    /// is a threat.
    static func means(of nodes: [Proof.Node], _ claim: Proof.Claim, root: Proof.Replies) -> Proof.Means {
        var found: [Proof.Means] = []
        found.reserveCapacity(nodes.count)
        func means(_ answer: Proof.Answer) -> Proof.Means {
            if case .node(let index) = answer { found[index] } else { .fours }
        }
        func widest(_ replies: Proof.Replies) -> Proof.Means {
            let all = replies.answers.map(means)
            return all.contains(.any) ? .any : all.contains(.threats) ? .threats : .fours
        }
        for node in nodes {
            let widest = widest(node.replies)
            let rest = means(node.replies.rest)
            let own: Proof.Means = node.replies.rest == .five ? .fours : rest == .fours ? .threats : .any
            found.append(own == .any || widest == .any ? .any : own == .fours ? widest : .threats)
        }
        return widest(root)
    }
}

extension Proof.Replies {
    /// The answers to the named replies, then the answer to all others.
    var answers: some Sequence<Proof.Answer> {
        named.lazy.map(\.answer) + CollectionOfOne(rest)
    }
}

/// A depth-first walk through a certificate that puts its nodes into the canonical order and merges
/// equal nodes.
struct ProofOrder {
    private let all: [Proof.Node]
    private let size: BoardSize
    /// The new index of each node that was reached.
    private var places: [Int?]
    private var known: [Proof.Node: Int] = [:]
    private(set) var nodes: [Proof.Node] = []

    init(_ nodes: [Proof.Node], size: BoardSize) {
        all = nodes
        self.size = size
        places = Array(repeating: nil, count: nodes.count)
    }

    /// Returns the turn with its replies in board order and with the new indices. The depth of the
    /// recursion is the certificate's number of moves.
    mutating func sorted(_ replies: Proof.Replies) -> Proof.Replies {
        let named = replies.named.sorted { size.index(of: $0.point) < size.index(of: $1.point) }
        return Proof.Replies(
            named: named.map { Proof.Reply($0.point, placed($0.answer)) }, rest: placed(replies.rest))
    }

    private mutating func placed(_ answer: Proof.Answer) -> Proof.Answer {
        guard case .node(let index) = answer else { return .five }
        if let place = places[index] { return .node(place) }
        let node = Proof.Node(move: all[index].move, replies: sorted(all[index].replies))
        let place = known[node] ?? nodes.count
        if place == nodes.count {
            nodes.append(node)
            known[node] = place
        }
        places[index] = place
        return .node(place)
    }
}
