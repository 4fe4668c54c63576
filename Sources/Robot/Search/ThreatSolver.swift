import GameState

/// A solver for wins by continuous threats, where each move is a four or an open three and only a
/// few replies matter.
///
/// It uses proof-number search (df-pn, Nagai 2002). At the attacker's turn one threat must win. At
/// the defender's turn every reply must lose: the replies that stop the threat, and all of the
/// defender's own fours. The attacker must block a four, but the block need not be a threat while
/// the earlier threat still stands.
final class ThreatSolver {
    let position: Position
    let fours: FourSolver
    let counters: UnsafeMutablePointer<Int>
    /// Whether to try quiet moves too, which threaten only a win by fours.
    private(set) var triesQuiet = false
    /// The number of plies of the win by fours that the last ``findLine(fours:nodes:)`` found.
    private(set) var linePlies = 0
    /// Marks of cells already in the list being built; all 0 at other times.
    let marks: UnsafeMutablePointer<UInt8>
    let moves: UnsafeMutablePointer<Int16>
    /// The attacker's last winning move at each ply.
    private let winners: UnsafeMutablePointer<Int16>
    /// The attacker's last winning move after a reply on each cell.
    private let answers: UnsafeMutablePointer<Int16>
    let width: Int
    private(set) var table: ThreatTable
    private let shouldStop: () -> Bool

    /// The greatest depth in plies.
    static let maximumPlies = 100
    /// The additional effort estimated for a four, compared with a three.
    private static let fourEffort = 8
    /// The additional effort estimated for a quiet move, compared with an open three.
    private static let quietEffort = 8
    /// The effort estimated for a four of the defender, which a block usually answers.
    private static let fourReplyEffort: UInt32 = 3
    /// The greatest number of threats tried per turn.
    static let maximumCandidates = 32
    /// The greatest depth, in plies, at which the four solver may try ``foursNearStart`` fours.
    private static let nearStart = 2
    private static let foursNearStart = 40
    /// The fours that the four solver may try at greater depths. The threat search tries fours too,
    /// together with threes.
    private static let foursATurn = 12
    private static let nodesPerCheck = 16
    /// A hash key for positions with the defender to move.
    private static let defending: UInt64 = 0xD1B5_4A32_D192_ED03
    /// A hash key for results found with quiet moves.
    private static let quiet: UInt64 = 0x9FB2_1C65_1E98_DF25

    init(_ position: Position, fours: FourSolver, tableMegabytes: Int, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.fours = fours
        self.shouldStop = shouldStop
        width = position.area
        counters = .allocate(capacity: 5)
        counters.initialize(repeating: 0, count: 5)
        marks = RawTable.filled(width, 0)
        let rows = Self.maximumPlies + 2
        winners = RawTable.filled(rows, -1)
        answers = RawTable.filled(width, -1)
        moves = .allocate(capacity: rows * width)
        moves.initialize(repeating: 0, count: rows * width)
        table = ThreatTable(megabytes: tableMegabytes)
    }

    deinit {
        counters.deallocate()
        marks.deallocate()
        winners.deallocate()
        answers.deallocate()
        moves.deallocate()
        table.deallocate()
    }

    func clear() { table.clear() }

    /// Begins a new age, so that earlier results are replaced first.
    func beginAge() { table.beginAge() }

    /// The number of moves that the last search made.
    var nodes: Int { counters[0] }

    /// Whether the last ``solve(nodes:quiet:)`` gave up without a result.
    var gaveUp: Bool { counters[2] != 0 }

    /// Whether the last ``solve(nodes:quiet:)`` was stopped before it had used up its moves.
    private var wasStopped: Bool { counters[4] != 0 }

    /// Returns a move with which the side to move wins by threats, or -1 if none is found after
    /// trying `nodes` moves.
    ///
    /// With `quiet`, a move also counts as a threat if the attacker would win by fours after a
    /// pass.
    func solve(nodes: Int, quiet: Bool = false) -> Int {
        triesQuiet = quiet
        winners.update(repeating: -1, count: Self.maximumPlies + 2)
        answers.update(repeating: -1, count: width)
        counters[0] = 0
        counters[1] = nodes
        counters[2] = 0
        counters[3] = -1
        counters[4] = 0
        let effort = attack(0, Effort(proof: Effort.tooDeep.proof, disproof: Effort.infinite))
        if effort.proof != 0 && effort.disproof != 0 { counters[2] = 1 }
        if effort.proof != 0 { counters[3] = -1 }
        return counters[3]
    }

    /// Returns a move that wins by threats, or -1 if none is found after trying `nodes` moves.
    ///
    /// Tries fours and open threes alone for a part of these moves, because short wins are found
    /// sooner that way. Then tries quiet moves too.
    func solveWithQuietMoves(nodes: Int) -> Int {
        let plain = solve(nodes: min(nodes, max(Self.leastPlainNodes, min(Self.plainNodes, nodes / Self.plainPart))))
        if plain >= 0 || wasStopped { return plain }
        let spent = counters[0]
        let move = solve(nodes: nodes &- spent, quiet: true)
        counters[0] &+= spent
        return move
    }

