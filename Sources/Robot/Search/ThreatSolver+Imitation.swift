import GameState

/// Wins that follow those of similar positions (simulation: Kawano 1996).
///
/// The answers that win after one reply often win after another one too. If so, playing them out
/// proves the other reply in much less time than a search.
extension ThreatSolver {
    /// The progress of the imitations at one turn of the defender.
    struct Imitation {
        /// The number of replies that are proven to lose, and the index of one of them.
        private var proven = -1
        private(set) var model = -1
        /// Whether a reply was proven to lose since the turn began.
        private var hasGrown = false
        /// One bit per reply that was tried with the present model.
        private var tried: UInt64 = 0

        mutating func note(proven count: Int, model index: Int) {
            if count > proven {
                // A new model may fit replies that no earlier one did.
                hasGrown = proven >= 0
                tried = 0
            }
            proven = count
            model = index
        }

        /// Whether to try the model's answers after the reply at `index`. `isNew` says that the
        /// reply has not been searched.
        mutating func isDue(_ index: Int, isNew: Bool) -> Bool {
            guard proven > 0, isNew || hasGrown, index < UInt64.bitWidth else { return false }
            let bit: UInt64 = 1 &<< UInt64(index)
            defer { tried |= bit }
            return tried & bit == 0
        }
    }

    /// The greatest number of the defender's fours that an imitation blocks in one line, where the
    /// model had none.
    private static let fours = 3
    /// The fours that the four solver may try where the model has no stored answer.
    private static let foursATurn = 12

    /// Whether the attacker wins after `reply` with the answers that win after `model`. Stores the
    /// result if so.
    ///
    /// - Parameter hash: the key of this turn of the defender, without the reply.
    func wins(after reply: Int, likeAfter model: Int, _ depth: Int, hash: UInt64) -> Bool {
        let position = position
        let side = position.turn
        let start = counters[0]
        let key = position.keys[2 &* reply &+ side]
        // After a four and its block, the answers are those of this turn.
        let isFour = position.classes(side)[reply] & CellClass.fourFlag != 0
        let difference = isFour ? 0 : key ^ position.keys[2 &* model &+ side]
        position.make(reply)
        let isWon = imitates(difference, depth &+ 1, fours: Self.fours)
        position.unmake()
        if isWon && table.entry(hash ^ key)?.effort.proof != 0 { keep(hash ^ key, .won, -1, since: start) }
        return isWon
    }

    /// Whether the side to move wins with the moves that win in the position whose hash differs by
    /// `difference`.
    private func imitates(_ difference: UInt64, _ depth: Int, fours left: Int) -> Bool {
        let position = position
        let side = position.turn
        let other = 1 &- side
        if position.count(side, .five) > 0 { return true }
        let fives = position.count(other, .five)
        if fives > 1 && !position.needsOpenEnd { return false }
        if fives == 0 && position.count(side, .openFour) > 0 { return true }
        if depth &+ 2 > Self.maximumPlies { return false }
        let hash = key
        if let entry = table.entry(hash), entry.effort.proof == 0 || entry.effort.disproof == 0 {
            return entry.effort.proof == 0
        }
        let start = counters[0]
        var move = difference == 0 ? -1 : winningMove(hash ^ difference)
        var next = difference
        if move < 0 {
            if position.hasFour(side), self.fours.solve(fours: 16, nodes: Self.foursATurn) > 0 {
                keep(hash, .won, Int(self.fours.line[0]), since: start)
                return true
            }
            guard fives == 1, left > 0, !position.needsOpenEnd else { return false }
            let four = Int(position.plies[position.height &- 1].move)
            move = position.fiveCell(other)
            next ^= position.keys[2 &* four &+ other] ^ position.keys[2 &* move &+ side]
        } else if fives > 0 && (position.needsOpenEnd || position.fiveCell(other) != move) {
            return false
        }
        if position.stones[move] != 0 || (position.forbidsX && side == 0 && position.isForbidden(move)) { return false }
        counters[0] &+= 1
        if isSpent() { return false }
        position.make(move)
        let isWon = imitatesAgainstReplies(next, depth &+ 1, fours: next == difference ? left : left &- 1)
        position.unmake()
        if isWon { keep(hash, .won, move, since: start) }
        return isWon
    }

    /// Returns the winning move that the table has for the position with this key, or -1.
    private func winningMove(_ key: UInt64) -> Int {
        guard let entry = table.entry(key), entry.effort.proof == 0 else { return -1 }
        return entry.move
    }

    /// Whether every reply loses to the moves that win in the position whose hash differs by
    /// `difference`.
    private func imitatesAgainstReplies(_ difference: UInt64, _ depth: Int, fours left: Int) -> Bool {
        let position = position
        let side = position.turn
        if position.count(side, .five) > 0 { return false }
        let row = moves + depth &* width
        var all = replies(row)
        if all < 0 && triesQuiet { all = repliesToFours(row) }
        if all < 0 { return false }
        let count = legal(row, all)
        for index in 0..<count {
            counters[0] &+= 1
            if isSpent() { return false }
            position.make(Int(row[index]))
            let isWon = imitates(difference, depth &+ 1, fours: left)
            position.unmake()
            if !isWon { return false }
        }
        return true
    }
}
