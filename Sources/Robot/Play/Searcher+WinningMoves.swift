import GameState

/// Searches for every way to win or to hold, for puzzles. They reuse the results of earlier calls
/// at related positions.
extension Searcher {
    /// The winning moves of a position.
    public struct WinningMoves: Sendable {
        /// A proof for each move that was found to win. It begins with that move.
        public let proofs: [Proof]
        /// Whether every other plausible move was refuted, or threatens no win by fours.
        public let isComplete: Bool
    }

    /// The greatest number of moves that the extraction of a proof plays itself: a tenth of a
    /// second.
    static let playedForPuzzles = 50_000
    /// The number of fours tried for the win that a move threatens.
    private static let foursThreatened = 1_000

    /// Returns the moves that win besides the known ones.
    ///
    /// Plausible moves are those with which the side to move extends a row, and those that stop a
    /// four. Only threats are searched: a move after which the side to move could not win by fours
    /// if the opponent passed does not count as a win. A threat is refuted if the opponent has a
    /// reply after which the solver searches through all threats without a win.
    ///
    /// - Parameters:
    ///   - nodes: The greatest number of solver moves for each reply.
    ///   - most: The number of moves after which the search ends.
    ///   - mayGoOn: Whether there is time to search one more move. Without time, the result is
    ///     incomplete.
    public func winningMoves(
        besides known: Set<Point>, nodes: Int, most: Int, while mayGoOn: () -> Bool = { true }
    ) -> WinningMoves {
        var proofs: [Proof] = []
        if isOver { return WinningMoves(proofs: [], isComplete: true) }
        control.start(SearchLimits(), nil)
        let place = proofPosition
        var refutations: [Int] = []
        var isComplete = true
        for move in plausibleMoves where !known.contains(point(move)) {
            guard mayGoOn() else { return WinningMoves(proofs: proofs, isComplete: false) }
            switch wins(move, nodes: nodes, &refutations) {
            case false: continue
            case nil: isComplete = false
            case true:
                if proofs.count == most { return WinningMoves(proofs: proofs, isComplete: false) }
                if let proof = proof(of: move, nodes: nodes, at: place) {
                    proofs.append(proof)
                } else {
                    isComplete = false
                }
            }
        }
        return WinningMoves(proofs: proofs, isComplete: isComplete)
    }

    /// The points where the side to move makes a four or an open three.
    public var attackingPoints: [Point] {
        var points: [Point] = []
        let side = position.turn
        position.forEach(side, flags: CellClass.fourFlag | CellClass.threeFlag) { points.append(point($0)) }
        return points.filter { !isForbidden(cell($0)) }
    }

    private var plausibleMoves: [Int] {
        let side = position.turn
        let classes = position.classes(side)
        if position.count(1 - side, .five) > 0 { return rootMoves() }
        return (0..<position.area).filter {
            position.stones[$0] == 0 && classes[$0] & CellClass.rankMask >= CellClass.blockedThree && !isForbidden($0)
        }
    }

    private func proof(of move: Int, nodes: Int, at place: Proof.Position) -> Proof? {
        for solver in [ProofExtraction.Solver.fewestFours(nodes), .threats(nodes)] {
            var extraction = ProofExtraction(moves: Self.playedForPuzzles)
            if let answer = extraction.prove(move: move, solver, self),
                let proof = try? extraction.builder.proof(of: .wins, in: place, root: Proof.Replies(rest: answer))
            {
                return proof
            }
        }
        return nil
    }

