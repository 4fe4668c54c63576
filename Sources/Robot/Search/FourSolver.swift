import GameState

/// A solver for wins by continuous fours, where each move is a four and each reply is forced.
///
/// Positions without such a win are remembered, with the number of fours that were allowed. The
/// result also holds for searches that allow no more fours than that.
final class FourSolver {
    private let position: Position
    private let failures: UnsafeMutablePointer<UInt64>
    private let mask = (1 << 16) - 1
    /// The cells to try, one row of `width` cells per depth.
    private let candidates: UnsafeMutablePointer<Int16>
    private let width: Int
    private let counters: UnsafeMutablePointer<Int>
    /// The winning line found, attack and reply in turn.
    let line: UnsafeMutablePointer<Int16>

    static let maximumFours = 40

    private let shouldStop: () -> Bool
    private static let foursPerCheck = 256

    init(_ position: Position, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.shouldStop = shouldStop
        failures = .allocate(capacity: mask + 1)
        failures.initialize(repeating: 0, count: mask + 1)
        width = position.area
        candidates = .allocate(capacity: width * (Self.maximumFours + 2))
        candidates.initialize(repeating: 0, count: width * (Self.maximumFours + 2))
        counters = .allocate(capacity: 4)
        counters.initialize(repeating: 0, count: 4)
        line = .allocate(capacity: 2 * Self.maximumFours + 4)
        line.initialize(repeating: 0, count: 2 * Self.maximumFours + 4)
    }

    deinit {
        failures.deallocate()
        candidates.deallocate()
        counters.deallocate()
        line.deallocate()
    }

    func clear() { failures.update(repeating: 0, count: mask + 1) }

    /// The number of fours tried since the solver was created.
    var nodes: Int { counters[0] }

    /// Returns the number of plies to the five if the side to move is found to win by fours alone,
    /// otherwise 0.
    ///
    /// Tries at most `nodes` fours, in lines of at most `fours` fours.
    @inline(__always) func solve(fours: Int, nodes: Int) -> Int {
        counters[1] = counters[0] &+ nodes
        counters[2] = 0
        counters[3] = 0
        return attack(0, min(fours, Self.maximumFours))
    }

    /// Whether the last ``solve(fours:nodes:)`` gave up because it ran out of nodes.
    var gaveUp: Bool { counters[2] != 0 }

    /// Whether the last ``solve(fours:nodes:)`` was stopped. Its result is then meaningless.
    @inline(__always) var wasStopped: Bool { counters[3] != 0 }

    private func attack(_ depth: Int, _ limit: Int) -> Int {
        let position = position
        let side = position.turn
        let other = 1 &- side
        if position.count(side, .five) > 0 {
            line[2 &* depth] = Int16(truncatingIfNeeded: position.fiveCell(side))
            return 1
        }
        let threats = position.count(other, .five)
        if threats > 1 && !position.needsOpenEnd { return 0 }
        if threats == 0 && position.count(side, .openFour) > 0 {
            let cell = position.openFourCell(side)
            line[2 &* depth] = Int16(truncatingIfNeeded: cell)
            line[2 &* depth &+ 1] = -1
            return 3
        }
        if depth >= limit || !position.hasFour(side) { return 0 }
        if counters[0] >= counters[1] {
            counters[2] = 1
            return 0
        }
        let hash = position.hash.pointee
        let slot = failures + (Int(truncatingIfNeeded: hash) & mask)
        let left = UInt64(limit &- depth)
        if slot.pointee >> 6 == hash >> 6 && slot.pointee & 63 >= left { return 0 }

        let moves = candidates + depth &* width
        let order = position.order(side)
        var count = 0
        if threats > 0 {
            let answers = position.answersToFive(position.fiveCell(other), of: other, into: moves)
            for index in 0..<answers where position.classes(side)[Int(moves[index])] & CellClass.fourFlag != 0 {
                moves[count] = moves[index]
                count &+= 1
            }
        } else {
            position.forEach(side, flags: CellClass.fourFlag) { cell in
                var place = count
                while place > 0 && order[Int(moves[place &- 1])] < order[cell] {
                    moves[place] = moves[place &- 1]
                    place &-= 1
                }
                moves[place] = Int16(truncatingIfNeeded: cell)
                count &+= 1
            }
        }
        var index = 0
        while index < count {
            let move = Int(moves[index])
            index &+= 1
            if side == 0 && position.forbidsX && position.isForbidden(move) { continue }
            counters[0] &+= 1
            if counters[0] % Self.foursPerCheck == 0 && shouldStop() {
                counters[1] = counters[0]
                counters[2] = 1
                counters[3] = 1
                return 0
            }
            if threats == 0 && isFutile(move, side, fours: limit &- depth &- 1) { continue }
            position.make(move)
            let plies = position.count(other, .five) > 0 ? 0 : defend(depth, limit)
            position.unmake()
            if plies > 0 {
                line[2 &* depth] = Int16(truncatingIfNeeded: move)
                return plies &+ 1
            }
        }
        if counters[2] == 0 { slot.pointee = hash & ~63 | left }
        return 0
    }

