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
    private let moves: UnsafeMutablePointer<Int16>
    private let width: Int
    private let results: UnsafeMutablePointer<Result>
    private let mask = (1 << 17) - 1
    private let shouldStop: () -> Bool

    /// How much work is left to prove a position won, and to prove that these threats do not win it.
    struct Effort {
        var proof: UInt32
        var disproof: UInt32

        static let won = Effort(proof: 0, disproof: infinite)
        static let failed = Effort(proof: infinite, disproof: 0)
        static let unknown = Effort(proof: 1, disproof: 1)
        static let infinite: UInt32 = 1 << 28

        /// What the other side would say of it.
        var turned: Effort { Effort(proof: disproof, disproof: proof) }
    }

    private struct Result {
        var hash: UInt64 = 0
        var effort = Effort.unknown
        /// The winning move of a position that is won; -1 otherwise.
        var move: Int16 = -1
    }

    /// The deepest the solver looks, in plies.
    static let maximumPlies = 60
    /// How much harder a four seems than a three.
    private static let fourEffort = 8
    /// Threats tried at one turn.
    static let maximumCandidates = 32
    /// Fours the four solver tries where the attacker is to move: the search tries them, too, together with threes.
    /// So near the start that a win by fours alone is to be seen at once.
    private static let nearStart = 2
    private static let foursNearStart = 40
    private static let foursATurn = 5
    private static let nodesPerCheck = 16
    /// Tells a position with the defender to move from the same one with the attacker to move.
    private static let defending: UInt64 = 0xD1B5_4A32_D192_ED03

    init(_ position: Position, fours: FourSolver, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.fours = fours
        self.shouldStop = shouldStop
        width = position.area
        counters = .allocate(capacity: 4)
        counters.initialize(repeating: 0, count: 4)
        let rows = Self.maximumPlies + 2
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

    /// Whether the last ``solve(nodes:)`` gave up before it knew.
    var gaveUp: Bool { counters[2] != 0 }

    /// A move that wins by threats for the side to move, found within `nodes`; -1 if none was.
    func solve(nodes: Int) -> Int {
        counters[0] = 0
        counters[1] = nodes
        counters[2] = 0
        counters[3] = -1
        let effort = attack(0, Effort(proof: Effort.infinite, disproof: Effort.infinite))
        return effort.proof == 0 ? counters[3] : -1
    }

    private func isSpent() -> Bool {
        if counters[2] != 0 { return true }
        if counters[0] >= counters[1] || (counters[0] % Self.nodesPerCheck == 0 && shouldStop()) { counters[2] = 1 }
        return counters[2] != 0
    }

    private func slot(_ hash: UInt64) -> UnsafeMutablePointer<Result> {
        results + (Int(truncatingIfNeeded: hash) & mask)
    }

    @inline(__always) private func known(_ hash: UInt64) -> Effort? {
        let slot = slot(hash)
        return slot.pointee.hash == hash ? slot.pointee.effort : nil
    }

    /// The winning move of this position, if an earlier search has left it in the table; -1 otherwise.
    var knownWin: Int {
        let slot = slot(position.hash.pointee)
        return slot.pointee.hash == position.hash.pointee && slot.pointee.effort.proof == 0
            ? Int(slot.pointee.move) : -1
    }

    private func keep(_ hash: UInt64, _ effort: Effort, _ move: Int) -> Effort {
        slot(hash).pointee = Result(hash: hash, effort: effort, move: Int16(truncatingIfNeeded: move))
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

        let hash = position.hash.pointee
        let slot = slot(hash)
        if slot.pointee.hash == hash {
            if slot.pointee.effort.proof == 0 { return wins(depth, Int(slot.pointee.move)) }
            if slot.pointee.effort.disproof == 0 { return .failed }
        } else if position.hasFour(side),
            fours.solve(fours: 16, nodes: depth <= Self.nearStart ? Self.foursNearStart : Self.foursATurn) > 0
        {
            let move = Int(fours.line[0])
            return keep(hash, wins(depth, move), move)
        }
        let row = moves + depth &* width
        let count = legal(row, candidates(row, side: side, fives: fives))
        let (effort, best) = visit(row, count, depth, limit, salt: Self.defending) { defend($0, $1.turned).turned }
        if isGivenUp { return .unknown }
        let move = effort.proof == 0 ? Int(row[best]) : -1
        if move >= 0 { _ = wins(depth, move) }
        return keep(hash, effort, move)
    }

    /// What a threat that was not tried yet is taken for.
    ///
    /// The first in the order seem easiest, so that the search goes deep there before it goes wide; fours by themselves
    /// were tried by the four solver and win only together with threes.
    @inline(__always) private func guess(_ move: Int, _ index: Int, _ side: Int) -> Effort {
        let isFour = position.classes(side)[move] & CellClass.fourFlag != 0
        return Effort(proof: UInt32(1 &+ index &+ (isFour ? Self.fourEffort : 0)), disproof: 2)
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
        let hash = position.hash.pointee ^ Self.defending
        let row = moves + depth &* width
        let all = replies(row)
        if all < 0 { return keep(hash, .failed, -1).turned }
        let count = legal(row, all)
        let (effort, _) = visit(row, count, depth, limit, salt: 0) { attack($0, $1.turned).turned }
        if isGivenUp { return .unknown }
        _ = keep(hash, effort.turned, -1)
        return effort
    }

    /// Searches the moves of `row` until the effort of the side to move passes a limit; which move is the best.
    ///
    /// Everything is kept as the attacker sees it, and taken here as the side to move does.
    private func visit(
        _ row: UnsafeMutablePointer<Int16>, _ count: Int, _ depth: Int, _ limit: Effort, salt: UInt64,
        _ search: (Int, Effort) -> Effort
    ) -> (Effort, Int) {
        let position = position
        let side = position.turn
        let hash = position.hash.pointee ^ salt
        while true {
            var best = -1
            var least = Effort(proof: Effort.infinite, disproof: Effort.infinite)
            var second = Effort.infinite
            var most: UInt32 = 0
            var open: UInt32 = 0
            for index in 0..<count {
                let effort: Effort
                if let kept = known(hash ^ position.keys[2 &* Int(row[index]) &+ side]) {
                    effort = salt == 0 ? kept.turned : kept
                } else {
                    effort = salt == 0 ? .unknown : guess(Int(row[index]), index, side)
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
            // A quarter more than the second best needs, so as not to go to and fro between them.
            let proof = min(limit.proof, second &+ 1 &+ second / 4)
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
                let seen = salt == 0 ? found.turned : found
                let child = hash ^ position.keys[2 &* move &+ side]
                if known(child) == nil { _ = keep(child, seen, -1) }
            }
        }
    }
}