    /// The least and the greatest number of moves, and part of all moves, that
    /// ``solveWithQuietMoves(nodes:)`` tries without quiet moves.
    private static let leastPlainNodes = 1_000
    private static let plainNodes = 2_000
    private static let plainPart = 4

    /// Whether the side to move wins by fours, as a quiet move threatens.
    func findLine(fours count: Int, nodes: Int) -> Bool {
        linePlies = fours.solve(fours: count, nodes: nodes)
        return linePlies > 0 && !fours.wasStopped
    }

    func isSpent() -> Bool {
        if counters[2] != 0 { return true }
        if counters[0] >= counters[1] {
            counters[2] = 1
        } else if counters[0] % Self.nodesPerCheck == 0 && shouldStop() {
            counters[2] = 1
            counters[4] = 1
        }
        return counters[2] != 0
    }

    /// The winning move of this position that an earlier search left in the table, or -1.
    var knownWin: Int {
        let hash = position.hash.pointee
        let plain = knownWin(hash)
        return plain >= 0 ? plain : knownWin(hash ^ Self.quiet)
    }

    private func knownWin(_ hash: UInt64) -> Int {
        guard let entry = table.entry(hash), entry.effort.proof == 0 else { return -1 }
        return entry.move
    }

    /// The position's key in the table, for the attacker to move.
    @inline(__always) var key: UInt64 {
        triesQuiet ? position.hash.pointee ^ Self.quiet : position.hash.pointee
    }

    @discardableResult @inline(__always)
    func keep(_ hash: UInt64, _ effort: Effort, _ move: Int, since start: Int) -> Effort {
        table.keep(hash, effort, move: move, work: counters[0] &- start)
        return effort
    }

    /// Searches with the attacker to move, until the effort reaches one of the limits.
    private func attack(_ depth: Int, _ limit: Effort) -> Effort {
        let position = position
        let side = position.turn
        let other = 1 &- side
        if position.count(side, .five) > 0 { return wins(depth, position.fiveCell(side)) }
        let fives = position.count(other, .five)
        if fives > 1 && !position.needsOpenEnd { return .failed }
        if fives == 0 && position.count(side, .openFour) > 0 {
            return wins(depth, position.openFourCell(side))
        }
        if depth &+ 2 > Self.maximumPlies { return .tooDeep }

        let hash = key
        let start = counters[0]
        if let entry = table.entry(hash) {
            if entry.effort.proof == 0 { return wins(depth, entry.move) }
            if entry.effort.disproof == 0 { return .failed }
        } else if triesQuiet, case let move = knownWin(position.hash.pointee), move >= 0 {
            return keep(hash, wins(depth, move), move, since: start)
        } else if position.hasFour(side),
            fours.solve(fours: 16, nodes: depth <= Self.nearStart ? Self.foursNearStart : Self.foursATurn) > 0
        {
            let move = Int(fours.line[0])
            return keep(hash, wins(depth, move), move, since: start)
        }
        let row = moves + depth &* width
        let count = legal(row, candidates(row, side: side, fives: fives))
        let (effort, best) = visit(row, count, depth, limit, isAttack: true) { defend($0, $1.swapped).swapped }
        if isGivenUp { return .unknown }
        let move = effort.proof == 0 ? Int(row[best]) : -1
        if move >= 0 {
            _ = wins(depth, move)
            winners[depth] = row[best]
            if position.height > 0 { answers[Int(position.plies[position.height &- 1].move)] = row[best] }
        }
        return keep(hash, effort, move, since: start)
    }

    /// Returns the estimated effort of a threat that has not been tried.
    ///
    /// Moves early in the order seem easiest, so that the search goes deep before it goes wide.
    /// Fours seem harder, because the four solver has tried fours alone. They can win only together
    /// with threes.
    @inline(__always) private func guess(_ move: Int, _ index: Int, _ side: Int, _ depth: Int) -> Effort {
        // A move that won after another reply, or elsewhere after the same one, may win here too.
        if move == Int(winners[depth]) { return .unknown }
        if triesQuiet && position.height > 0 && move == Int(answers[Int(position.plies[position.height &- 1].move)]) {
            return .unknown
        }
        let flags = position.classes(side)[move] & (CellClass.fourFlag | CellClass.threeFlag)
        let isForced = flags == 0 && position.count(1 &- side, .five) > 0
        let more = flags & CellClass.fourFlag != 0 ? Self.fourEffort : flags == 0 && !isForced ? Self.quietEffort : 0
        return Effort(proof: UInt32(1 &+ index &+ more), disproof: 2)
    }

    /// Removes the moves that are forbidden to the side to move, and returns the number of the
    /// others.
    func legal(_ row: UnsafeMutablePointer<Int16>, _ all: Int) -> Int {
        guard position.forbidsX && position.turn == 0 else { return all }
        var count = 0
        for index in 0..<all where !position.isForbidden(Int(row[index])) {
            row[count] = row[index]
            count &+= 1
        }
        return count
    }

