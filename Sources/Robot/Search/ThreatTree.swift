import GameState

/// A win by threats as a tree: the attacker's move at each turn, and the next turn after each
/// reply.
///
/// The searcher uses it to test whether the win still works after another stone of the defender.
struct ThreatTree {
    struct Turn {
        var move: Int
        var replies: [Reply] = []
    }

    struct Reply {
        let cell: Int
        /// The index of the answer in ``turns``.
        let next: Int
    }

    fileprivate(set) var turns: [Turn] = []
    fileprivate(set) var first = 0
    /// Whether the win certainly still works after a stone of the defender on each cell. Such a
    /// stone is on no cell of the win, and never helps the defender to a four.
    fileprivate(set) var isUnaffected: [Bool]
}

extension Searcher {
    /// The greatest number of turns in a tree.
    private static let turnsWalked = 2_000
    /// The solver's limit of moves for each turn. It has already found the win, so only overwritten
    /// table entries need work.
    private static let movesATurn = 1_000
    /// The greatest number of fours tried after a reply that is not in the tree. `foursBlocked` is
    /// the greatest number of successive fours of the defender that the attacker may block.
    private static let foursAnswered = 40
    private static let foursBlocked = 3

    /// Returns the win that the solver has just found for the side to move, or nil if it is too
    /// long.
    func threatTree() -> ThreatTree? {
        // With forbidden points or closed fives, a stone can change more than the patterns on its
        // lines show.
        let isPlain = !position.forbidsX && !position.needsOpenEnd
        let untouched = (0..<position.area).map { isPlain && position.stones[$0] == 0 }
        var walk = TreeWalk(tree: ThreatTree(isUnaffected: untouched))
        guard let first = add(&walk, left: ThreatSolver.maximumPlies) else { return nil }
        walk.tree.first = first
        return walk.tree
    }

    private struct TreeWalk {
        var tree: ThreatTree
        /// The indices of the turns by the hashes of their positions.
        var places: [UInt64: Int] = [:]
    }

    /// Adds the turn of the side to move and everything after it, and returns the turn's index.
    private func add(_ walk: inout TreeWalk, left: Int) -> Int? {
        let hash = position.hash.pointee
        if let place = walk.places[hash] { return place }
        guard left > 0, walk.tree.turns.count < Self.turnsWalked else { return nil }
        let move = threats.solve(nodes: Self.movesATurn)
        guard move >= 0 else { return nil }
        let place = walk.tree.turns.count
        walk.places[hash] = place
        walk.tree.turns.append(ThreatTree.Turn(move: move))
        walk.tree.isUnaffected[move] = false
        position.make(move)
        defer { position.unmake() }
        let attacker = 1 - position.turn
        if position.hasWon(attacker) { return place }
        position.forEach(attacker, flags: CellClass.fiveFlag) { walk.tree.isUnaffected[$0] = false }
        let side = UInt32(truncatingIfNeeded: position.turn)
        for cell in 0..<position.area where Position.mayLeadToFour(position.patterns[cell], of: side) {
            walk.tree.isUnaffected[cell] = false
        }
        guard let replies = forcedReplies() else { return nil }
        for reply in replies { walk.tree.isUnaffected[reply] = false }
        for reply in replies where !isForbidden(reply) {
            position.make(reply)
            let next = add(&walk, left: left - 1)
            position.unmake()
            guard let next else { return nil }
            walk.tree.turns[place].replies.append(ThreatTree.Reply(cell: reply, next: next))
        }
        return place
    }

    /// Returns the replies that stop the last move's threat, and those that make a four. Nil if
    /// there is no threat.
    func forcedReplies() -> [Int]? {
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: position.area) { row in
            guard let base = row.baseAddress else { return nil }
            let count = threats.replies(base)
            return count < 0 ? nil : (0..<count).map { Int(base[$0]) }
        }
    }

    /// Whether the win works in the present position with the attacker to move. Its moves must be
    /// threats, and every reply must have an answer.
    func isStillWinning(_ tree: ThreatTree) -> Bool {
        var held: Set<UInt64> = []
        return isStillWinning(tree, at: tree.first, &held)
    }

    /// Whether the win works from one of the attacker's turns on.
    private func isStillWinning(_ tree: ThreatTree, at place: Int, _ held: inout Set<UInt64>) -> Bool {
        if winsAtOnce { return true }
        let other = 1 - position.turn
        if position.count(other, .five) > 1 && !position.needsOpenEnd { return false }
        let hash = position.hash.pointee
        if held.contains(hash) { return true }
        let turn = tree.turns[place]
        guard position.stones[turn.move] == 0, !isForbidden(turn.move) else { return false }
        position.make(turn.move)
        let isWon = stands(tree, after: turn, &held, fours: Self.foursBlocked)
        position.unmake()
        if isWon { held.insert(hash) }
        return isWon
    }

    /// Whether the win works after the attacker's move of a turn.
    ///
    /// `fours` is the number of fours outside the tree that the attacker may block, while its
    /// threat still stands.
    private func stands(
        _ tree: ThreatTree, after turn: ThreatTree.Turn, _ held: inout Set<UInt64>, fours: Int
    ) -> Bool {
        guard position.count(position.turn, .five) == 0, let replies = forcedReplies() else { return false }
        for reply in replies where !isForbidden(reply) {
            position.make(reply)
            defer { position.unmake() }
            if let known = turn.replies.first(where: { $0.cell == reply }), isStillWinning(tree, at: known.next, &held)
            {
                continue
            }
            if winsAtOnce { continue }
            let side = position.turn
            let fives = position.count(1 - side, .five)
            if position.hasFour(side),
                search.fours.solve(fours: FourSolver.maximumFours, nodes: Self.foursAnswered) > 0
            {
                continue
            }
            guard fives == 1, fours > 0, !position.needsOpenEnd else { return false }
            let block = position.fiveCell(1 - side)
            if isForbidden(block) { return false }
            position.make(block)
            let isWon = stands(tree, after: turn, &held, fours: fours - 1)
            position.unmake()
            if !isWon { return false }
        }
        return true
    }
}

extension Position {
    /// Whether a stone with these patterns makes a four, or a row that one more stone turns into a
    /// four.
    static func mayLeadToFour(_ patterns: UInt32, of side: UInt32) -> Bool {
        // ``LinePattern/blockedThree`` and all greater patterns have the nibble's highest bit set.
        (patterns &>> (16 &* side)) & 0x8888 != 0
    }
}
