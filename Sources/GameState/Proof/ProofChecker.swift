/// A checker of proofs, which uses the rules alone and shares nothing with the robot.
///
/// The checker plays the winner's moves and every legal reply of the loser. The caller limits the
/// number of stones that it places and of points that it judges.
///
/// Two arguments spare work without trusting the proof, and `isLiteral` does without them:
///
/// - After a four, only the cells that complete the five matter. Any other stone of the loser
///   leaves the row as it is. Where a five needs an open end, the cells beyond the ends matter too.
/// - Suppose that the winner threatens a four that no stone stops. Then a reply matters only if it
///   lies on that move or on the cells that might stop its fives, or if it makes a four itself.
///   This argument is not used where renju might forbid the move.
public struct ProofChecker {
    /// The result of a successful check.
    public struct Receipt: Hashable, Sendable {
        /// The number of stones that were placed, and of points that might have been forbidden.
        public let work: Int
    }

    /// The greatest ``Receipt/work`` of a check, unless the caller says otherwise.
    public static let ordinaryWork = 5_000_000
    /// The greatest number of won positions remembered, in about 9 MB.
    private static let mostKnown = 1 << 15
    /// The work between two questions whether to stop: about 0.1 ms.
    private static let workPerQuestion = 1_024

    private let proof: Proof
    private let winner: Stone
    private let loser: Stone
    private let limit: Int
    private let isLiteral: Bool
    private let shouldStop: () -> Bool
    private var field: ProofField
    private var work = 0
    private var line: [Point] = []
    /// Nodes that several answers lead to.
    private let isShared: [Bool]
    /// Positions in which a shared node was found to win.
    private var known: Set<Won> = []

    private struct Won: Hashable {
        let node: Int
        let board: BoardKey
    }

    private init(_ proof: Proof, limit: Int, isLiteral: Bool, shouldStop: @escaping () -> Bool) {
        self.proof = proof
        self.limit = limit
        self.isLiteral = isLiteral
        self.shouldStop = shouldStop
        winner = proof.winner
        loser = proof.winner.opponent
        field = ProofField(proof.position)
        var uses = [Int](repeating: 0, count: proof.nodes.count)
        for node in proof.nodes {
            for case .node(let index) in node.replies.answers { uses[index] += 1 }
        }
        isShared = uses.map { $0 > 1 }
    }

    /// Throws the first fault of the proof, or returns the cost of the check if the claim is true.
    ///
    /// - Parameters:
    ///   - limit: The greatest ``Receipt/work``.
    ///   - isLiteral: Whether to place every single reply of the loser. Slow; for tests.
    ///   - shouldStop: Whether the check shall end without a result. It is asked again and again.
    @discardableResult public static func check(
        _ proof: Proof, limit: Int = ordinaryWork, isLiteral: Bool = false,
        shouldStop: @escaping () -> Bool = { false }
    ) throws(ProofFault) -> Receipt {
        var checker = ProofChecker(proof, limit: limit, isLiteral: isLiteral, shouldStop: shouldStop)
        try checker.checkClaim()
        return Receipt(work: checker.work)
    }

    private mutating func checkClaim() throws(ProofFault) {
        guard !field.isOver else { throw fault(.gameOver) }
        switch proof.claim {
        case .wins: try check(proof.root.rest, own: field.fives(winner), other: field.fives(loser))
        case .loses(let point):
            guard field.isEmpty(field.cell(point)), try !isForbidden(loser, field.cell(point)) else {
                throw fault(.illegalPoint(point))
            }
            if field.isFive(loser, field.cell(point)) { throw fault(.loserWins(point)) }
            let own = field.fives(winner)
            try place(loser, field.cell(point))
            try check(proof.root.rest, own: own, other: field.fives(loser))
        case .onlyHold(let points):
            for point in points {
                guard field.isEmpty(field.cell(point)), try !isForbidden(loser, field.cell(point)) else {
                    throw fault(.illegalPoint(point))
                }
            }
            let held = Set(points.map(field.cell))
            if let five = field.fives(loser).first(where: { !held.contains($0) }) {
                throw fault(.loserWins(field.point(five)))
            }
            let own = field.fives(winner)
            try checkEvery(proof.root, own: own, other: field.fives(loser), except: held)
        }
    }

    // MARK: The winner's turn

    /// Checks that the answer wins with the winner to move.
    ///
    /// - Parameters:
    ///   - own: Cells where the winner completed a five before the last reply.
    ///   - other: All cells where the loser completes a five.
    private mutating func check(_ answer: Proof.Answer, own: [Int], other: [Int]) throws(ProofFault) {
        guard case .node(let index) = answer else {
            guard own.contains(where: { field.isFive(winner, $0) }) else { throw fault(.noFive) }
            return
        }
        let node = proof.nodes[index]
        let move = field.cell(node.move)
        guard field.isEmpty(move) else { throw fault(.occupied(node.move)) }
        if field.isFive(winner, move) { return }
        guard try !isForbidden(winner, move) else { throw fault(.forbidden(node.move)) }
        let won = isShared[index] ? Won(node: index, board: field.key) : nil
        if let won, known.contains(won) { return }
        try place(winner, move)
        try checkReplies(
            node.replies, own: fives(winner, among: own, through: move),
            other: other.filter { field.isFive(loser, $0) })
        remove(move)
        if let won, known.count < Self.mostKnown { known.insert(won) }
    }

    // MARK: The loser's turn

