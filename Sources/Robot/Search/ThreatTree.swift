import GameState

/// A win by threats as the solver has found it: the attacker's move at each of its turns, and what follows each reply.
///
/// It answers what the win is worth after another stone of the defender's: whether it can be played as it is.
struct ThreatTree {
    struct Turn {
        var move: Int
        var replies: [Reply] = []
    }

    struct Reply {
        let cell: Int
        /// Where the answer is in ``turns``.
        let next: Int
    }

    fileprivate(set) var turns: [Turn] = []
    fileprivate(set) var first = 0
    /// For each cell, whether a stone of the defender's there neither takes a cell of the win nor ever gives the defender a
    /// four that it would not have otherwise: then the win stands.
    fileprivate(set) var untouched: [Bool]
}

extension Searcher {
    /// The limit of turns of a win that are walked through.
    private static let turnsWalked = 2_000
    /// Moves of the solver at each: it has found the win already, and only some of its answers may be overwritten.
    private static let movesATurn = 1_000
    /// Fours tried after a reply that the win does not know; and fours of the defender's that may be blocked in a row.
    private static let foursAnswered = 40
    private static let foursBlocked = 3

    /// The win of the side to move that the solver has just found; nil where it is too long to walk through.
    func threatTree() -> ThreatTree? {
        // Where points are forbidden, or fives closed at their ends, a stone changes more than its lines tell.
        let isPlain = !position.forbidsX && !position.needsOpenEnd
        let untouched = (0..<position.area).map { isPlain && position.stones[$0] == 0 }
        var walk = TreeWalk(tree: ThreatTree(untouched: untouched))
        guard let first = add(&walk, left: ThreatSolver.maximumPlies) else { return nil }
        walk.tree.first = first
        return walk.tree
    }

    private struct TreeWalk {
        var tree: ThreatTree
        /// The turns by the hashes of their positions.
        var places: [UInt64: Int] = [:]
    }

    /// Adds the turn of the side to move, and all that follow it; returns its place.
    private func add(_ walk: inout TreeWalk, left: Int) -> Int? {
        let hash = position.hash.pointee
        if let place = walk.places[hash] { return place }
        guard left > 0, walk.tree.turns.count < Self.turnsWalked else { return nil }
        let move = threats.solve(nodes: Self.movesATurn)
        guard move >= 0 else { return nil }
        let place = walk.tree.turns.count
        walk.places[hash] = place
        walk.tree.turns.append(ThreatTree.Turn(move: move))
        walk.tree.untouched[move] = false
        position.make(move)
        defer { position.unmake() }
        let attacker = 1 - position.turn
        if position.hasWon(attacker) { return place }
        position.forEach(attacker, flags: CellClass.fiveFlag) { walk.tree.untouched[$0] = false }
        let side = UInt32(truncatingIfNeeded: position.turn)
        for cell in 0..<position.area where Position.mayLeadToFour(position.patterns[cell], of: side) {
            walk.tree.untouched[cell] = false
        }
        guard let replies = forcedReplies() else { return nil }
        for reply in replies { walk.tree.untouched[reply] = false }
        for reply in replies where !isForbidden(reply) {
            position.make(reply)
            let next = add(&walk, left: left - 1)
            position.unmake()
            guard let next else { return nil }
            walk.tree.turns[place].replies.append(ThreatTree.Reply(cell: reply, next: next))
        }
        return place
    }

    /// Replies that stop the threat of the last move, and fours of the side to move; nil if there is no threat.
    func forcedReplies() -> [Int]? {
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: position.area) { row in
            guard let base = row.baseAddress else { return nil }
            let count = threats.replies(base)
            return count < 0 ? nil : (0..<count).map { Int(base[$0]) }
        }
    }

    /// Whether the win can be played in the position as it is now, with the attacker to move: its moves are threats, and
    /// it has an answer to each reply.
    func stands(_ tree: ThreatTree) -> Bool {
        var held: Set<UInt64> = []
        return stands(tree, at: tree.first, &held)
    }

    /// At a turn of the attacker's.
    private func stands(_ tree: ThreatTree, at place: Int, _ held: inout Set<UInt64>) -> Bool {
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

    /// After the attacker's move of a turn. `fours` of the defender's that the win does not know may be blocked, after which
    /// the threat is there still.
    private func stands(
        _ tree: ThreatTree, after turn: ThreatTree.Turn, _ held: inout Set<UInt64>, fours: Int
    ) -> Bool {
        guard position.count(position.turn, .five) == 0, let replies = forcedReplies() else { return false }
        for reply in replies where !isForbidden(reply) {
            position.make(reply)
            defer { position.unmake() }
            if let known = turn.replies.first(where: { $0.cell == reply }), stands(tree, at: known.next, &held) {
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
    /// Whether a stone with these patterns makes a four, or a row from which another stone makes one.
    static func mayLeadToFour(_ patterns: UInt32, of side: UInt32) -> Bool {
        // ``LinePattern/blockedThree`` and all above it have the highest bit.
        (patterns &>> (16 &* side)) & 0x8888 != 0
    }
}