    /// Whether a four and its reply certainly lead nowhere, as far as can be known without making
    /// these moves. This test rejects half of all fours.
    ///
    /// `fours` is the number of further fours allowed. Always false where several replies may stop
    /// a four, or the reply may be forbidden.
    @inline(__always) private func isFutile(_ move: Int, _ side: Int, fours: Int) -> Bool {
        let position = position
        if position.needsOpenEnd || position.forbidsX { return false }
        if position.classes(side)[move] & CellClass.rankMask > CellClass.fourThree { return false }
        let reply = position.reply(to: move, of: side)
        if reply.isLast { return true }
        if counters[0] >= counters[1] || fours <= 0 { return false }
        let keys = position.keys
        let hash = position.hash.pointee ^ keys[2 &* move &+ side] ^ keys[2 &* reply.cell &+ 1 &- side]
        let known = failures[Int(truncatingIfNeeded: hash) & mask]
        return known >> 6 == hash >> 6 && known & 63 >= UInt64(fours)
    }

    /// Returns the plies to the attacker's five if every reply to its four loses, otherwise 0.
    private func defend(_ depth: Int, _ limit: Int) -> Int {
        let position = position
        let defender = position.turn
        let attacker = 1 &- defender
        let fives = position.count(attacker, .five)
        if fives == 0 { return 0 }
        let cell = position.fiveCell(attacker)
        if position.needsOpenEnd { return defendOpenEnded(cell, depth, limit) }
        if fives > 1 || (defender == 0 && position.forbidsX && position.isForbidden(cell)) {
            line[2 &* depth &+ 1] = -1
            return 2
        }
        position.make(cell)
        let plies = attack(depth &+ 1, limit)
        position.unmake()
        line[2 &* depth &+ 1] = Int16(truncatingIfNeeded: cell)
        return plies > 0 ? plies &+ 1 : 0
    }

    /// Like ``defend(_:_:)``, for rules under which a four may have several replies. The line gets
    /// the reply that lasts longest.
    private func defendOpenEnded(_ cell: Int, _ depth: Int, _ limit: Int) -> Int {
        let capacity = Position.maximumAnswers + 2 * Self.maximumFours + 4
        return withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity) { row in
            guard let base = row.baseAddress else { return 0 }
            let count = position.answersToFive(cell, of: 1 - position.turn, into: base)
            let kept = base + Position.maximumAnswers
            let next = line + 2 * (depth + 1)
            var longest = 0
            for index in 0..<count {
                position.make(Int(base[index]))
                let plies = attack(depth + 1, limit)
                position.unmake()
                if plies == 0 { return 0 }
                if plies >= longest {
                    longest = plies
                    line[2 * depth + 1] = base[index]
                    kept.update(from: next, count: plies)
                }
            }
            next.update(from: kept, count: longest)
            return longest + 1
        }
    }
}

extension FourSolver {
    /// Returns the winning line of the last ``solve(fours:nodes:)``, which returned `plies`.
    func foundLine(_ plies: Int) -> [Int] {
        (0..<plies).map { Int(line[$0]) }.prefix { $0 >= 0 }.map { $0 }
    }
}
