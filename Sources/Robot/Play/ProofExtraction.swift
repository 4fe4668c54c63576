import GameState

/// The nodes of a proof under construction. The position belongs to the searcher that is passed to
/// each call.
struct ProofExtraction {
    /// The solver to ask, and its limit for each turn.
    enum Solver {
        case fours(Int)
        /// Fours, with as few moves at each turn as the solver finds.
        case fewestFours(Int)
        case threats(Int)

        /// The same solver with a higher limit for the later turns of a win, which must exist.
        var generous: Solver {
            switch self {
            case .fours(let nodes): .fours(min(nodes, Self.mostGenerous) * Self.generosity)
            case .fewestFours(let nodes): .fewestFours(min(nodes, Self.mostGenerous) * Self.generosity)
            case .threats(let nodes): .threats(min(nodes, Self.mostGenerous) * Self.generosity)
            }
        }

        private static let generosity = 8
        private static let mostGenerous = Int.max / generosity
    }

    private(set) var builder = ProofBuilder()
    /// The answers in positions with the winner to move.
    private var answers: [UInt64: Proof.Answer] = [:]
    /// The greatest number of positions.
    private static let mostAnswers = 20_000
    /// The number of moves that the extraction may still play itself, apart from the solvers.
    private var moves: Int
    /// The greatest number of such moves: seconds of work.
    static let mostMoves = 2_000_000

    init(moves: Int = mostMoves) { self.moves = moves }

    /// Counts a move. Returns false if no more may be played, or if the search shall stop.
    private mutating func spend(_ searcher: Searcher) -> Bool {
        guard moves > 0, !searcher.control.shouldStop else { return false }
        moves -= 1
        return true
    }

    /// Returns the answer with which the side to move wins; nil if the solver finds no win within
    /// its limit, or if there are too many positions.
    mutating func prove(_ solver: Solver, _ searcher: Searcher) -> Proof.Answer? {
        let position = searcher.position
        if position.count(position.turn, .five) > 0 { return .five }
        if let answer = answers[position.hash.pointee] { return answer }
        guard move(solver, searcher) != nil else { return nil }
        return follow(solver.generous, searcher, left: Proof.mostMoves)
    }

    /// Returns the answer that plays this move; nil if it is not found to win.
    mutating func prove(move: Int, _ solver: Solver, _ searcher: Searcher) -> Proof.Answer? {
        let position = searcher.position
        if position.classes(position.turn)[move] & CellClass.fiveFlag != 0 { return .five }
        position.make(move)
        let replies = replies(solver, searcher, left: Proof.mostMoves - 1)
        position.unmake()
        return replies.map { builder.play(searcher.point(move), then: $0) }
    }

    /// Returns the answer with which the side to move wins, at a turn of a win that was found.
    private mutating func follow(_ solver: Solver, _ searcher: Searcher, left: Int) -> Proof.Answer? {
        let position = searcher.position
        let side = position.turn
        if position.count(side, .five) > 0 { return .five }
        let hash = position.hash.pointee
        if let answer = answers[hash] { return answer }
        guard left > 1, answers.count < Self.mostAnswers, spend(searcher) else { return nil }
        guard let move = move(solver, searcher) else { return nil }
        position.make(move)
        let replies = replies(solver, searcher, left: left - 1)
        position.unmake()
        guard let replies else { return nil }
        let answer = builder.play(searcher.point(move), then: replies)
        answers[hash] = answer
        return answer
    }

    private func move(_ solver: Solver, _ searcher: Searcher) -> Int? {
        let move: Int
        switch solver {
        case .fours(let nodes):
            let fours = searcher.search.fours
            move = fours.solve(fours: FourSolver.maximumFours, nodes: nodes) > 0 ? Int(fours.line[0]) : -1
        case .fewestFours(let nodes): move = searcher.fewestFours(nodes: nodes)?.move ?? -1
        case .threats(let nodes): move = searcher.threats.solveWithQuietMoves(nodes: nodes)
        }
        return move < 0 || searcher.isForbidden(move) ? nil : move
    }

    /// Returns the answers to every reply to the winner's last move; nil if a reply holds.
    private mutating func replies(_ solver: Solver, _ searcher: Searcher, left: Int) -> Proof.Replies? {
        let position = searcher.position
        let attacker = 1 - position.turn
        if position.count(position.turn, .five) > 0 { return nil }
        if position.count(attacker, .five) > 0 { return repliesToFour(solver, searcher, left: left) }
        guard let rest = threatened(searcher, left: left) else { return nil }
        var named: [Proof.Reply] = []
        for cell in 0..<position.area where position.stones[cell] == 0 && !searcher.isForbidden(cell) {
            position.make(cell)
            let answer = works(rest, searcher) ? rest : follow(solver, searcher, left: left)
            position.unmake()
            guard let answer else { return nil }
            if answer != rest { named.append(Proof.Reply(searcher.point(cell), answer)) }
        }
        return Proof.Replies(named: named, rest: rest)
    }