    /// Returns the estimated effort of a reply that has not been tried, for the defender.
    @inline(__always) private func guess(reply move: Int, _ side: Int) -> Effort {
        let flags = position.classes(side)[move]
        let isLate = triesQuiet && flags & CellClass.fourFlag != 0
        return isLate ? Effort(proof: Self.fourReplyEffort, disproof: 1) : .unknown
    }

    var isGivenUp: Bool { counters[2] != 0 }

    private func wins(_ depth: Int, _ move: Int) -> Effort {
        if depth == 0 { counters[3] = move }
        return .won
    }

    /// Searches with the defender to move. The effort is the defender's, so a proof means that the
    /// defender holds.
    private func defend(_ depth: Int, _ limit: Effort) -> Effort {
        let position = position
        let side = position.turn
        if position.count(side, .five) > 0 { return .won }
        let hash = key ^ Self.defending
        let start = counters[0]
        let row = moves + depth &* width
        var all = replies(row)
        if all < 0 && triesQuiet { all = repliesToFours(row) }
        if all < 0 { return keep(hash, .failed, -1, since: start).swapped }
        let count = legal(row, all)
        let (effort, _) = visit(row, count, depth, limit, isAttack: false) { attack($0, $1.swapped).swapped }
        if isGivenUp { return .unknown }
        _ = keep(hash, effort.swapped, -1, since: start)
        return effort
    }

    /// Searches the moves of `row` until the effort of the side to move reaches a limit, and
    /// returns the effort and the best index.
    ///
    /// The table stores efforts from the attacker's point of view. This function uses the side to
    /// move's.
    private func visit(
        _ row: UnsafeMutablePointer<Int16>, _ count: Int, _ depth: Int, _ limit: Effort, isAttack: Bool,
        _ search: (Int, Effort) -> Effort
    ) -> (Effort, Int) {
        let position = position
        let side = position.turn
        let hash = isAttack ? key ^ Self.defending : key
        var imitated = Imitation()
        for index in 0..<count { table.prefetch(hash ^ position.keys[2 &* Int(row[index]) &+ side]) }
        while true {
            var best = -1
            var least = Effort(proof: Effort.infinite, disproof: Effort.infinite)
            var second = Effort.infinite
            var most: UInt32 = 0
            var open: UInt32 = 0
            var isNew = false
            var (proven, model) = (0, -1)
            for index in 0..<count {
                let effort: Effort
                let isKnown: Bool
                if let kept = table.entry(hash ^ position.keys[2 &* Int(row[index]) &+ side])?.effort {
                    effort = isAttack ? kept : kept.swapped
                    isKnown = true
                } else {
                    effort = isAttack ? guess(Int(row[index]), index, side, depth) : guess(reply: Int(row[index]), side)
                    isKnown = false
                }
                if effort.disproof > 0 {
                    most = max(most, effort.disproof)
                    open &+= 1
                } else if !isAttack {
                    proven &+= 1
                    model = index
                }
                if effort.proof < least.proof {
                    second = least.proof
                    least = effort
                    best = index
                    isNew = !isKnown
                } else if effort.proof < second {
                    second = effort.proof
                }
            }
            // Use the greatest disproof number plus one for each other move. A sum would count
            // transpositions many times.
            let others = open > 0 ? open &- 1 : 0
            let disproof = open > 0 ? min(most &+ others, Effort.infinite) : 0
            let effort = Effort(proof: best < 0 ? Effort.infinite : least.proof, disproof: disproof)
            if effort.proof >= limit.proof || effort.disproof >= limit.disproof || effort.proof == 0
                || effort.disproof == 0
            {
                return (effort, best)
            }
            // Allow an eighth more than the second best needs, to avoid switching back and forth
            // between them.
            let proof = min(limit.proof, second &+ 1 &+ second / 8)
            let rest = min(limit.disproof &- others, Effort.infinite)
            counters[0] &+= 1
            if isSpent() { return (.unknown, best) }
            let move = Int(row[best])
            if triesQuiet && !isAttack {
                imitated.note(proven: proven, model: model)
                if imitated.isDue(best, isNew: isNew) {
                    if wins(after: move, likeAfter: Int(row[imitated.model]), depth, hash: hash) { continue }
                    if isGivenUp { return (.unknown, best) }
                }
            }
            position.make(move)
            let found = search(depth &+ 1, Effort(proof: proof, disproof: rest))
            position.unmake()
            if isGivenUp { return (.unknown, best) }
            // Store results that the callee returned without storing them.
            if found.proof == 0 || found.disproof == 0 {
                let seen = isAttack ? found : found.swapped
                let child = hash ^ position.keys[2 &* move &+ side]
                if table.entry(child) == nil { _ = keep(child, seen, -1, since: counters[0]) }
            }
        }
    }
}