    /// Whether the move is a threat that wins against the replies that may stop it. Nil if the
    /// solver gave up, or does not try such threats.
    private func wins(_ move: Int, nodes: Int, _ refutations: inout [Int]) -> Bool? {
        position.make(move)
        defer { position.unmake() }
        let attacker = 1 - position.turn
        if position.count(position.turn, .five) > 0 { return false }
        if position.count(attacker, .five) == 0 {
            position.pass()
            let threatens = winsByFours(nodes: Self.foursThreatened)
            position.pass()
            guard threatens == true else { return threatens }
            // If a five needs an open end, the solver tries only open threes besides fours.
            if position.needsOpenEnd && position.count(attacker, .openFour) == 0 { return nil }
        }
        var isKnown = true
        let replies = repliesToThreat()
        for reply in refutations.filter(replies.contains) + replies where !isForbidden(reply) {
            position.make(reply)
            let answer = threats.solveWithQuietMoves(nodes: nodes)
            position.unmake()
            if answer >= 0 { continue }
            if threats.gaveUp {
                isKnown = false
                continue
            }
            refutations.removeAll { $0 == reply }
            refutations.insert(reply, at: 0)
            return false
        }
        return isKnown ? true : nil
    }

    /// Returns the replies that may stop the last move's threat.
    private func repliesToThreat() -> [Int] {
        if let replies = forcedReplies() { return replies }
        return withUnsafeTemporaryAllocation(of: Int16.self, capacity: position.area) { row in
            guard let base = row.baseAddress else { return [] }
            let count = threats.repliesToFours(base)
            if count < 0 {
                // The side to move may have an open four of its own, which is then the best reply.
                let best = position.count(position.turn, .openFour) > 0 ? [position.openFourCell(position.turn)] : []
                return best + (0..<position.area).filter { position.stones[$0] == 0 && !best.contains($0) }
            }
            return (0..<count).map { Int(base[$0]) }
        }
    }

    // MARK: Defences

    /// Returns a proof that every move loses except at most `most` points that the solver has
    /// searched through without a win for the opponent. Nil if more points hold, if one is
    /// undecided, or if no win is threatened.
    ///
    /// - Parameter nodes: The greatest number of solver moves for each point. Points that may hold
    ///   get four times as many.
    public func proofOfDefence(nodes: Int, most: Int) -> Proof? {
        guard isThreatened(nodes: nodes) else { return nil }
        var extraction = ProofExtraction(moves: 2 * Self.playedForPuzzles)
        return extraction.proveDefence(nodes: nodes, most: most, self)
    }
}

extension ProofExtraction {
    /// The factor by which points that may hold are searched longer.
    private static let patience = 4

    fileprivate mutating func proveDefence(nodes: Int, most: Int, _ searcher: Searcher) -> Proof? {
        let patient = nodes * Self.patience
        let proof = proveOnlyMoves(nodes, most: most, searcher) { $0.win(patient, searcher) }
        if case .onlyHold(let held)? = proof?.claim, held.isEmpty { return nil }
        return proof
    }
}

extension Searcher {
    /// Returns a proof that the side to move wins by threats, and the number of solver moves that
    /// the search for it took. Nil if the solver finds no win with `nodes` moves, or if the proof
    /// takes too long to extract.
    public func proofOfThreats(nodes: Int) -> (proof: Proof, work: Int)? {
        guard findsThreats(SearchLimits(nodes: nodes)) else { return nil }
        let work = threatMoves
        var extraction = ProofExtraction(moves: Self.playedForPuzzles)
        guard let answer = extraction.prove(.threats(nodes), self),
            let proof = try? extraction.builder.proof(
                of: .wins, in: proofPosition, root: Proof.Replies(rest: answer))
        else { return nil }
        return (proof, work)
    }

    /// Whether the side to move, or its opponent, can complete a five.
    public var canMakeFive: Bool { position.count(0, .five) > 0 || position.count(1, .five) > 0 }

    /// Whether the opponent would win by threats if the side to move passed, and neither side can
    /// complete a five.
    public func isThreatened(nodes: Int) -> Bool {
        if isOver || canMakeFive { return false }
        control.start(SearchLimits(), nil)
        position.pass()
        defer { position.pass() }
        return threats.solveWithQuietMoves(nodes: nodes) >= 0
    }
}
