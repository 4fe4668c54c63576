/// What wins, and what X may not do.
public enum Rule: String, CaseIterable, Sendable {
    /// Five or more in a row win.
    case freestyle
    /// Exactly five in a row win; six and more (an overline) do nothing.
    case standard
    /// Renju: overline, double four and double three are forbidden to X, who needs exactly five; O wins with five or
    /// more.
    case renju
    /// Caro as Gomocup plays it (rule 9): exactly five, not closed by opposing stones at both ends; the edge closes
    /// nothing.
    case caro
}

/// Why X may not play a point under renju.
public enum Prohibition: String, CaseIterable, Sendable {
    case doubleThree = "double-three"
    case doubleFour = "double-four"
    case overline
}

/// What placing a stone on a point would be under a rule.
public enum Verdict: Equatable, Sendable {
    /// A win; the cells of one winning line, in board order.
    case five([Point])
    case legal
    case forbidden(Prohibition)
    case occupied

    /// The word `gomoku-cli judge` prints.
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
    /// What `stone` played at `point` would be. The point must lie on the board.
    ///
    /// Allocates only to report the cells of a winning line.
    public func verdict(on stone: Stone, at point: Point, of board: Board) -> Verdict {
        if board[point] != nil { return .occupied }
        for direction in Direction.allCases where wins(stone, at: point, along: direction, on: board) {
            return .five(board.run(of: stone, through: point, along: direction))
        }
        // A prohibition takes two rows of at least three, or six in a row: no less than five stones.
        guard facts.forbidsX, stone == .x, board.count >= 4 else { return .legal }
        var field = RenjuField(board)
        return switch field.finding(at: RenjuField.index(of: point)) {
        case .forbidden(let prohibition): .forbidden(prohibition)
        case .five, .legal: .legal
        }
    }

    /// The empty points X may not play, row by row from the top left, each with the reason; none but where X is forbidden some.
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

    /// Whether `stone` on the empty `point` makes a row along `direction` that wins.
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
    /// How many of `stone` follow `point` without a break, `point` itself not counted; `step` is 1 or −1.
    fileprivate func length(of stone: Stone, from point: Point, step: Int, toward direction: Direction) -> Int {
        var length = 0
        while self[point.stepping(step * (length + 1), toward: direction)] == stone { length += 1 }
        return length
    }
}
