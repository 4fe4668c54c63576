import GameState

extension Searcher {
    /// The move a player of `level` would choose; nil if the game is over.
    public func bestMove(level: Level, limits: SearchLimits, stop: StopFlag? = nil) -> SearchResult? {
        bestMove(limits: limits, stop: stop)
    }
}
