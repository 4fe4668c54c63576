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
        if position.count(1 - side, CellClass.five) > 0 { return false }
        position.pass()
        control.allowThreats(percent: Self.threatPercent)
        let threat = threats.solve(nodes: control.rootThreats / 2)
        position.pass()
        if threat < 0 { return false }
        control.allowThreats(percent: Self.defencePercent)
        let nodes = control.rootThreats / 8
        for index in candidates.indices {
            if control.shouldStopThreats { break }
            candidates[index].isLost = isLost(candidates[index].move, nodes: nodes)
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

    /// Whether the opponent is found to win by threats after the best move so far; nil if it is not worth looking.
    func losesToThreats(_ move: Int, checkedBefore times: Int) -> Bool? {
        switch times {
        case 0:
            control.allowThreats(percent: Self.checkPercent)
            return isLost(move, nodes: control.rootThreats / 3)
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
