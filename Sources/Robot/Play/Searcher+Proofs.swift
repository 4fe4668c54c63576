import GameState

/// Extraction of proofs from the solvers: data that shows every answer to every reply, and that a
/// checker accepts without the solvers (``Proof``).
///
/// All of them return nil when `stop` is raised, and soon after their `milliseconds`, if given.
extension Searcher {
    /// The least time for writing down a win that was found, in milliseconds. Finding it again
    /// would take longer.
    public static let extractionMilliseconds = 250

    /// Returns a proof that the side to move wins with fours alone; nil if the solver finds no such
    /// win with `nodes` fours per turn.
    public func proofByFours(nodes: Int = 100_000, milliseconds: Int? = nil, stop: StopFlag? = nil) -> Proof? {
        begin(stop, milliseconds)
        return extract { $0.prove(.fours(nodes), self) }
    }

    /// Returns a proof that the side to move wins by threats; nil if the solver finds no such win
    /// with `nodes` moves.
    ///
    /// With `remembers`, the solver keeps the results of earlier calls. `milliseconds` limits the
    /// search for the win. The extraction of its proof can take ``extractionMilliseconds`` more.
    public func proofByThreats(
        nodes: Int = 100_000, remembers: Bool = false, milliseconds: Int? = nil, stop: StopFlag? = nil
    ) -> Proof? {
        begin(stop, milliseconds, remembers: remembers)
        guard !isOver, remembers, let milliseconds else { return extract { $0.prove(.threats(nodes), self) } }
        guard position.count(position.turn, .five) > 0 || threats.solveWithQuietMoves(nodes: nodes) >= 0 else {
            return nil
        }
        control.start(
            SearchLimits(milliseconds: max(milliseconds, Self.extractionMilliseconds)), stop, isShared: false)
        return extract { $0.prove(.threats(nodes), self) }
    }

    /// Returns a proof that the side to move loses if it plays `point`, because the opponent then
    /// wins by threats; nil if the solver finds no such win with `nodes` moves.
    public func refutation(
        of point: Point, nodes: Int = 100_000, milliseconds: Int? = nil, stop: StopFlag? = nil
    ) -> Proof? {
        let move = cell(point)
        guard size.contains(point), position.stones[move] == 0, !isForbidden(move) else { return nil }
        guard !isOver, position.classes(position.turn)[move] & CellClass.fiveFlag == 0 else { return nil }
        begin(stop, milliseconds, remembers: true)
        let place = proofPosition
        position.make(move)
        defer { position.unmake() }
        var extraction = ProofExtraction()
        guard let answer = extraction.prove(.threats(nodes), self) else { return nil }
        return try? extraction.builder.proof(of: .loses(point), in: place, root: Proof.Replies(rest: answer))
    }

    /// Returns a proof that every move of the side to move loses, except those that the solver
    /// cannot refute with `nodes` moves each.
    ///
    /// The claim names the moves without a refutation. Nil if that is every move, or if the proof
    /// would exceed the limits of a ``Proof``.
    public func proofOfOnlyMoves(nodes: Int = 20_000, milliseconds: Int? = nil, stop: StopFlag? = nil) -> Proof? {
        if isOver { return nil }
        begin(stop, milliseconds, remembers: true)
        var extraction = ProofExtraction()
        return extraction.proveOnlyMoves(nodes, self)
    }

    /// Returns the first moves that are proven to win, each with its proof.
    ///
    /// A move is not in the result if it is no threat, or if the solver finds no answer to a reply
    /// with `nodes` moves. So another move may win too.
    public func provenFirstMoves(nodes: Int = 20_000, stop: StopFlag? = nil) -> [(move: Point, proof: Proof)] {
        if isOver { return [] }
        begin(stop, nil, remembers: true)
        let place = proofPosition
        return (0..<position.area).compactMap { cell in
            guard position.stones[cell] == 0, !isForbidden(cell) else { return nil }
            var extraction = ProofExtraction()
            guard let answer = extraction.prove(move: cell, .threats(nodes), self),
                let proof = try? extraction.builder.proof(of: .wins, in: place, root: Proof.Replies(rest: answer))
            else { return nil }
            return (point(cell), proof)
        }
    }

    private func begin(_ stop: StopFlag?, _ milliseconds: Int?, remembers: Bool = false) {
        control.start(SearchLimits(milliseconds: milliseconds), stop)
        if remembers { return }
        threats.clear()
        search.fours.clear()
    }

    private func extract(_ prove: (inout ProofExtraction) -> Proof.Answer?) -> Proof? {
        if isOver { return nil }
        var extraction = ProofExtraction()
        guard let answer = prove(&extraction) else { return nil }
        return try? extraction.builder.proof(of: .wins, in: proofPosition, root: Proof.Replies(rest: answer))
    }

    var isOver: Bool { position.isFull || position.hasWon(0) || position.hasWon(1) }

    /// The present position as data.
    var proofPosition: Proof.Position {
        var board = Board(size: size)
        for cell in 0..<position.area where position.stones[cell] != 0 {
            board[point(cell)] = position.stones[cell] == 1 ? .x : .o
        }
        return Proof.Position(rule: rule, board: board, turn: position.turn == 0 ? .x : .o)
    }
}
