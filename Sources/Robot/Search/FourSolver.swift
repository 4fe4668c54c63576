import GameState

/// Victory by continuous fours: every move a four, every reply forced.
///
/// Failures are remembered; they hold for any search that allows no more fours.
final class FourSolver {
    private let position: Position
    private let failures: UnsafeMutablePointer<UInt64>
    private let mask = (1 << 16) - 1
    /// Cells to try, a row of `width` a depth.
    private let candidates: UnsafeMutablePointer<Int16>
    private let width: Int
    private let counters: UnsafeMutablePointer<Int>
    /// The winning line found: attack, reply, attack …
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

    /// Fours tried since the solver was made.
    var nodes: Int { counters[0] }

    /// The number of plies to the five if the side to move wins by fours alone; 0 if it was not found to.
    ///
    /// At most `fours` fours deep and `nodes` fours in all.
    @inline(__always) func solve(fours: Int, nodes: Int) -> Int {
        counters[1] = counters[0] &+ nodes
        counters[2] = 0
        counters[3] = 0
        return attack(0, min(fours, Self.maximumFours))
    }

    /// Whether the last ``solve(fours:nodes:)`` gave up for want of nodes.
    var gaveUp: Bool { counters[2] != 0 }

    /// Whether the last ``solve(fours:nodes:)`` was told to stop: then it says nothing.
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

    /// Whether a four and the reply to it are known to lead to nothing before they are made: so are half of all.
    ///
    /// `fours` may follow. Where several replies may stop a four, or one may be forbidden, nothing is known.
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

    /// The plies to the attacker's five after every reply to its four; 0 if one holds.
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

    /// Of several replies the line has the one that holds out longest, and what follows it.
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
    /// The winning line of a successful ``solve(fours:nodes:)`` that took `plies`.
    func foundLine(_ plies: Int) -> [Int] {
        (0..<plies).map { Int(line[$0]) }.prefix { $0 >= 0 }.map { $0 }
    }
}
