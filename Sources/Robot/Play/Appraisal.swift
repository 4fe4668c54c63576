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

    /// The appraisals of the positions before each of `points` and after the last, as far as they prove each other.
    ///
    /// Whoever can reach a position that is lost for the other has won, and after the winning move the other has lost,
    /// whether the search of that position has seen it or not.
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
                // It is won, but nobody has seen how.
                agreed[index + 1] = Appraisal(best: nil, score: min(1 - score, Score.win))
            }
        }
        return agreed
    }
}

extension Searcher {
    /// Appraises the position after `moves`; nil when they are no position of this board.
    ///
    /// A position in which the side that has just moved has its five is as bad as can be. A win by threats is looked for
    /// longer than before a move of a game: the sentence about it stays.
    public func appraise(_ moves: [Point], limits: SearchLimits, stop: StopFlag? = nil) -> Appraisal? {
        examine(moves, limits: limits, stop: stop)?.appraisal
    }

    /// Appraises the position after `moves`, and returns what the search has found, too: nil where the game is over.
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

    /// Threats tried beyond those of a search, for each node of it.
    private static let threatsPerNode = 2

    private func winByThreats(_ limits: SearchLimits, since start: ContinuousClock.Instant, _ stop: StopFlag?) -> Point?
    {
        var left = limits
        left.milliseconds = limits.milliseconds.map {
            max(1, $0 - Int((ContinuousClock.now - start) / .milliseconds(1)))
        }
        control.start(left, stop)
        control.allowThreats(percent: 100)
        let move = threats.solveWidely(nodes: limits.nodes.map { $0 / Self.threatsPerNode } ?? .max)
        return move >= 0 ? point(move) : nil
    }
}
