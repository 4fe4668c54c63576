import GameState

/// The robot's judgement of one position of a game.
public struct Appraisal: Equatable, Sendable {
    /// The best move, or nil if the game is over or the winning move is unknown.
    public let best: Point?
    /// The score for the side to move, on the scale of ``SearchResult/score``.
    public let score: Int

    public init(best: Point?, score: Int) {
        self.best = best
        self.score = score
    }
}

extension Searcher {
    /// Appraises the position after `moves`, or returns nil if they are not a valid position of
    /// this board.
    ///
    /// If the last move made a five, the score is the lowest possible. The search for a win by
    /// threats takes longer than in a game, because users see the appraisal in reports and
    /// analyses.
    public func appraise(_ moves: [Point], limits: SearchLimits, stop: StopFlag? = nil) -> Appraisal? {
        examine(moves, limits: limits, stop: stop)?.appraisal
    }

    /// Appraises the position after `moves` and returns the search result too, which is nil if the
    /// game is over.
    public func examine(
        _ moves: [Point], limits: SearchLimits, stop: StopFlag? = nil
    ) -> (appraisal: Appraisal, result: SearchResult?)? {
        guard setPosition(moves: moves) else { return nil }
        if position.hasWon(1 - position.turn) { return (Appraisal(best: nil, score: -Score.win), nil) }
        let start = ContinuousClock.now
        guard let result = bestMove(limits: limits, stop: stop) else { return (Appraisal(best: nil, score: 0), nil) }
        if abs(result.score) < Score.decided, let move = winByThreats(limits, since: start, stop) {
            return (Appraisal(best: move, score: Score.decided), result)
        }
        return (Appraisal(best: result.move, score: result.score), result)
    }

    /// The divisor of the search's node limit that gives the limit of the threat solver's moves.
    private static let threatsPerNode = 2

    private func winByThreats(_ limits: SearchLimits, since start: ContinuousClock.Instant, _ stop: StopFlag?) -> Point?
    {
        var left = limits
        left.milliseconds = limits.milliseconds.map {
            max(1, $0 - Int((ContinuousClock.now - start) / .milliseconds(1)))
        }
        control.start(left, stop)
        control.allowThreats(percent: 100)
        let move = threats.solveWithQuietMoves(nodes: limits.nodes.map { $0 / Self.threatsPerNode } ?? .max)
        return move >= 0 ? point(move) : nil
    }
}
