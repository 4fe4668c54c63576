import GameState

/// What the robot thinks of one position of a game.
public struct Appraisal: Equatable, Sendable {
    /// The best move; nil when the game is over.
    public let best: Point?
    /// For the side to move, as ``SearchResult/score``.
    public let score: Int

    public init(best: Point?, score: Int) {
        self.best = best
        self.score = score
    }
}

extension Searcher {
    /// Appraises the position after `moves`; nil when they are no position of this board.
    ///
    /// A position in which the side that has just moved has its five is as bad as can be.
    public func appraise(_ moves: [Point], limits: SearchLimits, stop: StopFlag? = nil) -> Appraisal? {
        guard setPosition(moves: moves) else { return nil }
        if position.hasWon(1 - position.turn) { return Appraisal(best: nil, score: -Score.win) }
        guard let result = bestMove(limits: limits, stop: stop) else { return Appraisal(best: nil, score: 0) }
        return Appraisal(best: result.move, score: result.score)
    }
}
