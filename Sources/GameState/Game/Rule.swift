/// What wins, and what X may not do.
public enum Rule: String, CaseIterable, Sendable {
    /// Five or more in a row win.
    case freestyle
    /// Exactly five in a row win; six and more (an overline) do nothing.
    case standard
    /// Renju: overline, double four and double three are forbidden to X, who needs exactly five; O wins with five or more.
    case renju
    /// Caro as Gomocup plays it (rule 9): exactly five, not closed by opposing stones at both ends; the edge closes nothing.
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
    public func verdict(on stone: Stone, at point: Point, of board: Board) -> Verdict {
        if board[point] != nil { return .occupied }
        for direction in Direction.allCases {
            let run = board.run(of: stone, through: point, along: direction)
            if wins(run, of: stone, along: direction, on: board) { return .five(run) }
        }
        return .legal
    }

    /// Whether the unbroken row `run` wins for `stone`.
    private func wins(_ run: [Point], of stone: Stone, along direction: Direction, on board: Board) -> Bool {
        switch self {
        case .freestyle: return run.count >= 5
        case .standard: return run.count == 5
        case .renju: return stone == .x ? run.count == 5 : run.count >= 5
        case .caro:
            guard run.count == 5 else { return false }
            let ends = [run[0].stepping(-1, toward: direction), run[4].stepping(toward: direction)]
            return !ends.allSatisfy { board[$0] == stone.opponent }
        }
    }
}
