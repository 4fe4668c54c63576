import GameState

extension Searcher {
    /// Returns the move that a player of `level` would choose, or nil if the game is over.
    ///
    /// Levels below the strongest search to a fixed depth, which the limits can only reduce.
    public func bestMove(level: Level, limits: SearchLimits, stop: StopFlag? = nil) -> SearchResult? {
        guard let traits = Weaknesses.of(level) else {
            use(SearchOptions())
            return bestMove(limits: limits, stop: stop)
        }
        var options = traits.options
        options.seed = seed &+ 1
        use(options)
        var random = SplitMix(seed: seed ^ position.hash.pointee)
        control.start(limits, stop)
        search.begin(maximumNodes: limits.nodes)
        let moves = rootMoves()
        guard !moves.isEmpty else { return nil }
        if let sure = sureMove(moves, traits, &random) { return result(sure, score: 0, depth: 0, line: []) }
        if Int.random(in: 0..<100, using: &random) < traits.casualPercent {
            return result(casualCell(traits, &random), score: 0, depth: 0, line: [])
        }

        let seen = inFight(moves).enumerated().filter { $0.offset == 0 || isSeen($0.element, traits, &random) }
            .map(\.element)
        search.table.beginAge()
        let finding = search.deepen(seen.map { RootMove(move: $0) }, depth: traits.depth) { !control.isLate(for: $0) }
        guard let best = finding.moves.first else { return nil }
        // Only some moves were searched, so a loss is not proven.
        return result(
            best.move, score: max(finding.score, 1 - Score.decided), depth: finding.depth, line: best.line)
    }

    /// Sets the options of the search. Clears its table if they change the evaluation, because old
    /// entries would be wrong.
    private func use(_ options: SearchOptions) {
        let old = search.options
        if old.noise != options.noise || old.seed != options.seed || old.leafFours != options.leafFours {
            search.clear()
        }
        search.options = options
    }

    /// Returns the first move of a game, a move that completes a five, or one that stops the
    /// opponent's five, unless the level overlooks it. Otherwise nil.
    private func sureMove(_ moves: [Int], _ traits: Weaknesses, _ random: inout SplitMix) -> Int? {
        if position.height == 0 { return cell(size.center) }
        let side = position.turn
        let other = 1 - side
        if position.count(side, .five) > 0 { return position.fiveCell(side) }
        if position.count(other, .five) > 0, Int.random(in: 0..<100, using: &random) >= traits.missedFours {
            return moves[0]
        }
        return nil
    }

    /// Whether the level considers the cell. Cells near the last moves are always considered.
    private func isSeen(_ cell: Int, _ traits: Weaknesses, _ random: inout SplitMix) -> Bool {
        if traits.missedPoints == 0 { return true }
        let isNear = position.moves.suffix(3).contains { last in
            max(abs(last / size.side - cell / size.side), abs(last % size.side - cell % size.side)) <= 3
        }
        return isNear || Int.random(in: 0..<100, using: &random) >= traits.missedPoints
    }

    /// Returns those of `cells` that are within two cells of a stone, or all of `cells` if none is.
    private func inFight(_ cells: [Int]) -> [Int] {
        let side = size.side
        let fight = cells.filter { cell in
            let (row, column) = (cell / side, cell % side)
            return (max(0, row - 2)...min(side - 1, row + 2)).contains { row in
                (max(0, column - 2)...min(side - 1, column + 2)).contains { position.stones[row * side + $0] != 0 }
            }
        }
        return fight.isEmpty ? cells : fight
    }

    /// Returns a random cell, with odds that grow with the scores of its patterns.
    func casualCell(_ traits: Weaknesses, _ random: inout SplitMix) -> Int {
        let side = position.turn
        var best = (cell: -1, looks: -Double.infinity)
        let free = (0..<position.area).filter { position.stones[$0] == 0 && !isForbidden($0) }
        for cell in inFight(free) {
            let (own, theirs) = position.looks(cell, side)
            var looks = Double(own * 100 + theirs * traits.caution) / 100
            if !isSeen(cell, traits, &random) { looks -= 400 }
            // Gumbel's trick: the maximum of scores with this noise is a random draw with the odds
            // of a softmax.
            let chance = Double.random(in: 0.000_001..<1, using: &random)
            looks -= Double(traits.casualNoise) * Search.logarithm(-Search.logarithm(chance))
            if looks > best.looks { best = (cell, looks) }
        }
        return best.cell
    }
}

extension Position {
    /// Returns the scores of a cell's patterns for `side`: for its own lines, and against the
    /// opponent's.
    func looks(_ cell: Int, _ side: Int) -> (own: Int, theirs: Int) {
        let x = combination(cell, 0)
        let o = combination(cell, 1)
        let (own, theirs) = side == 0 ? (codesX[x], codesO[o]) : (codesO[o], codesX[x])
        return (Int(own.attack), Int(theirs.defence))
    }
}
