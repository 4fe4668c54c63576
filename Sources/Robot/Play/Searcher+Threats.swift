import GameState

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
}
