/// A proof that a side wins, as data that anyone can check by the rules alone.
///
/// A proof consists of a position, a claim about it, and a certificate. The certificate holds the
/// winner's move at each of its turns, and the winner's next turn after every reply of the loser.
/// Replies that need an answer of their own are named. All other legal replies get the same answer,
/// ``Replies/rest``. ``ProofChecker`` plays the certificate out against every legal reply.
///
/// A value is always well-formed and canonical: no point is off the board or named twice, no node
/// is unused or occurs twice, and equal certificates have equal ``bytes``. Only the checker knows
/// whether the claim is true.
public struct Proof: Hashable, Sendable {
    /// A board with the side to move and the rule.
    public struct Position: Hashable, Sendable {
        public let rule: Rule
        public let board: Board
        public let turn: Stone

        public init(rule: Rule, board: Board, turn: Stone) {
            self.rule = rule
            self.board = board
            self.turn = turn
        }
    }

    /// A statement about the side to move.
    public enum Claim: Hashable, Sendable {
        /// The side to move wins.
        case wins
        /// The side to move loses if it plays this point.
        case loses(Point)
        /// The side to move loses with every move except perhaps these points, about which the
        /// claim says nothing. Without points, every move loses.
        case onlyHold(Set<Point>)
    }

    /// The kind of moves with which a proof wins.
    public enum Means: String, CaseIterable, Sendable {
        /// Every move of the winner is a four or a five.
        case fours
        /// After every move of the winner, the winner would win by fours if the loser passed.
        case threats
        case any
    }

    /// The winner's next turn.
    public enum Answer: Hashable, Sendable {
        /// The winner completes a five, wherever it can.
        case five
        /// The winner plays the move of the node with this index in ``Proof/nodes``.
        case node(Int)
    }

    /// The loser's turn: the winner's answers to all legal replies.
    public struct Replies: Hashable, Sendable {
        /// The replies with an answer of their own, in board order.
        public let named: [Reply]
        /// The answer to every other reply.
        public let rest: Answer

        public init(named: [Reply] = [], rest: Answer) {
            self.named = named
            self.rest = rest
        }
    }

    public struct Reply: Hashable, Sendable {
        public let point: Point
        public let answer: Answer

        public init(_ point: Point, _ answer: Answer) {
            self.point = point
            self.answer = answer
        }
    }

    /// The winner's turn: a move, and the answers to the replies.
    public struct Node: Hashable, Sendable {
        public let move: Point
        public let replies: Replies

        public init(move: Point, replies: Replies) {
            self.move = move
            self.replies = replies
        }
    }

    /// The reason why a certificate is not well-formed.
    public enum Malformation: String, Error, CaseIterable, Sendable {
        /// A point is off the board.
        case point
        /// Two replies of one turn are the same point, or a reply is also a point of the claim.
        case repeatedReply = "repeated-reply"
        /// An answer refers to a node that does not come before it.
        case answer
        /// The first turn of the certificate names replies, although the claim leaves the loser no
        /// choice there.
        case replies
        /// More than ``Proof/mostMoves`` moves or ``Proof/mostBytes`` bytes.
        case size
        /// The bytes are not those of a proof, or not the canonical ones.
        case bytes
    }

    public let position: Position
    public let claim: Claim
    /// The winner's turns. An answer in a node refers to an earlier node.
    public let nodes: [Node]
    /// The first turn of the certificate.
    ///
    /// For ``Claim/wins`` and ``Claim/loses(_:)``, the winner's first answer is ``Replies/rest``,
    /// and there are no named replies. For ``Claim/onlyHold(_:)``, the answers to every move of the
    /// side to move.
    public let root: Replies
    /// The number of the winner's moves in the longest line.
    public let moves: Int
    public let means: Means

    /// The greatest number of the winner's moves in a line.
    public static let mostMoves = 100
    /// The greatest size in bytes, however the board is turned. As base64, a proof then fits into
    /// one message of 64 KiB.
    public static let mostBytes = 48_000
    /// The greatest number of nodes, which follows from ``mostBytes``.
    public static let mostNodes = mostBytes / ProofShape.nodeBytes

    /// The side that wins.
    public var winner: Stone {
        switch claim {
        case .wins: position.turn
        case .loses, .onlyHold: position.turn.opponent
        }
    }

    /// Creates a proof from nodes in any order in which answers refer to earlier nodes.
    ///
    /// Nodes that the root does not reach are left out, and equal nodes are merged.
    public init(
        _ claim: Claim, in position: Position, nodes: [Node], root: Replies
    ) throws(Malformation) {
        let depth = try ProofDepths(checking: nodes, root: root)[root]
        try ProofShape.checkPoints(claim, position.board.size, nodes, root)
        guard depth <= Self.mostMoves else { throw .size }
        var order = ProofOrder(nodes, size: position.board.size)
        let first = order.sorted(root)
        guard ProofShape.mostBytes(claim, position, order.nodes, root) <= Self.mostBytes else { throw .size }
        self.position = position
        self.claim = claim
        self.nodes = order.nodes
        self.root = first
        moves = depth
        means = ProofShape.means(of: order.nodes, claim, root: first)
    }
}

extension Proof {
    /// The winner's first move; `nil` if it completes a five, or if the loser moves first.
    public var firstMove: Point? {
        switch claim {
        case .wins: if case .node(let index) = root.rest { nodes[index].move } else { nil }
        case .loses, .onlyHold: nil
        }
    }
}
