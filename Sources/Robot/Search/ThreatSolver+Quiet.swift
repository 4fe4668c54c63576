import GameState

/// Quiet moves: neither a four nor an open three, but a threat to win by fours alone.
extension ThreatSolver {
    /// The greatest number and depth of the fours tried for such a win.
    private static let foursThreatened = 40
    private static let foursDeep = 12

    /// Writes every reply that may stop the win by fours that the opponent would have after a pass.
    ///
    /// Returns the number of replies, or -1 if no such win is found. A stone on any other cell does
    /// not stop the win, for two reasons: it is on no cell of the line, and it gives the side to
    /// move no four, alone or with replies on the line.
    func repliesToFours(_ row: UnsafeMutablePointer<Int16>) -> Int {
        let position = position
        let side = position.turn
        // A stone can close a five's open end from farther away.
        if position.needsOpenEnd || position.count(side, .five) > 0 || position.count(side, .openFour) > 0 { return -1 }
        position.pass()
        defer { position.pass() }
        guard findLine(fours: Self.foursDeep, nodes: Self.foursThreatened) else { return -1 }
        let start = position.height
        var count = 0
        let isWhole = markLine(of: 1 &- side, row, &count)
        while position.height > start { position.unmake() }
        if !isWhole { addBreakers(row, &count) }
        for index in 0..<count { marks[Int(row[index])] = 0 }
        return count
    }

    /// Adds every other cell where a stone of the defender stops the line of fours, because it
    /// changes which points are forbidden. The attacker is to move.
    private func addBreakers(_ row: UnsafeMutablePointer<Int16>, _ count: inout Int) {
        let position = position
        for cell in 0..<position.area where position.stones[cell] == 0 && marks[cell] == 0 {
            position.pass()
            position.make(cell)
            let isWon = isLineWinning
            position.unmake()
            position.pass()
            if isWon { continue }
            marks[cell] = 1
            row[count] = Int16(truncatingIfNeeded: cell)
            count &+= 1
        }
    }

    /// Whether the side to move wins by the line of fours that was found.
    private var isLineWinning: Bool {
        let position = position
        let attacker = position.turn
        let defender = 1 &- attacker
        let start = position.height
        defer { while position.height > start { position.unmake() } }
        var index = 0
        while true {
            if position.count(attacker, .five) > 0 { return true }
            if position.count(defender, .five) == 0 && position.count(attacker, .openFour) > 0 { return true }
            guard index < linePlies else { return false }
            let move = Int(fours.line[index])
            guard position.stones[move] == 0, !isForbidden(move, to: attacker) else { return false }
            position.make(move)
            let fives = position.count(attacker, .five)
            if position.count(defender, .five) > 0 || fives == 0 { return false }
            if fives > 1 { return true }
            let stop = position.fiveCell(attacker)
            if isForbidden(stop, to: defender) { return true }
            guard Int(fours.line[index &+ 1]) == stop else { return false }
            position.make(stop)
            index &+= 2
        }
    }

    private func isForbidden(_ cell: Int, to side: Int) -> Bool {
        side == 0 && position.forbidsX && position.isForbidden(cell)
    }

    /// Plays the line of fours that was found and lists the cells it depends on. Returns whether
    /// the list is complete. Otherwise, the line also depends on which points are forbidden.
    private func markLine(of attacker: Int, _ row: UnsafeMutablePointer<Int16>, _ count: inout Int) -> Bool {
        let position = position
        let defender = 1 &- attacker
        let line = fours.line
        let start = position.height
        func mark(_ cell: Int) {
            if marks[cell] != 0 { return }
            marks[cell] = 1
            row[count] = Int16(truncatingIfNeeded: cell)
            count &+= 1
        }
        var index = 0
        var isWhole = true
        while true {
            if position.count(attacker, .five) > 0 {
                position.forEach(attacker, flags: CellClass.fiveFlag, mark)
                break
            }
            if position.count(defender, .five) == 0 && position.count(attacker, .openFour) > 0 {
                withUnsafeTemporaryAllocation(of: Int16.self, capacity: Position.maximumAnswers) { answers in
                    guard let base = answers.baseAddress else { return }
                    let cell = position.openFourCell(attacker)
                    for place in 0..<position.answersToOpenFour(cell, of: attacker, into: base) {
                        mark(Int(base[place]))
                    }
                }
                break
            }
            let move = Int(line[index])
            mark(move)
            if position.classes(attacker)[move] & CellClass.rankMask == CellClass.doubtful { isWhole = false }
            position.make(move)
            position.forEach(attacker, flags: CellClass.fiveFlag, mark)
            if position.count(attacker, .five) > 1 { break }
            let reply = Int(line[index &+ 1])
            // The only reply is forbidden, but a stone elsewhere may allow it.
            if reply < 0 {
                isWhole = false
                break
            }
            position.make(reply)
            markFours(of: defender, mark)
            index &+= 2
        }
        // The defender's own fours are last in the list.
        while position.height > start { position.unmake() }
        markFours(of: defender, mark)
        return isWhole
    }

    /// Calls `body` with every cell where a stone of `side` makes a four.
    private func markFours(of side: Int, _ body: (Int) -> Void) {
        if !position.forbidsX || side == 1 {
            position.forEach(side, flags: CellClass.fourFlag, body)
            return
        }
        // A cell that is forbidden now has no four flag, but may have been allowed before.
        for cell in 0..<position.area
        where position.stones[cell] == 0 && Position.mayLeadToFour(position.patterns[cell], of: 0) {
            body(cell)
        }
    }
}
