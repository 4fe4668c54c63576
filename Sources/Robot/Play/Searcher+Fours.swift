import GameState

/// The shortest wins by fours.
extension Searcher {
    /// Returns a proof that the side to move wins with fours alone, in as few moves as found with
    /// `nodes` fours per turn, and whether no shorter win by fours exists. Nil if there is no win.
    public func proofByFewestFours(nodes: Int) -> (proof: Proof, isShortest: Bool)? {
        guard !isOver else { return nil }
        control.start(SearchLimits(), nil)
        search.fours.clear()
        guard let shortest = fewestFours(nodes: nodes) else { return nil }
        var extraction = ProofExtraction(moves: Self.playedForPuzzles)
        guard let answer = extraction.prove(.fewestFours(nodes), self),
            let proof = try? extraction.builder.proof(
                of: .wins, in: proofPosition, root: Proof.Replies(rest: answer))
        else { return nil }
        return (proof, shortest.isExact && proof.moves == shortest.moves)
    }

    /// Whether the side to move is found to win by fours alone. Nil if the solver gave up.
    public func winsByFours(nodes: Int) -> Bool? {
        if search.fours.solve(fours: FourSolver.maximumFours, nodes: nodes) > 0 { return true }
        return search.fours.gaveUp ? nil : false
    }

    /// Returns the first move of the shortest win by fours, its number of moves, and whether that
    /// is the exact minimum. Nil if no win is found.
    ///
    /// The solver bounds the fours before the last double or open four. A win with a double or open
    /// four after `limit` fours takes `limit + 2` moves. Where the reply to a four may be
    /// forbidden, or where closing an end may fail, a single four can also win, after which
    /// `limit + 1` moves are enough.
    func fewestFours(nodes: Int) -> (move: Int, moves: Int, isExact: Bool)? {
        let fours = search.fours
        guard fours.solve(fours: FourSolver.maximumFours, nodes: nodes) > 0 else { return nil }
        let found = Int(fours.line[0])
        var isExact = true
        for limit in 0...FourSolver.maximumFours {
            let plies = fours.solve(fours: limit, nodes: nodes)
            if plies > 0 {
                let moves = (plies + 1) / 2
                let hasSingleWins = position.needsOpenEnd || position.forbidsX && position.turn == 1
                return (Int(fours.line[0]), moves, isExact && (!hasSingleWins || moves <= limit + 1))
            }
            if fours.gaveUp { isExact = false }
        }
        return (found, 0, false)
    }
}
