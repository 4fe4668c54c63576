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

    /// Returns the appraisals before each of `points` and after the last, corrected where the
    /// appraisal of the next or previous position proves a result.
    ///
    /// A side that can move to a position lost for the opponent has a win. After a winning move,
    /// the opponent has lost. Both conclusions hold even if the search of the position itself did
    /// not see the result.
    static func agreed(_ appraisals: [Appraisal], on points: [Point]) -> [Appraisal] {
        var agreed = appraisals
        let count = min(points.count, appraisals.count - 1)
        for index in (0..<max(0, count)).reversed() {
            let next = agreed[index + 1].score
            if next <= -Score.decided, agreed[index].score < Score.decided {
                agreed[index] = Appraisal(best: points[index], score: max(Score.decided, -next - 1))
            }
        }
        for index in 0..<max(0, count) {
            let score = agreed[index].score
            let next = agreed[index + 1]
            if score >= Score.decided, agreed[index].best == points[index], next.score > -Score.decided {
                agreed[index + 1] = Appraisal(best: next.best, score: -min(score + 1, Score.win))
            } else if score <= -Score.decided, next.score < Score.decided {
                // The position is won, but no search has found the winning move.
                agreed[index + 1] = Appraisal(best: nil, score: min(1 - score, Score.win))
            }
        }
        return agreed
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
