/// The binary form (docs/PROOFS.md). Numbers are written 7 bits per byte, lowest bits first.
extension Proof {
    fileprivate static let version: UInt8 = 1

    /// The binary form. Equal proofs have equal bytes.
    public var bytes: [UInt8] {
        var bytes = position.bytes
        let size = position.board.size
        switch claim {
        case .wins: bytes.append(ClaimCode.wins.rawValue)
        case .loses(let point):
            bytes.append(ClaimCode.loses.rawValue)
            bytes.pack(size.index(of: point))
        case .onlyHold(let points):
            bytes.append(ClaimCode.onlyHold.rawValue)
            bytes.pack(increasing: points.map(size.index).sorted())
        }
        bytes.pack(nodes.count)
        for (index, node) in nodes.enumerated() {
            bytes.pack(size.index(of: node.move))
            bytes.pack(node.replies, at: index, size)
        }
        bytes.pack(root, at: nodes.count, size)
        return bytes
    }

    /// Parses the form of ``bytes``. The canonical bytes are the only ones accepted.
    public init(bytes: [UInt8]) throws(Malformation) {
        guard bytes.count <= Self.mostBytes else { throw .size }
        var reader = ProofReader(bytes)
        guard try reader.byte() == Self.version else { throw .bytes }
        let position = try reader.position()
        let size = position.board.size
        let claim: Claim
        switch ClaimCode(rawValue: try reader.byte()) {
        case .wins: claim = .wins
        case .loses: claim = .loses(try reader.point(size))
        case .onlyHold: claim = .onlyHold(Set(try reader.increasing(below: size.area).map(size.point(at:))))
        case nil: throw .bytes
        }
        let count = try reader.number(upTo: Self.mostNodes)
        var nodes: [Node] = []
        for index in 0..<count {
            let move = try reader.point(size)
            nodes.append(Node(move: move, replies: try reader.replies(at: index, size)))
        }
        let root = try reader.replies(at: count, size)
        try self.init(claim, in: position, nodes: nodes, root: root)
        guard reader.isAtEnd, self.bytes == bytes else { throw .bytes }
    }

    private enum ClaimCode: UInt8 {
        case wins, loses, onlyHold
    }
}

extension Proof.Position {
    /// The first bytes of a proof: version, rule, and ``boardBytes``.
    package var bytes: [UInt8] { [Proof.version, rule.proofCode] + boardBytes }

    /// The side length, the side to move, X's and O's stones.
    package var boardBytes: [UInt8] {
        var bytes: [UInt8] = [UInt8(board.size.side), turn == .x ? 0 : 1]
        for stone in Stone.allCases {
            bytes.pack(increasing: (0..<board.size.area).filter { board[board.size.point(at: $0)] == stone })
        }
        return bytes
    }

    /// Whether the bytes of this position come before those of the other one.
    func precedes(_ other: Self) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}

extension Rule {
    /// The byte of the rule in a proof.
    package var proofCode: UInt8 {
        switch self {
        case .freestyle: 0
        case .standard: 1
        case .renju: 2
        case .caro: 3
        }
    }
}

extension Rule {
    /// Creates the rule with this byte in a proof, or returns `nil` if there is none.
    package init?(proofCode: UInt8) {
        guard let rule = Self.allCases.first(where: { $0.proofCode == proofCode }) else { return nil }
        self = rule
    }
}

extension Array where Element == UInt8 {
    /// Appends the number of values, then the differences between them. The values must be sorted
    /// and must not repeat.
    package mutating func pack(increasing values: [Int]) {
        pack(values.count)
        var next = 0
        for value in values {
            pack(value - next)
            next = value + 1
        }
    }

    /// Appends a turn of the loser. An answer is 0 for a five, otherwise the distance back from the
    /// node at `index`.
    fileprivate mutating func pack(_ replies: Proof.Replies, at index: Int, _ size: BoardSize) {
        func code(_ answer: Proof.Answer) -> Int {
            if case .node(let other) = answer { index - other } else { 0 }
        }
        pack(code(replies.rest))
        pack(increasing: replies.named.map { size.index(of: $0.point) })
        for reply in replies.named { pack(code(reply.answer)) }
    }
}

/// A reader of a proof's bytes, which may come from anyone.
package struct ProofReader {
    private let bytes: [UInt8]
    private var place = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var isAtEnd: Bool { place == bytes.count }

    package mutating func byte() throws(Proof.Malformation) -> UInt8 {
        guard place < bytes.count else { throw .bytes }
        defer { place += 1 }
        return bytes[place]
    }

    /// Returns the next `count` bytes.
    package mutating func bytes(_ count: Int) throws(Proof.Malformation) -> [UInt8] {
        guard count <= bytes.count - place else { throw .bytes }
        defer { place += count }
        return Array(bytes[place..<place + count])
    }

    package mutating func number(upTo most: Int) throws(Proof.Malformation) -> Int {
        var number = 0
        var shift = 0
        while true {
            let byte = try byte()
            // Three bytes hold every number of a proof.
            guard shift <= 14 else { throw .bytes }
            number |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { break }
        }
        guard number <= most else { throw .bytes }
        return number
    }

    package mutating func increasing(below limit: Int) throws(Proof.Malformation) -> [Int] {
        let count = try number(upTo: limit)
        var values: [Int] = []
        var next = 0
        for _ in 0..<count {
            let value = next + (try number(upTo: limit))
            guard value < limit else { throw .bytes }
            values.append(value)
            next = value + 1
        }
        return values
    }

    package mutating func point(_ size: BoardSize) throws(Proof.Malformation) -> Point {
        size.point(at: try number(upTo: size.area - 1))
    }

    mutating func position() throws(Proof.Malformation) -> Proof.Position {
        guard let rule = Rule(proofCode: try byte()) else { throw .bytes }
        return try position(under: rule)
    }

    /// Parses ``Proof/Position/boardBytes``.
    package mutating func position(under rule: Rule) throws(Proof.Malformation) -> Proof.Position {
        guard let size = BoardSize(engine: Int(try byte())) else { throw .bytes }
        let turn = try byte()
        guard turn < 2 else { throw .bytes }
        var board = Board(size: size)
        for stone in Stone.allCases {
            for index in try increasing(below: size.area) {
                guard board[size.point(at: index)] == nil else { throw .bytes }
                board[size.point(at: index)] = stone
            }
        }
        return Proof.Position(rule: rule, board: board, turn: turn == 0 ? .x : .o)
    }

    mutating func replies(at index: Int, _ size: BoardSize) throws(Proof.Malformation) -> Proof.Replies {
        let rest = try answer(at: index)
        var named: [Proof.Reply] = []
        for cell in try increasing(below: size.area) { named.append(Proof.Reply(size.point(at: cell), .five)) }
        for place in named.indices { named[place] = Proof.Reply(named[place].point, try answer(at: index)) }
        return Proof.Replies(named: named, rest: rest)
    }

    private mutating func answer(at index: Int) throws(Proof.Malformation) -> Proof.Answer {
        let distance = try number(upTo: index)
        return distance == 0 ? .five : .node(index - distance)
    }
}
