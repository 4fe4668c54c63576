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

    /// If the opponent threatens to win by threats, moves the candidates that are proven not to stop it to the end;
    /// whether none does.
    ///
    /// A candidate is lost where the opponent's win can be played after it as it is, or where another is found. `others` are
    /// the legal moves that are no candidates; those that are proven lost, too, are taken out where no candidate holds.
    func setLosersAside(_ candidates: inout [RootMove], _ others: inout [Int]) -> Bool {
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
            // Where everything loses the search looks for what loses last.
            for index in candidates.indices { candidates[index].isLost = false }
            return others.isEmpty
        }
        candidates = candidates.filter { !$0.isLost } + lost
        return false
    }

    /// Marks the candidates after which the opponent's win still stands.
    private func setAside(_ candidates: inout [RootMove], thatLeave tree: ThreatTree) {
        for index in candidates.indices {
            if control.shouldStopThreats { return }
            let move = candidates[index].move
            candidates[index].isLost = tree.untouched[move] || loses(move, to: tree)
        }
    }

    private func loses(_ move: Int, to tree: ThreatTree) -> Bool {
        position.make(move)
        defer { position.unmake() }
        return stands(tree)
    }

    private func isLost(_ move: Int, _ tree: ThreatTree?, nodes: Int) -> Bool {
        if let tree, loses(move, to: tree) { return true }
        return isLost(move, nodes: nodes)
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
        return (control.isLong ? threats.solveWidely(nodes: nodes) : threats.solve(nodes: nodes)) >= 0
    }
}
