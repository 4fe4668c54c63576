import GameState

/// Victory by continuous threats: every move a four or an open three, so that only a few replies matter.
///
/// Depth-first with growing limits. At the attacker's turn one threat has to win; at the defender's every reply must
/// lose: the ones that stop the threat, and all the defender's own fours. Wins are remembered with their move, and
/// failures with the number of threats they hold for.
final class ThreatSolver {
    let position: Position
    let fours: FourSolver
    private let counters: UnsafeMutablePointer<Int>
    private let moves: UnsafeMutablePointer<Int16>
    private let width: Int
    private let results: UnsafeMutablePointer<Result>
    private let mask = (1 << 16) - 1
    private let shouldStop: () -> Bool

    /// What is known of an attacker's position.
    private struct Result {
        var hash: UInt64 = 0
        /// The winning move, or -1 for a failure.
        var move: Int16 = -1
        /// Threats the result was found with; -1 for none.
        var threats: Int16 = -1
    }

    /// The deepest the solver looks, in the attacker's threats.
    static let maximumThreats = 24
    /// Threats tried at one turn.
    private static let maximumCandidates = 24
    private static let foursATurn = 200
    private static let nodesPerCheck = 16

    init(_ position: Position, fours: FourSolver, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.fours = fours
        self.shouldStop = shouldStop
        width = position.area
        counters = .allocate(capacity: 4)
        counters.initialize(repeating: 0, count: 4)
        let rows = 2 * Self.maximumThreats + 8
        moves = .allocate(capacity: rows * width)
        moves.initialize(repeating: 0, count: rows * width)
        results = .allocate(capacity: mask + 1)
        results.initialize(repeating: Result(), count: mask + 1)
    }

    deinit {
        counters.deallocate()
        moves.deallocate()
        results.deallocate()
    }

    func clear() { results.update(repeating: Result(), count: mask + 1) }

    /// Moves made by the last search.
    var nodes: Int { counters[0] }

    /// A move that wins by threats for the side to move, found within `nodes`; -1 if none was.
    func solve(nodes: Int) -> Int {
        counters[0] = 0
        counters[1] = nodes
        counters[2] = 0
        counters[3] = 0
        for threats in 1...Self.maximumThreats {
            let move = attack(0, threats)
            if move >= 0 { return move }
            if counters[2] != 0 || counters[3] == 0 { return -1 }
            // Another round only if this one was cut short somewhere.
            counters[3] = 0
        }
        return -1
    }

    private func isSpent() -> Bool {
        if counters[2] != 0 { return true }
        if counters[0] >= counters[1] || (counters[0] % Self.nodesPerCheck == 0 && shouldStop()) { counters[2] = 1 }
        return counters[2] != 0
    }

    /// The winning move of the side to move with `threats` left; -1 if there is none, or it was not found.
    private func attack(_ depth: Int, _ threats: Int) -> Int {
        let position = position
        let side = position.turn
        let other = 1 - side
        if position.count(side, CellClass.five) > 0 { return position.fiveCell(side) }
        let fives = position.count(other, CellClass.five)
        if fives > 1 && position.rule != .caro { return -1 }
        if fives == 0 && position.count(side, CellClass.openFour) > 0 { return position.openFourCell(side) }

        let hash = position.hash.pointee
        let slot = results + (Int(truncatingIfNeeded: hash) & mask)
        if slot.pointee.hash == hash {
            if slot.pointee.move >= 0 { return Int(slot.pointee.move) }
            if Int(slot.pointee.threats) >= threats {
                counters[3] = 1
                return -1
            }
        }
        if position.hasFour(side), fours.solve(fours: 16, nodes: Self.foursATurn) > 0 {
            return win(slot, hash, Int(fours.line[0]), threats)
        }
        if threats == 0 {
            counters[3] = 1
            return -1
        }
        let row = moves + depth * width
        let count = candidates(row, side: side, fives: fives)
        for index in 0..<count {
            let move = Int(row[index])
            if side == 0 && position.rule == .renju && position.isForbidden(move) { continue }
            counters[0] += 1
            if isSpent() { return -1 }
            position.make(move)
            let wins = holdsNot(depth + 1, threats - 1)
            position.unmake()
            if wins { return win(slot, hash, move, threats) }
        }
        if counters[2] == 0 { slot.pointee = Result(hash: hash, move: -1, threats: Int16(threats)) }
        return -1
    }

    private func win(_ slot: UnsafeMutablePointer<Result>, _ hash: UInt64, _ move: Int, _ threats: Int) -> Int {
        slot.pointee = Result(hash: hash, move: Int16(move), threats: Int16(threats))
        return move
    }

    /// Threats of the side to move, the most promising first.
    private func candidates(_ row: UnsafeMutablePointer<Int16>, side: Int, fives: Int) -> Int {
        let order = position.order(side)
        let classes = position.classes(side)
        var count = 0
        if fives > 0 {
            let other = 1 - side
            let answers = position.answersToFive(position.fiveCell(other), of: other, into: row)
            for index in 0..<answers
            where classes[Int(row[index])] & (CellClass.fourFlag | CellClass.threeFlag) != 0 {
                row[count] = row[index]
                count += 1
            }
            return count
        }
        // With an open four to stop, an open three comes too late unless it stops it: only fours then.
        let isPressed = position.count(1 - side, CellClass.openFour) > 0
        position.forEach(side, flags: isPressed ? CellClass.fourFlag : CellClass.fourFlag | CellClass.threeFlag) {
            cell in
            var place = count
            while place > 0 && order[Int(row[place - 1])] < order[cell] {
                row[place] = row[place - 1]
                place -= 1
            }
            row[place] = Int16(truncatingIfNeeded: cell)
            count += 1
        }
        return min(count, Self.maximumCandidates)
    }

    /// Whether every reply of the side to move to the threat just made loses.
    private func holdsNot(_ depth: Int, _ threats: Int) -> Bool {
        let position = position
        let side = position.turn
        if position.count(side, CellClass.five) > 0 { return false }
        let row = moves + depth * width
        let count = replies(row)
        if count < 0 { return false }
        for index in 0..<count {
            let reply = Int(row[index])
            if side == 0 && position.rule == .renju && position.isForbidden(reply) { continue }
            counters[0] += 1
            if isSpent() { return false }
            position.make(reply)
            let wins = attack(depth + 1, threats) >= 0
            position.unmake()
            if !wins { return false }
        }
        return true
    }

    /// Writes every reply that may hold against the other side's threat; -1 if there is no threat.
    func replies(_ row: UnsafeMutablePointer<Int16>) -> Int {
        let side = position.turn
        let other = 1 - side
        let fives = position.count(other, CellClass.five)
        if fives > 1 && position.rule != .caro { return 0 }
        if fives > 0 { return position.answersToFive(position.fiveCell(other), of: other, into: row) }
        guard position.count(other, CellClass.openFour) > 0, position.count(side, CellClass.openFour) == 0 else {
            return -1
        }
        let answers = position.answersToOpenFour(position.openFourCell(other), of: other, into: row)
        var count = answers
        position.forEach(side, flags: CellClass.fourFlag) { cell in
            for index in 0..<answers where Int(row[index]) == cell { return }
            row[count] = Int16(truncatingIfNeeded: cell)
            count += 1
        }
        return count
    }
}
