import GameState

/// A checker of ``ThreatProof``s, which are proofs that a side wins. It uses the rules alone,
/// without the robot's tables, and is slow.
public struct ProofReplay {
    public let rule: Rule
    private var board: Board
    public private(set) var turn = Stone.x
    /// Positions found to be won with the attacker to move. Several lines of a proof can lead to
    /// the same position.
    private var held: Set<Board> = []

    public init(_ rule: Rule, _ moves: [Point], size: BoardSize = .standard) {
        self.rule = rule
        board = Board(size: size)
        for move in moves { play(move) }
    }

    /// Places a stone of the side to move.
    public mutating func play(_ point: Point) {
        board[point] = turn
        turn = turn.opponent
    }

    private mutating func takeBack(_ point: Point) {
        board[point] = nil
        turn = turn.opponent
    }

    private func verdict(_ stone: Stone, _ point: Point) -> Verdict { rule.verdict(on: stone, at: point, of: board) }

    /// Whether the side to move completes a five on the point.
    public func wins(at point: Point) -> Bool { isFive(turn, point) }

    private func isFive(_ stone: Stone, _ point: Point) -> Bool {
        guard Direction.allCases.contains(where: { length(stone, point, $0) >= 5 }) else { return false }
        return if case .five = verdict(stone, point) { true } else { false }
    }

    /// Returns the length of the row that a stone on `point` would complete. Under every rule, a
    /// five has at least five stones.
    private func length(_ stone: Stone, _ point: Point, _ direction: Direction) -> Int {
        var ahead = 1
        while board[point.stepping(ahead, toward: direction)] == stone { ahead += 1 }
        var behind = 1
        while board[point.stepping(-behind, toward: direction)] == stone { behind += 1 }
        return ahead + behind - 1
    }

    /// Whether the side to move may play on the point.
    public func isLegal(_ point: Point) -> Bool {
        guard rule.facts.forbidsX && turn == .x else { return board[point] == nil }
        return switch verdict(turn, point) {
        case .five, .legal: true
        case .forbidden, .occupied: false
        }
    }

    /// Returns the points where `stone` completes a five: all of them, or only those on the lines
    /// through `near`.
    public func fives(_ stone: Stone, near: Point?) -> [Point] {
        guard let near else { return board.size.points.filter { board[$0] == nil && isFive(stone, $0) } }
        return Direction.allCases.flatMap { direction in
            (-5...5).map { near.stepping($0, toward: direction) }
        }.filter { board.size.contains($0) && board[$0] == nil && isFive(stone, $0) }
    }

    /// The number of positions that were replayed, each against every reply.
    public var replayed: Int { held.count }

    /// Whether the proof's move wins against every reply.
    public mutating func holds(_ proof: ThreatProof) -> Bool {
        if held.contains(board) { return true }
        guard winsByReplies(proof) else { return false }
        held.insert(board)
        return true
    }

    private mutating func winsByReplies(_ proof: ThreatProof) -> Bool {
        if wins(at: proof.move) { return true }
        guard isLegal(proof.move) else { return false }
        play(proof.move)
        defer { takeBack(proof.move) }
        let attacker = turn.opponent
        if !fives(turn, near: nil).isEmpty { return false }
        let ownFives = fives(attacker, near: nil)
        let promising = board.size.points.filter { board[$0] == nil && isPromising($0, attacker) }
        var latest: Point?
        for reply in Array(board.size.points) where board[reply] == nil && isLegal(reply) {
            let listed = proof.replies.first { $0.point == reply }
            play(reply)
            defer { takeBack(reply) }
            if let listed {
                if !holds(listed.next) { return false }
            } else if !ownFives.contains(where: { isFive(attacker, $0) }) {
                // After a reply that the proof does not list, the attacker must be able to make an
                // open four or to play the line of fours. The reply must not threaten a five.
                if !fives(attacker.opponent, near: reply).isEmpty { return false }
                let isWon = proof.fours.isEmpty ? hasOpenFour(among: promising, &latest) : wins(by: proof.fours)
                if !isWon { return false }
            }
        }
        return true
    }

    /// Whether the side to move wins by this line of fours and forced replies.
    private mutating func wins(by line: [Point]) -> Bool {
        var played: [Point] = []
        defer { for point in played.reversed() { takeBack(point) } }
        for (index, point) in line.enumerated() {
            guard board[point] == nil else { return false }
            if index % 2 == 0 {
                if wins(at: point) { return true }
                guard isLegal(point) else { return false }
                play(point)
                played.append(point)
                if !fives(turn, near: nil).isEmpty { return false }
                let reply = index + 1 < line.count ? line[index + 1] : nil
                let own = fives(turn.opponent, near: point)
                // The reply must be the only one that can stop the four.
                if own.isEmpty || (own.count == 1 && own[0] != reply && isLegal(own[0])) { return false }
                if own.count > 1 && !rule.facts.needsOpenEnd { return true }
                if own.count == 1 && !isLegal(own[0]) { return true }
                if own.count > 1 || reply == nil { return false }
            } else {
                play(point)
                played.append(point)
            }
        }
        return false
    }

    /// Whether the side to move has a move after which it makes a five against every reply.
    ///
    /// `latest` is the last such move found, which usually works again.
    private mutating func hasOpenFour(among promising: [Point], _ latest: inout Point?) -> Bool {
        if let latest, makesOpenFour(latest) { return true }
        for point in promising where makesOpenFour(point) {
            latest = point
            return true
        }
        return false
    }

    private mutating func makesOpenFour(_ point: Point) -> Bool {
        guard board[point] == nil && isLegal(point) else { return false }
        play(point)
        defer { takeBack(point) }
        let fives = fives(turn.opponent, near: point)
        if fives.count > 1 && !rule.facts.needsOpenEnd { return true }
        if fives.count == 1 && !isLegal(fives[0]) { return true }
        return fives.count > 1 && survivesEverything(fives, near: point)
    }

    /// Whether three stones of the same side are near the point on one line. An open four is
    /// impossible without them.
    private func isPromising(_ point: Point, _ stone: Stone) -> Bool {
        Direction.allCases.contains { direction in
            (-4...4).count { board[point.stepping($0, toward: direction)] == stone } >= 3
        }
    }

    private mutating func survivesEverything(_ fives: [Point], near: Point) -> Bool {
        let attacker = turn.opponent
        for reply in Array(board.size.points) where board[reply] == nil {
            play(reply)
            defer { takeBack(reply) }
            if !fives.contains(where: { isFive(attacker, $0) }) { return false }
        }
        return true
    }
}
