/// A rule of the game: the winning rows, and the moves forbidden to X.
public enum Rule: String, CaseIterable, Sendable {
    /// Five or more in a row win.
    case freestyle
    /// Exactly five in a row win. Six or more (an overline) have no effect.
    case standard
    /// Renju. X wins with exactly five and must not play overlines, double fours and double threes.
    /// O wins with five or more.
    case renju
    /// Caro as Gomocup plays it (rule 9). Exactly five win unless opposing stones close both ends.
    /// The edge does not close an end.
    case caro
}

/// The reason why renju forbids a point to X.
public enum Prohibition: String, CaseIterable, Sendable {
    case doubleThree = "double-three"
    case doubleFour = "double-four"
    case overline
}

/// The effect of a stone on a point under a rule.
public enum Verdict: Equatable, Sendable {
    /// A win, with the points of one winning row in board order.
    case five([Point])
    case legal
    case forbidden(Prohibition)
    case occupied

    /// The word that `gomoku-cli judge` prints.
    public var word: String {
        switch self {
        case .five: "five"
        case .legal: "legal"
        case .forbidden(let prohibition): prohibition.rawValue
        case .occupied: "occupied"
        }
    }
}

extension Rule {
    /// Returns the effect of `stone` on `point`, which must lie on the board.
    ///
    /// Allocates memory only for the points of a winning row.
    public func verdict(on stone: Stone, at point: Point, of board: Board) -> Verdict {
        if board[point] != nil { return .occupied }
        for direction in Direction.allCases where wins(stone, at: point, along: direction, on: board) {
            return .five(board.run(of: stone, through: point, along: direction))
        }
        // A prohibition needs two rows of at least three stones, or a row of six. Each needs at
        // least five stones, the new one included.
        guard facts.forbidsX, stone == .x, board.count >= 4 else { return .legal }
        var field = RenjuField(board)
        return switch field.finding(at: RenjuField.index(of: point)) {
        case .forbidden(let prohibition): .forbidden(prohibition)
        case .five, .legal: .legal
        }
    }

    /// Returns the empty points forbidden to X, row by row from the top left, with their reasons.
    /// Empty under rules without prohibitions.
    public func forbiddenPoints(of board: Board) -> [(Point, Prohibition)] {
        guard facts.forbidsX else { return [] }
        var field = RenjuField(board)
        return board.size.points.compactMap { point in
            guard board[point] == nil,
                case .forbidden(let prohibition) = field.finding(at: RenjuField.index(of: point))
            else { return nil }
            return (point, prohibition)
        }
    }

    /// Returns whether `stone` on the empty `point` makes a winning row along `direction`.
    private func wins(_ stone: Stone, at point: Point, along direction: Direction, on board: Board) -> Bool {
        let ahead = board.length(of: stone, from: point, step: 1, toward: direction)
        let behind = board.length(of: stone, from: point, step: -1, toward: direction)
        let closed = stone.opponent
        return facts.wins(
            behind + 1 + ahead, of: stone,
            isClosed: board[point.stepping(ahead + 1, toward: direction)] == closed
                && board[point.stepping(-behind - 1, toward: direction)] == closed)
    }
}

extension Board {
    /// Returns the number of consecutive stones of `stone` after `point`, not counting `point`.
    /// `step` is 1 or −1.
    fileprivate func length(of stone: Stone, from point: Point, step: Int, toward direction: Direction) -> Int {
        var length = 0
        while self[point.stepping(step * (length + 1), toward: direction)] == stone { length += 1 }
        return length
    }
}
