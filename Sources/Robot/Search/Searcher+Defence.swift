/// Detection of moves that lose to the opponent's threats, before and during the search.
extension Searcher {
    /// The percentage of a move's time for finding the opponent's win by threats after a pass.
    /// `defencePercent` is for finding all moves that stop that win.
    private static let threatPercent = 8
    private static let defencePercent = 25
    /// The percentages of a move's time for the first check of a best move, and for a later check.
    private static let checkPercent = 4
    private static let laterCheckPercent = 10
    /// The percentage of a move's time after which a best move is checked again.
    private static let laterCheckAfter = 40

    /// Puts the candidates that provably do not stop the opponent's win by threats last.
    ///
    /// A candidate is lost if the opponent can still play the win after it, or if the solver finds
    /// another win. If all candidates are lost, the lost ones among `others`, the remaining legal
    /// moves, are removed too. Returns whether every legal move loses.
    func sortLosingMovesLast(_ candidates: inout [RootMove], _ others: inout [Int]) -> Bool {
        if position.count(1 - position.turn, .five) > 0 { return false }
        position.pass()
        control.allowThreats(percent: Self.threatPercent)
        let isThreatened = threats.solve(nodes: control.rootThreats / 2) >= 0
        let tree = isThreatened ? threatTree() : nil
        position.pass()
        if !isThreatened { return false }
        control.allowThreats(percent: Self.defencePercent)
        if let tree { setAside(&candidates, thatLeave: tree) }
        let nodes = control.rootThreats / 8
        for index in candidates.indices where !candidates[index].isLost {
            if control.shouldStopThreats { break }
            candidates[index].isLost = isLost(candidates[index].move, nodes: nodes)
            candidates[index].checks = threats.gaveUp ? 0 : 1
        }
        let lost = candidates.filter(\.isLost)
        if lost.count == candidates.count {
            others = others.filter { !isLost($0, tree, nodes: nodes) }
            // All candidates lose, so the search looks for the move that loses last.
            for index in candidates.indices { candidates[index].isLost = false }
            return others.isEmpty
        }
        candidates = candidates.filter { !$0.isLost } + lost
        return false
    }

    /// Marks the candidates after which the opponent's win still works.
    private func setAside(_ candidates: inout [RootMove], thatLeave tree: ThreatTree) {
        for index in candidates.indices {
            if control.shouldStopThreats { return }
            let move = candidates[index].move
            candidates[index].isLost = tree.isUnaffected[move] || loses(move, to: tree)
        }
    }

    private func loses(_ move: Int, to tree: ThreatTree) -> Bool {
        position.make(move)
        defer { position.unmake() }
        return isStillWinning(tree)
    }

    private func isLost(_ move: Int, _ tree: ThreatTree?, nodes: Int) -> Bool {
        if let tree, loses(move, to: tree) { return true }
        return isLost(move, nodes: nodes)
    }

    /// Whether the opponent is found to win by threats after `move`, the best move so far. Nil if a
    /// check is not due.
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
        return (control.isLong ? threats.solveWithQuietMoves(nodes: nodes) : threats.solve(nodes: nodes)) >= 0
    }
}
