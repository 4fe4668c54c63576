import GameState

extension ThreatSolver {
    /// The ordering bonus of a cell on a line of the attacker's last move.
    private static let onLine: Int16 = 250
    /// The greatest number of quiet moves tried per turn.
    private static let maximumQuiet = 24

    /// Writes the attacker's moves that keep up the threat, most promising first, and returns their
    /// number.
    func candidates(_ row: UnsafeMutablePointer<Int16>, side: Int, fives: Int) -> Int {
        let position = position
        let other = 1 &- side
        if fives > 0 {
            // Any move that stops the five counts, even if it is not a threat.
            return position.answersToFive(position.fiveCell(other), of: other, into: row)
        }
        let order = position.order(side)
        let last = position.height > 1 ? Int(position.plies[position.height &- 2].move) : -1
        let isPressed = position.count(other, .openFour) > 0
        var count = 0
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: Position.maximumAnswers + Self.maximumCandidates + 1) {
            memory in
            guard let base = memory.baseAddress else { return }
            let worth = base + Position.maximumAnswers
            func insert(_ cell: Int) {
                var value = order[cell]
                if last >= 0 && position.areOnLine(cell, last) { value &+= Self.onLine }
                var place = count
                while place > 0 && worth[place &- 1] < value {
                    if place < Self.maximumCandidates {
                        row[place] = row[place &- 1]
                        worth[place] = worth[place &- 1]
                    }
                    place &-= 1
                }
                if place >= Self.maximumCandidates { return }
                row[place] = Int16(truncatingIfNeeded: cell)
                worth[place] = value
                if count < Self.maximumCandidates { count &+= 1 }
            }
            if isPressed {
                // An open three is too slow against an open four, unless it stops the open four
                // too.
                position.forEach(side, flags: CellClass.fourFlag) { insert($0) }
                let answers = position.answersToOpenFour(position.openFourCell(other), of: other, into: base)
                for index in 0..<answers {
                    let cell = Int(base[index])
                    if position.classes(side)[cell] & (CellClass.fourFlag | CellClass.threeFlag) == CellClass.threeFlag
                    {
                        insert(cell)
                    }
                }
            } else {
                position.forEach(side, flags: CellClass.fourFlag | CellClass.threeFlag) { insert($0) }
            }
        }
        if !triesQuiet { return count }
        return isPressed ? addBlocks(row, count, side: side) : addQuiet(row, count, side: side, last: last)
    }

    /// Adds cells that stop the opponent's open four and where `side` makes neither a four nor an
    /// open three, and returns the total number.
    private func addBlocks(_ row: UnsafeMutablePointer<Int16>, _ threats: Int, side: Int) -> Int {
        let position = position
        let other = 1 &- side
        let classes = position.classes(side)
        var count = threats
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: Position.maximumAnswers) { memory in
            guard let base = memory.baseAddress else { return }
            for index in 0..<position.answersToOpenFour(position.openFourCell(other), of: other, into: base)
            where classes[Int(base[index])] & (CellClass.fourFlag | CellClass.threeFlag) == 0 {
                row[count] = base[index]
                count &+= 1
            }
        }
        return count
    }

    /// Adds cells where `side` strengthens its lines without making a four or an open three, and
    /// returns the total number.
    private func addQuiet(_ row: UnsafeMutablePointer<Int16>, _ threats: Int, side: Int, last: Int) -> Int {
        let position = position
        let order = position.order(side)
        let classes = position.classes(side)
        var count = threats
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: Self.maximumQuiet) { memory in
            guard let worth = memory.baseAddress else { return }
            for cell in 0..<position.area
            where classes[cell] >= CellClass.blockedThree && classes[cell] <= CellClass.doubleTwo {
                var value = order[cell]
                if last >= 0 && position.areOnLine(cell, last) { value &+= Self.onLine }
                var place = count &- threats
                while place > 0 && worth[place &- 1] < value {
                    if place < Self.maximumQuiet {
                        row[threats &+ place] = row[threats &+ place &- 1]
                        worth[place] = worth[place &- 1]
                    }
                    place &-= 1
                }
                if place >= Self.maximumQuiet { continue }
                row[threats &+ place] = Int16(truncatingIfNeeded: cell)
                worth[place] = value
                if count < threats &+ Self.maximumQuiet { count &+= 1 }
            }
        }
        return count
    }

    /// Writes every reply that may stop the opponent's threat, and returns their number, or -1 if
    /// there is no threat.
    func replies(_ row: UnsafeMutablePointer<Int16>) -> Int {
        let position = position
        let side = position.turn
        let other = 1 &- side
        let fives = position.count(other, .five)
        if fives > 1 && !position.needsOpenEnd { return 0 }
        if fives > 0 { return position.answersToFive(position.fiveCell(other), of: other, into: row) }
        guard position.count(other, .openFour) > 0, position.count(side, .openFour) == 0 else {
            return -1
        }
        let answers = position.answersToOpenFour(position.openFourCell(other), of: other, into: row)
        var count = answers
        position.forEach(side, flags: CellClass.fourFlag) { cell in
            for index in 0..<answers where Int(row[index]) == cell { return }
            row[count] = Int16(truncatingIfNeeded: cell)
            count &+= 1
        }
        return count
    }
}

extension Position {
    /// Whether two cells are on one line, close enough for a five through both.
    @inline(__always) func areOnLine(_ a: Int, _ b: Int) -> Bool {
        let columns = abs(a % side &- b % side)
        let rows = abs(a / side &- b / side)
        return max(columns, rows) <= 4 && (columns == 0 || rows == 0 || columns == rows)
    }
}
