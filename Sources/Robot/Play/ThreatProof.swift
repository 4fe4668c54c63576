import GameState

/// A complete win by threats: the move, and the answer to every reply that does not lose at once.
///
/// After any other reply, the attacker makes a five, makes an open four and then a five, or plays
/// ``fours``. Lines that lead to the same position share the rest of the proof.
public struct ThreatProof: Sendable {
    public let move: Point
    public let replies: [Reply]
    /// The line that the move threatens if it makes neither a four nor an open three: four and
    /// reply in turn, up to the last four or five. Otherwise empty.
    public let fours: [Point]
    /// The number of the attacker's moves in the longest line.
    public let depth: Int
    /// The number of the attacker's moves in the whole proof, at most ``mostCounted``. Shared parts
    /// count once for each line that leads to them.
    public let count: Int

    static let mostCounted = 1 << 40

    public struct Reply: Sendable {
        public let point: Point
        public let next: ThreatProof
    }

    init(move: Point, replies: [Reply], fours: [Point] = []) {
        self.move = move
        self.replies = replies
        self.fours = fours
        depth = 1 + (replies.map(\.next.depth).max() ?? 0)
        count = replies.reduce(1) { min(Self.mostCounted, $0 + $1.next.count) }
    }
}

extension Searcher {
    /// Returns a line by which the side to move wins with fours alone, or nil if none is found with
    /// `nodes` fours tried.
    ///
    /// The line has attack and reply in turn, up to the last four or five.
    public func victoryByFours(nodes: Int = 100_000) -> [Point]? {
        if position.hasWon(1 - position.turn) { return nil }
        search.fours.clear()
        let plies = search.fours.solve(fours: FourSolver.maximumFours, nodes: nodes)
        return plies > 0 ? search.fours.foundLine(plies).map(point) : nil
    }

    /// Whether the solver finds a win by threats for the side to move within the limits of time and
    /// of solver moves.
    ///
    /// `widely` also tries quiet moves, which threaten only a win by fours.
    public func findsThreats(_ limits: SearchLimits, widely: Bool = true) -> Bool {
        if position.hasWon(1 - position.turn) { return false }
        control.start(SearchLimits(milliseconds: limits.milliseconds), nil)
        control.allowThreats(percent: 100)
        threats.clear()
        search.fours.clear()
        let nodes = limits.nodes ?? .max
        return (widely ? threats.solveWithQuietMoves(nodes: nodes) : threats.solve(nodes: nodes)) >= 0
    }

    /// The number of moves that the last search for a win by threats made.
    public var threatMoves: Int { threats.nodes }

    /// Returns the proof that the side to move wins by threats, or nil if none is found within
    /// `nodes` moves.
    ///
    /// With `remembers`, the solver keeps the results of earlier calls, so that wins that lead to
    /// the same positions cost less.
    public func victoryByThreats(nodes: Int = 100_000, remembers: Bool = false, stop: StopFlag? = nil) -> ThreatProof? {
        if position.hasWon(1 - position.turn) { return nil }
        control.start(SearchLimits(), stop)
        if !remembers {
            threats.clear()
            search.fours.clear()
        }
        guard threats.solveWithQuietMoves(nodes: nodes) >= 0 else { return nil }
        var proofs: [UInt64: ThreatProof] = [:]
        return proof(nodes: nodes, left: ThreatSolver.maximumPlies, &proofs)
    }

    /// Builds the proof from the solver's answers to all replies. Positions that occur again share
    /// their proof.
    private func proof(nodes: Int, left: Int, _ proofs: inout [UInt64: ThreatProof]) -> ThreatProof? {
        let hash = position.hash.pointee
        if let proof = proofs[hash] { return proof.depth <= left ? proof : nil }
        let move = threats.solveWithQuietMoves(nodes: nodes)
        guard move >= 0, left > 0 else { return nil }
        position.make(move)
        defer { position.unmake() }
        if position.hasWon(1 - position.turn) { return ThreatProof(move: point(move), replies: []) }
        var cells: [Int] = []
        var fours: [Point] = []
        let row = UnsafeMutablePointer<Int16>.allocate(capacity: position.area)
        defer { row.deallocate() }
        var count = threats.replies(row)
        if count < 0 {
            count = threats.repliesToFours(row)
            fours = threats.threatenedLine.map(point)
        }
        for index in 0..<max(0, count) where !isForbidden(Int(row[index])) { cells.append(Int(row[index])) }
        var replies: [ThreatProof.Reply] = []
        for cell in cells {
            position.make(cell)
            let next = proof(nodes: nodes, left: left - 1, &proofs)
            position.unmake()
            guard let next else { return nil }
            replies.append(ThreatProof.Reply(point: point(cell), next: next))
        }
        let proof = ThreatProof(move: point(move), replies: replies, fours: fours)
        proofs[hash] = proof
        return proof
    }
}