    /// Returns the answers after a four: all replies lose to a five, except those that stop it.
    private mutating func repliesToFour(_ solver: Solver, _ searcher: Searcher, left: Int) -> Proof.Replies? {
        var named: [Proof.Reply] = []
        for cell in Self.stops(searcher.position) where !searcher.isForbidden(cell) {
            searcher.position.make(cell)
            let isStopped = searcher.position.count(searcher.position.turn, .five) == 0
            let answer = isStopped ? follow(solver, searcher, left: left) : .five
            searcher.position.unmake()
            guard let answer else { return nil }
            if answer != .five { named.append(Proof.Reply(searcher.point(cell), answer)) }
        }
        return Proof.Replies(named: named, rest: .five)
    }

    /// Returns the cells where one stone of the side to move may stop the opponent's fives, in
    /// increasing order, so that equal positions have equal proofs.
    static func stops(_ position: Position) -> [Int] {
        let attacker = 1 - position.turn
        if !position.needsOpenEnd {
            return position.count(attacker, .five) > 1 ? [] : [position.fiveCell(attacker)]
        }
        var cells: Set<Int> = []
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: Position.maximumAnswers) { row in
            guard let base = row.baseAddress else { return }
            position.forEach(attacker, flags: CellClass.fiveFlag) { five in
                for index in 0..<position.answersToFive(five, of: attacker, into: base) {
                    cells.insert(Int(base[index]))
                }
            }
        }
        return cells.sorted()
    }

    /// Returns the answer with which the winner wins by fours after a pass of the side to move; nil
    /// if there is none, so that the last move was no threat.
    private mutating func threatened(_ searcher: Searcher, left: Int) -> Proof.Answer? {
        searcher.position.pass()
        defer { searcher.position.pass() }
        return follow(.fours(Self.foursThreatened), searcher, left: left)
    }

    /// The number of fours tried for the win that a move threatens.
    private static let foursThreatened = 400

    /// Whether the answer wins in the present position, with the winner to move. False also if no
    /// more moves may be played.
    mutating func works(_ answer: Proof.Answer, _ searcher: Searcher) -> Bool {
        let position = searcher.position
        let side = position.turn
        guard case .node(let index) = answer else { return position.count(side, .five) > 0 }
        let node = builder.nodes[index]
        let move = searcher.cell(node.move)
        guard position.stones[move] == 0, !searcher.isForbidden(move) else { return false }
        if position.classes(side)[move] & CellClass.fiveFlag != 0 { return true }
        guard spend(searcher) else { return false }
        position.make(move)
        defer { position.unmake() }
        return worksAgainstEveryReply(node.replies, searcher)
    }

    private mutating func worksAgainstEveryReply(_ replies: Proof.Replies, _ searcher: Searcher) -> Bool {
        let position = searcher.position
        let attacker = 1 - position.turn
        if position.count(position.turn, .five) > 0 || position.isFull { return false }
        var cells = (0..<position.area).filter { position.stones[$0] == 0 }
        if replies.rest == .five {
            if position.count(attacker, .five) == 0 { return false }
            let stops = Self.stops(position)
            cells = cells.filter { cell in
                stops.contains(cell) || replies.named.contains { searcher.cell($0.point) == cell }
            }
        }
        return cells.allSatisfy { cell in
            if searcher.isForbidden(cell) { return true }
            guard spend(searcher) else { return false }
            let named = replies.named.first { searcher.cell($0.point) == cell }
            position.make(cell)
            defer { position.unmake() }
            return works(named?.answer ?? replies.rest, searcher)
        }
    }

    // MARK: Only moves

    /// The result of a search for the opponent's win after a move.
    enum Refutation: Equatable {
        case found(Proof.Answer)
        /// No win was found, so the move may hold.
        case holds
        /// The search ended without a result.
        case unknown
    }

    /// Searches for a win by threats of the side to move.
    mutating func win(_ nodes: Int, _ searcher: Searcher) -> Refutation {
        if searcher.position.count(searcher.position.turn, .five) > 0 { return .found(.five) }
        if move(.threats(nodes), searcher) == nil { return searcher.threats.gaveUp ? .unknown : .holds }
        return prove(.threats(nodes), searcher).map { .found($0) } ?? .unknown
    }

    /// The result of a search for the opponent's wins after every move of the side to move.
    private enum Defence {
        /// Every move loses except the held ones.
        case lost(except: Set<Point>, Proof.Replies)
        /// The opponent threatens no win, or more moves hold than were allowed.
        case holds
        case unknown
    }

    /// The greatest number of fours in a row with which the side to move delays a loss.
    private static let mostDelays = 3

    /// Returns the proof that every move loses that the solver refutes.
    mutating func proveOnlyMoves(_ nodes: Int, _ searcher: Searcher) -> Proof? {
        proveOnlyMoves(nodes, searcher) { extraction in
            extraction.prove(.threats(nodes), searcher).map { .found($0) } ?? .holds
        }
    }

    /// Returns the proof that every move loses that `refute` refutes. It is called after each move,
    /// and after the moves that follow a four and its stop.
    ///
    /// The answer to most moves is the win that the opponent would have after a pass. The other
    /// moves have their own.
    ///
    /// - Parameters:
    ///   - nodes: The solver's limit for that win.
    ///   - most: The greatest number of moves without a refutation.
    /// - Returns: `nil` if there is no such win, if too many moves have no refutation, or if
    ///   `refute` returns ``Refutation/unknown``.
    mutating func proveOnlyMoves(
        _ nodes: Int, most: Int = .max, _ searcher: Searcher, refute: (inout Self) -> Refutation
    ) -> Proof? {
        let place = searcher.proofPosition
        let defence = defence(nodes, most: most, delays: Self.mostDelays, searcher, refute)
        guard case .lost(except: let held, let replies) = defence else { return nil }
        return try? builder.proof(of: .onlyHold(held), in: place, root: replies)
    }

    /// Searches for the opponent's wins after every move.
    ///
    /// - Parameters:
    ///   - delays: The greatest number of fours in a row that are followed.
    ///   - first: Cells to try first, because they may hold.
    private mutating func defence(
        _ nodes: Int, most: Int, delays: Int, first: Set<Int> = [], _ searcher: Searcher,
        _ refute: (inout Self) -> Refutation
    ) -> Defence {
        let position = searcher.position
        position.pass()
        let threat = win(nodes, searcher)
        position.pass()
        guard case .found(let rest) = threat else { return threat == .holds ? .holds : .unknown }
        var held: Set<Int> = []
        var named: [Int: Proof.Answer] = [:]
        var fours: [Int] = []
        for cell in first.sorted() + (0..<position.area).filter({ !first.contains($0) })
        where position.stones[cell] == 0 && !searcher.isForbidden(cell) {
            if position.classes(position.turn)[cell] & CellClass.fiveFlag != 0 {
                held.insert(cell)
            } else {
                position.make(cell)
                defer { position.unmake() }
                if works(rest, searcher) { continue }
                switch refute(&self) {
                case .found(let answer): if answer != rest { named[cell] = answer }
                case _ where position.count(1 - position.turn, .five) > 0: fours.append(cell)
                case .holds: held.insert(cell)
                case .unknown: return .unknown
                }
            }
            guard held.count <= most else { return .holds }
        }
        let others = held
        for cell in fours {
            position.make(cell)
            defer { position.unmake() }
            switch refuteFour(nodes, delays: delays, first: others, searcher, refute) {
            case .found(let answer): named[cell] = answer
            case .holds: held.insert(cell)
            case .unknown: return .unknown
            }
            guard held.count <= most else { return .holds }
        }
        let replies = named.sorted { $0.key < $1.key }.map { Proof.Reply(searcher.point($0.key), $0.value) }
        return .lost(except: Set(held.map(searcher.point)), Proof.Replies(named: replies, rest: rest))
    }

    /// Searches for a stop of the opponent's four after which every move of the opponent loses. A
    /// stop need not be a threat, so the solver does not find such wins.
    private mutating func refuteFour(
        _ nodes: Int, delays: Int, first: Set<Int>, _ searcher: Searcher, _ refute: (inout Self) -> Refutation
    ) -> Refutation {
        let position = searcher.position
        guard delays > 0 else { return .unknown }
        var isKnown = true
        for stop in Self.stops(position) where !searcher.isForbidden(stop) {
            position.make(stop)
            defer { position.unmake() }
            guard position.count(position.turn, .five) == 0 else { continue }
            switch defence(nodes, most: 0, delays: delays - 1, first: first, searcher, refute) {
            case .lost(except: _, let replies): return .found(builder.play(searcher.point(stop), then: replies))
            case .holds: continue
            case .unknown: isKnown = false
            }
        }
        return isKnown ? .holds : .unknown
    }
}
