import GameState

/// Decisions of the swap2 opening, made with a search.
public enum Opening {
    public enum Decision: Equatable, Sendable {
        /// Take the other side.
        case swap
        /// Put these stones, X first among the opening's three.
        case place([Point])
    }

    /// What to do with the stones of swap2 so far: none, three, or five.
    ///
    /// With none: three stones of a balanced opening. With three: swap, or play on as O, or put two more. With five:
    /// swap, or play on as O.
    public static func swap2(
        _ stones: [Point], on size: BoardSize, with searcher: Searcher, limits: SearchLimits, stop: StopFlag? = nil
    ) -> Decision {
        if stones.isEmpty { return .place([Point(column: 0, row: 0), Point(column: 1, row: 1), Point(column: 2, row: 5)]) }
        searcher.setPosition(moves: stones)
        guard let result = searcher.bestMove(limits: limits, stop: stop) else { return .swap }
        return result.score < 0 ? .swap : .place([result.move])
    }
}