    /// Checks that every legal reply loses.
    private mutating func checkReplies(_ replies: Proof.Replies, own: [Int], other: [Int]) throws(ProofFault) {
        if let five = other.first { throw fault(.loserWins(field.point(five))) }
        guard replies.rest == .five else {
            // If every legal reply is named, no reply shows whether the move was a threat.
            if proof.means == .threats, !field.board.isFull { try check(replies.rest, own: own, other: other) }
            return try checkEvery(replies, own: own, other: other, except: [])
        }
        guard !own.isEmpty else { throw fault(.noFive) }
        guard !isLiteral else { return try checkEvery(replies, own: own, other: other, except: []) }
        for reply in replies.named { try check(reply.answer, after: field.cell(reply.point), own: own) }
        for cell in stops(of: own) where !replies.named.contains(where: { field.cell($0.point) == cell }) {
            try check(.five, after: cell, own: own)
        }
    }

    /// Returns the cells where one stone may stop all these fives.
    private func stops(of fives: [Int]) -> [Int] {
        if field.closesFromOutside { return fives + fives.flatMap { field.ends(winner, $0) } }
        return fives.count == 1 ? fives : []
    }

    /// Checks every legal reply except those on `held`.
    private mutating func checkEvery(
        _ replies: Proof.Replies, own: [Int], other: [Int], except held: Set<Int>
    ) throws(ProofFault) {
        // A full board is a draw. A side with empty cells but without a legal move cannot move on,
        // and does not hold.
        guard !field.board.isFull else { throw fault(.noReply) }
        var named: [Int: Proof.Answer] = [:]
        for reply in replies.named { named[field.cell(reply.point)] = reply.answer }
        let dangers = isLiteral || !other.isEmpty ? nil : try cellsThatStop(replies.rest, own: own)
        for cell in field.all {
            guard field.isEmpty(cell), !held.contains(cell) else { continue }
            if let answer = named[cell] {
                try check(answer, after: cell, own: own, other: other)
            } else {
                if let dangers, !dangers.contains(cell), try !makesFour(cell) { continue }
                try check(replies.rest, after: cell, own: own, other: other)
            }
        }
    }

    /// Whether the loser threatens a five after a stone on the cell.
    private mutating func makesFour(_ cell: Int) throws(ProofFault) -> Bool {
        try place(loser, cell)
        defer { remove(cell) }
        return !field.fives(loser, through: cell).isEmpty
    }

    /// Returns the cells where a stone of the loser may stop the winner's `answer`, if that answer
    /// makes an unstoppable four. Returns nil if it makes none, or if stones on other cells may
    /// matter.
    ///
    /// - Parameter own: the cells where the winner can already complete a five.
    private mutating func cellsThatStop(_ answer: Proof.Answer, own: [Int]) throws(ProofFault) -> [Int]? {
        guard case .node(let index) = answer else { return nil }
        let node = proof.nodes[index]
        let move = field.cell(node.move)
        guard node.replies.rest == .five, node.replies.named.isEmpty, field.isEmpty(move),
            !field.mayBeForbidden(winner, move)
        else { return nil }
        try place(winner, move)
        defer { remove(move) }
        let fives = fives(winner, among: own, through: move)
        if fives.count < 2 { return nil }
        var cells = [move] + fives
        if field.closesFromOutside {
            cells += fives.flatMap { field.ends(winner, $0) }
            for cell in cells.dropFirst() where field.isEmpty(cell) {
                try place(loser, cell)
                defer { remove(cell) }
                guard fives.contains(where: { field.isFive(winner, $0) }) else { return nil }
            }
        }
        return cells
    }

    /// Checks that the answer wins after the loser's stone on the cell. A forbidden reply needs no
    /// answer.
    private mutating func check(
        _ answer: Proof.Answer, after cell: Int, own: [Int], other: [Int] = []
    ) throws(ProofFault) {
        guard field.isEmpty(cell), try !isForbidden(loser, cell) else { return }
        try place(loser, cell)
        if case .five = answer, !own.contains(where: { field.isFive(winner, $0) }) {
            let reply = field.point(cell)
            line.removeLast()
            throw fault(.unanswered(reply))
        }
        try check(answer, own: own, other: fives(loser, among: other, through: cell))
        remove(cell)
    }

    // MARK: Stones

    /// Returns those of the cells where `stone` still completes a five, and those where it does so
    /// through its new stone on `cell`.
    private func fives(_ stone: Stone, among old: [Int], through cell: Int) -> [Int] {
        var found: [Int] = []
        for five in field.fives(stone, through: cell) where !found.contains(five) { found.append(five) }
        for five in old where !found.contains(five) && field.isFive(stone, five) { found.append(five) }
        return found
    }

    private mutating func spend() throws(ProofFault) {
        guard work < limit else { throw fault(.tooMuchWork) }
        if work % Self.workPerQuestion == 0, shouldStop() { throw fault(.stopped) }
        work += 1
    }

    /// Whether the rule forbids the point, which costs as much as many stones.
    private mutating func isForbidden(_ stone: Stone, _ cell: Int) throws(ProofFault) -> Bool {
        guard field.mayBeForbidden(stone, cell) else { return false }
        try spend()
        return field.isForbidden(stone, cell)
    }

    private mutating func place(_ stone: Stone, _ cell: Int) throws(ProofFault) {
        try spend()
        field.place(stone, cell)
        line.append(field.point(cell))
    }

    private mutating func remove(_ cell: Int) {
        field.remove(cell)
        line.removeLast()
    }

    private func fault(_ reason: ProofFault.Reason) -> ProofFault { ProofFault(reason, after: line) }
}
