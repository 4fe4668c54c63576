/// A win that was found is kept until it is won: the next search need not find it again in its time.
extension Searcher {
    /// Fours tried where no table knows the win any more, and how many deep.
    private static let foursTried = 48
    private static let foursDeep = 16
    /// Positions looked at in all; a move that threatens nothing has some two hundred replies.
    private static let positionsLooked = 10_000

    /// How far the proof was walked through.
    private struct Walk {
        /// Positions whose replies were looked at.
        var followed: Set<UInt64> = []
        var left = positionsLooked
    }

    /// Keeps that `move` wins, and the answers to what may be replied as far as the tables know them: to replies to
    /// this move whatever the clock says, which takes 2 µs after a threat and 0.2 ms after another move; to later ones in
    /// the time that is left.
    func keepProof(of move: Int, score: Int) {
        // A five needs no answers.
        if position.count(position.turn, .five) > 0 { return }
        let hash = position.hash.pointee
        if proof.isFull { proof.begin() }
        proof[hash] = ProvenWins.Win(move: move, score: score)
        keepAnswers(to: move)
        var walk = Walk()
        follow(move, &walk)
    }

    /// Keeps a line of fours, attack and reply in turn, that takes so many plies to the five.
    func keepLine(_ line: [Int], plies: Int) {
        // Where a four has several answers the line is one of them and not all.
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

    /// The win of this position that was proven before; nil if none was.
    var provenWin: ProvenWins.Win? {
        guard let win = proof[position.hash.pointee], position.stones[win.move] == 0, !isForbidden(win.move) else {
            return nil
        }
        return win
    }

    /// Whether the last move was found to win, and the opponent has replied to it: with whichever of its stones, since
    /// a board that was set up does not tell.
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

    /// Keeps the answers to the replies, and what follows each.
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

    /// What may be replied to the last move: what stops its threat, if it is one.
    func replies() -> [Int] {
        (forcedReplies() ?? (0..<position.area).filter { position.stones[$0] == 0 }).filter { !isForbidden($0) }
    }

    /// Whether the four solver sees the win of this position at first sight.
    var winsAtOnce: Bool {
        let side = position.turn
        return position.count(side, .five) > 0
            || position.count(1 - side, .five) == 0 && position.count(side, .openFour) > 0
    }

    /// The win that a solver or a search has left in its table.
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
