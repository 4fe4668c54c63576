/// Storage of a win until it is played, so that the next search need not find it again.
extension Searcher {
    /// The greatest number and depth of fours tried where the tables no longer know the win.
    private static let foursTried = 48
    private static let foursDeep = 16
    /// The greatest number of positions visited. A move that threatens nothing has about two
    /// hundred replies.
    private static let positionsLooked = 10_000

    /// The progress through a proof.
    private struct Walk {
        /// Positions whose replies have been visited.
        var followed: Set<UInt64> = []
        var left = positionsLooked
    }

    /// Stores that `move` wins, and the answers to replies as far as the tables know them.
    ///
    /// The answers to the opponent's first replies are always stored. That takes 2 µs if `move` is
    /// a threat, and 0.2 ms if it is not. Answers to later replies are stored in the time that is
    /// left.
    func keepProof(of move: Int, score: Int) {
        // A five ends the game.
        if position.count(position.turn, .five) > 0 { return }
        let hash = position.hash.pointee
        if proof.isFull { proof.begin() }
        proof[hash] = ProvenWins.Win(move: move, score: score)
        keepAnswers(to: move)
        var walk = Walk()
        follow(move, &walk)
    }

    /// Stores a line of fours, attack and reply in turn, with a five after `plies` plies.
    func keepLine(_ line: [Int], plies: Int) {
        // Under these rules a four can have several answers, and the line contains only one of
        // them.
        if position.needsOpenEnd { return }
        let start = position.height
        for (index, move) in line.enumerated() {
            if index % 2 == 0 {
                proof[position.hash.pointee] = ProvenWins.Win(move: move, score: Score.win - plies + index)
            }
            position.make(move)
        }
        while position.height > start { position.unmake() }
    }

    /// The stored win of this position, or nil.
    var provenWin: ProvenWins.Win? {
        guard let win = proof[position.hash.pointee], position.stones[win.move] == 0, !isForbidden(win.move) else {
            return nil
        }
        return win
    }

    /// Whether this position follows the last move that was found to win.
    ///
    /// Any stone of the opponent may have been the reply, because a board that was set up does not
    /// show the order of moves.
    var followsWin: Bool {
        guard let won else { return false }
        let stone = UInt8(2 - position.turn)
        return (0..<position.area).contains { position.stones[$0] == stone && position.hashBefore($0) == won }
    }

    private func keepAnswers(to move: Int) {
        position.make(move)
        defer { position.unmake() }
        for reply in replies() {
            position.make(reply)
            let hash = position.hash.pointee
            proof[hash] = proof[hash] ?? knownWin()
            position.unmake()
        }
    }

    /// Stores the answers to the replies to `move`, and to the replies after each answer, as far as
    /// `walk` allows.
    private func follow(_ move: Int, _ walk: inout Walk) {
        position.make(move)
        defer { position.unmake() }
        guard walk.followed.insert(position.hash.pointee).inserted else { return }
        for reply in replies() {
            walk.left -= 1
            if proof.isFull || walk.left < 0 || control.shouldStop { return }
            position.make(reply)
            let hash = position.hash.pointee
            if let win = proof[hash] ?? knownWin() ?? winByFours() {
                proof[hash] = win
                follow(win.move, &walk)
            }
            position.unmake()
        }
    }

    /// Returns the legal replies to the last move. If the move is a threat, these are the replies
    /// that stop it, and fours.
    func replies() -> [Int] {
        (forcedReplies() ?? (0..<position.area).filter { position.stones[$0] == 0 }).filter { !isForbidden($0) }
    }

    /// Whether the four solver sees the win of this position without a search.
    var winsAtOnce: Bool {
        let side = position.turn
        return position.count(side, .five) > 0
            || position.count(1 - side, .five) == 0 && position.count(side, .openFour) > 0
    }

    /// Returns the win that a solver or search has left in its table, or nil.
    private func knownWin() -> ProvenWins.Win? {
        if winsAtOnce { return nil }
        let move = threats.knownWin
        if move >= 0 { return ProvenWins.Win(move: move, score: Score.decided) }
        let entry = search.table.entry(position.hash.pointee)
        guard entry.depth >= 0, entry.bound & TableEntry.lower != 0, Int(entry.value) >= Score.decided,
            entry.move >= 0
        else { return nil }
        return ProvenWins.Win(move: Int(entry.move), score: Int(entry.value))
    }

    private func winByFours() -> ProvenWins.Win? {
        if winsAtOnce || !position.hasFour(position.turn) { return nil }
        let plies = search.fours.solve(fours: Self.foursDeep, nodes: Self.foursTried)
        return plies > 0 ? ProvenWins.Win(move: Int(search.fours.line[0]), score: Score.win - plies) : nil
    }
}
