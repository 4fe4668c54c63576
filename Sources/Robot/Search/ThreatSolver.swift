import GameState

/// Victory by continuous threats: every move a four or an open three, so that only a few replies matter.
///
/// A proof-number search (df-pn, Nagai 2002): at the attacker's turn one threat has to win, at the defender's every
/// reply must lose — the ones that stop the threat, and all the defender's own fours. A four in reply has to be
/// blocked; the block need not threaten anything itself, as long as the threat from before still stands.
final class ThreatSolver {
    let position: Position
    let fours: FourSolver
    private let counters: UnsafeMutablePointer<Int>
    /// Whether it also tries moves that threaten no more than a win by fours.
    var triesQuiet = false
    /// Plies of the win by fours that the last quiet move threatened.
    var linePlies = 0
    /// Cells that are in a list that is being made; all 0 otherwise.
    let marks: UnsafeMutablePointer<UInt8>
    private let moves: UnsafeMutablePointer<Int16>
    /// The attacker's move that won last, a ply.
    private let winners: UnsafeMutablePointer<Int16>
    private let width: Int
    private var table: ThreatTable
    private let shouldStop: () -> Bool

    /// The deepest the solver looks, in plies.
    static let maximumPlies = 60
    /// How much harder a four seems than a three.
    private static let fourEffort = 8
    /// And one that threatens no more than a win by fours, than an open three.
    private static let quietEffort = 8
    /// Threats tried at one turn.
    static let maximumCandidates = 32
    /// So near the start that a win by fours alone is to be seen at once.
    private static let nearStart = 2
    private static let foursNearStart = 40
    /// Fours the four solver tries elsewhere when the attacker is to move: the search tries them, too, together with threes.
    private static let foursATurn = 12
    private static let nodesPerCheck = 16
    /// Tells a position with the defender to move from the same one with the attacker to move.
    private static let defending: UInt64 = 0xD1B5_4A32_D192_ED03
    /// Tells what was found with quiet moves from what was found without.
    private static let quiet: UInt64 = 0x9FB2_1C65_1E98_DF25

    init(_ position: Position, fours: FourSolver, tableMegabytes: Int, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.fours = fours
        self.shouldStop = shouldStop
        width = position.area
        counters = .allocate(capacity: 4)
        counters.initialize(repeating: 0, count: 4)
        marks = RawTable.filled(width, 0)
        let rows = Self.maximumPlies + 2
        winners = RawTable.filled(rows, -1)
        moves = .allocate(capacity: rows * width)
        moves.initialize(repeating: 0, count: rows * width)
        table = ThreatTable(megabytes: tableMegabytes)
    }

    deinit {
        counters.deallocate()
        marks.deallocate()
        winners.deallocate()
        moves.deallocate()
        table.deallocate()
    }

    func clear() { table.clear() }

    /// What was found until now becomes cheap to replace.
    func grow() { table.grow() }

    /// Moves made by the last search.
    var nodes: Int { counters[0] }

    /// Whether the last ``solve(nodes:)`` gave up before it knew.
    var gaveUp: Bool { counters[2] != 0 }

    /// A move that wins by threats for the side to move, found within `nodes`; -1 if none was.
    ///
    /// With `quiet` the threats may be wins by fours that the attacker would have if the turn were passed.
    func solve(nodes: Int, quiet: Bool = false) -> Int {
        triesQuiet = quiet
        winners.update(repeating: -1, count: Self.maximumPlies + 2)
        counters[0] = 0
        counters[1] = nodes
        counters[2] = 0
        counters[3] = -1
        let effort = attack(0, Effort(proof: Effort.infinite, disproof: Effort.infinite))
        return effort.proof == 0 ? counters[3] : -1
    }

    /// A move that wins by threats, found within `nodes`; -1 if none was. Where fours and open threes do not win, it tries
    /// moves that threaten less, too.
    func solveWidely(nodes: Int) -> Int {
        let move = solve(nodes: nodes)
        if move >= 0 || gaveUp { return move }
        let spent = counters[0]
        let other = solve(nodes: nodes &- spent, quiet: true)
        counters[0] &+= spent
        return other
    }

    private func isSpent() -> Bool {
        if counters[2] != 0 { return true }
        if counters[0] >= counters[1] || (counters[0] % Self.nodesPerCheck == 0 && shouldStop()) { counters[2] = 1 }
        return counters[2] != 0
    }

    /// The winning move of this position, if an earlier search has left it in the table; -1 otherwise.
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
    @inline(__always) private var key: UInt64 {
        triesQuiet ? position.hash.pointee ^ Self.quiet : position.hash.pointee
    }

    @inline(__always) private func keep(_ hash: UInt64, _ effort: Effort, _ move: Int, since start: Int) -> Effort {
        table.keep(hash, effort, move: move, work: counters[0] &- start)
        return effort
    }

