/// Moves that lose to the opponent's threats are found before and while the others are searched.
extension Searcher {
    /// Percent of the time for the opponent's win by threats if it had the move, and in all for which moves stop it.
    private static let threatPercent = 8
    private static let defencePercent = 25
    /// Percent of the time for a check of a move that came out best: the first one, and a later one.
    private static let checkPercent = 4
    private static let laterCheckPercent = 10
    /// A best move is checked again when so much of the time has passed.
    private static let laterCheckAfter = 40

    /// If the opponent threatens to win by threats, moves the candidates that do not stop it to the end; whether none
    /// does.
    func setLosersAside(_ candidates: inout [RootMove]) -> Bool {
        let side = position.turn
        if position.count(1 - side, .five) > 0 { return false }
        position.pass()
        control.allowThreats(percent: Self.threatPercent)
        let threat = threats.solve(nodes: control.rootThreats / 2)
        position.pass()
        if threat < 0 { return false }
        let region = relevantCells()
        control.allowThreats(percent: Self.defencePercent)
        let nodes = control.rootThreats / 8
        let classes = position.classes(side)
        for index in candidates.indices {
            if control.shouldStopThreats { break }
            let move = candidates[index].move
            // What neither touches the proof nor threatens anything itself leaves it as it is.
            if let region, !region.contains(move), classes[move] & (CellClass.fourFlag | CellClass.threeFlag) == 0 {
                candidates[index].isLost = true
                continue
            }
            candidates[index].isLost = isLost(move, nodes: nodes)
            candidates[index].checks = threats.gaveUp ? 0 : 1
        }
        let lost = candidates.filter(\.isLost)
        // Where everything loses the search looks for what loses last.
        if lost.count == candidates.count {
            for index in candidates.indices { candidates[index].isLost = false }
            return true
        }
        candidates = candidates.filter { !$0.isLost } + lost
        return false
    }

    /// Positions of a proof that are walked through.
    private static let proofPositions = 600

    /// The cells that the opponent's win by threats needs, if it had the move; nil if there are too many.
    private func relevantCells() -> Set<Int>? {
        position.pass()
        defer { position.pass() }
        var cells: Set<Int> = []
        var left = Self.proofPositions
        return collect(into: &cells, left: &left, depth: 0) ? cells : nil
    }

    /// Adds the attacker's moves, the replies to them, and where fives and open fours end.
    private func collect(into cells: inout Set<Int>, left: inout Int, depth: Int) -> Bool {
        let move = threats.solve(nodes: Self.proofPositions)
        left -= 1
        guard move >= 0, left > 0, depth < ThreatSolver.maximumPlies else { return false }
        cells.insert(move)
        position.make(move)
        defer { position.unmake() }
        let attacker = 1 - position.turn
        if position.hasWon(attacker) { return true }
        position.forEach(attacker, flags: CellClass.fiveFlag) { cells.insert($0) }
        var replies: [Int] = []
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: position.area) { row in
            guard let base = row.baseAddress else { return }
            for index in 0..<max(0, threats.replies(base)) { replies.append(Int(base[index])) }
        }
        for reply in replies {
            cells.insert(reply)
            if isForbidden(reply) { continue }
            position.make(reply)
            let isWhole = collect(into: &cells, left: &left, depth: depth + 1)
            position.unmake()
            if !isWhole { return false }
        }
        return true
    }

    /// Whether the opponent is found to win by threats after the best move so far; nil if it is not worth looking.
    func losesToThreats(_ move: Int, checkedBefore times: Int) -> Bool? {
        switch times {
        case 0:
            control.allowThreats(percent: Self.checkPercent)
            return isLost(move, nodes: control.checkThreats(after: search.state.pointee.nodes) / 3)
        case 1 where control.hasPassed(percent: Self.laterCheckAfter):
            control.allowThreats(percent: Self.laterCheckPercent)
            return isLost(move, nodes: control.rootThreats)
        default: return nil
        }
    }

    private func isLost(_ move: Int, nodes: Int) -> Bool {
        position.make(move)
        defer { position.unmake() }
        return threats.solve(nodes: nodes) >= 0
    }
}
