import GameState

extension Searcher {
    /// Returns the best `count` moves, each searched with an equal share of the limits.
    ///
    /// Fewer if there are fewer legal moves, and empty if the game is over.
    public func bestMoves(_ count: Int, level: Level, limits: SearchLimits, stop: StopFlag? = nil) -> [SearchResult] {
        var share = limits
        share.milliseconds = limits.milliseconds.map { max(1, $0 / max(1, count)) }
        share.nodes = limits.nodes.map { max(1, $0 / max(1, count)) }
        guard let first = bestMove(level: level, limits: share, stop: stop) else { return [] }
        var results = [first]
        var taken: Set = [cell(first.move)]
        while results.count < count, stop?.isRaised != true {
            control.start(share, stop)
            search.begin(maximumNodes: share.nodes)
            let moves = rootMoves().filter { !taken.contains($0) }
            guard !moves.isEmpty else { break }
            let isUntimed = share.milliseconds == nil && share.nodes == nil
            search.table.beginAge()
            let finding = search.deepen(
                moves.map { RootMove(move: $0) }, depth: min(share.depth ?? (isUntimed ? 12 : 60), 60)
            ) { !control.isLate(for: $0) }
            guard let best = finding.moves.first else { break }
            taken.insert(best.move)
            results.append(
                result(best.move, score: finding.score, depth: finding.depth, line: best.line))
        }
        // The first move stays in front even if a later one has a higher score. The later searches
        // do not look for wins by threats, so their scores are less certain.
        return [first] + results.dropFirst().sorted { $0.score > $1.score }
    }
}