    /// The attacker is to move: searches until the effort passes one of the limits.
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
        if depth &+ 2 > Self.maximumPlies { return .failed }

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
        let (effort, best) = visit(row, count, depth, limit, isAttack: true) { defend($0, $1.turned).turned }
        if isGivenUp { return .unknown }
        let move = effort.proof == 0 ? Int(row[best]) : -1
        if move >= 0 {
            _ = wins(depth, move)
            winners[depth] = row[best]
        }
        return keep(hash, effort, move, since: start)
    }

    /// What a threat that was not tried yet is taken for.
    ///
    /// The first in the order seem easiest, so that the search goes deep there before it goes wide; fours by themselves
    /// were tried by the four solver and win only together with threes.
    @inline(__always) private func guess(_ move: Int, _ index: Int, _ side: Int, _ depth: Int) -> Effort {
        // What has just won after another reply may win after this one.
        if move == Int(winners[depth]) { return .unknown }
        let flags = position.classes(side)[move] & (CellClass.fourFlag | CellClass.threeFlag)
        let isForced = flags == 0 && position.count(1 &- side, .five) > 0
        let more = flags & CellClass.fourFlag != 0 ? Self.fourEffort : flags == 0 && !isForced ? Self.quietEffort : 0
        return Effort(proof: UInt32(1 &+ index &+ more), disproof: 2)
    }

    /// Leaves the moves out that are forbidden to the side to move; returns how many remain.
    private func legal(_ row: UnsafeMutablePointer<Int16>, _ all: Int) -> Int {
        guard position.forbidsX && position.turn == 0 else { return all }
        var count = 0
        for index in 0..<all where !position.isForbidden(Int(row[index])) {
            row[count] = row[index]
            count &+= 1
        }
        return count
    }

    private var isGivenUp: Bool { counters[2] != 0 }

    private func wins(_ depth: Int, _ move: Int) -> Effort {
        if depth == 0 { counters[3] = move }
        return .won
    }

    /// The defender is to move; the effort is the defender's: its proof is that it holds.
    private func defend(_ depth: Int, _ limit: Effort) -> Effort {
        let position = position
        let side = position.turn
        if position.count(side, .five) > 0 { return .won }
        let hash = key ^ Self.defending
        let start = counters[0]
        let row = moves + depth &* width
        var all = replies(row)
        if all < 0 && triesQuiet { all = repliesToFours(row) }
        if all < 0 { return keep(hash, .failed, -1, since: start).turned }
        let count = legal(row, all)
        let (effort, _) = visit(row, count, depth, limit, isAttack: false) { attack($0, $1.turned).turned }
        if isGivenUp { return .unknown }
        _ = keep(hash, effort.turned, -1, since: start)
        return effort
    }

    /// Searches the moves of `row` until the effort of the side to move passes a limit; which move is the best.
    ///
    /// Everything is kept as the attacker sees it, and taken here as the side to move does.
    private func visit(
        _ row: UnsafeMutablePointer<Int16>, _ count: Int, _ depth: Int, _ limit: Effort, isAttack: Bool,
        _ search: (Int, Effort) -> Effort
    ) -> (Effort, Int) {
        let position = position
        let side = position.turn
        let hash = isAttack ? key ^ Self.defending : key
        for index in 0..<count { table.prefetch(hash ^ position.keys[2 &* Int(row[index]) &+ side]) }
        while true {
            var best = -1
            var least = Effort(proof: Effort.infinite, disproof: Effort.infinite)
            var second = Effort.infinite
            var most: UInt32 = 0
            var open: UInt32 = 0
            for index in 0..<count {
                let effort: Effort
                if let kept = table.entry(hash ^ position.keys[2 &* Int(row[index]) &+ side])?.effort {
                    effort = isAttack ? kept : kept.turned
                } else {
                    effort = isAttack ? guess(Int(row[index]), index, side, depth) : .unknown
                }
                if effort.disproof > 0 {
                    most = max(most, effort.disproof)
                    open &+= 1
                }
                if effort.proof < least.proof {
                    second = least.proof
                    least = effort
                    best = index
                } else if effort.proof < second {
                    second = effort.proof
                }
            }
            // The hardest one and a little for each other: a sum would count what transposes many times.
            let others = open > 0 ? open &- 1 : 0
            let disproof = open > 0 ? min(most &+ others, Effort.infinite) : 0
            let effort = Effort(proof: best < 0 ? Effort.infinite : least.proof, disproof: disproof)
            if effort.proof >= limit.proof || effort.disproof >= limit.disproof || effort.proof == 0
                || effort.disproof == 0
            {
                return (effort, best)
            }
            // An eighth more than the second best needs, so as not to go to and fro between them.
            let proof = min(limit.proof, second &+ 1 &+ second / 8)
            let rest = min(limit.disproof &- others, Effort.infinite)
            counters[0] &+= 1
            if isSpent() { return (.unknown, best) }
            let move = Int(row[best])
            position.make(move)
            let found = search(depth &+ 1, Effort(proof: proof, disproof: rest))
            position.unmake()
            if isGivenUp { return (.unknown, best) }
            // Ends that nobody keeps are kept here.
            if found.proof == 0 || found.disproof == 0 {
                let seen = isAttack ? found : found.turned
                let child = hash ^ position.keys[2 &* move &+ side]
                if table.entry(child) == nil { _ = keep(child, seen, -1, since: counters[0]) }
            }
        }
    }
}
