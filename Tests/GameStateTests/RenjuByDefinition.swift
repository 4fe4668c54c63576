import GameState
import TestSupport

/// A second renju referee for the tests. It is slow, and follows the sentences of RIF section 9 by
/// trying every stone on every cell of a line. So it shares no reasoning with the library's
/// referee.
struct RenjuByDefinition {
    /// The depth to which "by a legal move" is checked. Beyond it every move counts as legal.
    var depth = 100
    /// Called with every extending move whose legality affects the verdict on the first point.
    var asked: (Point) -> Void = { _ in }

    func word(at point: Point, of board: Board) -> String {
        if board[point] != nil { return "occupied" }
        var board = board
        board[point] = .x
        let runs = Direction.allCases.map { board.run(of: .x, through: point, along: $0).count }
        if runs.contains(5) { return "five" }
        if runs.contains(where: { $0 > 5 }) { return "overline" }
        if fours(through: point, of: board) > 1 { return "double-four" }
        if threes(through: point, of: board) > 1 { return "double-three" }
        return "legal"
    }

    /// Returns the number of different rows of four X through `point` that one stone turns into a
    /// five.
    private func fours(through point: Point, of board: Board) -> Int {
        var rows: Set<Set<Point>> = []
        for direction in Direction.allCases {
            for gap in line(through: point, along: direction, of: board) where board[gap] == nil {
                var after = board
                after[gap] = .x
                let run = after.run(of: .x, through: point, along: direction)
                if run.count == 5, run.contains(gap) { rows.insert(Set(run).subtracting([gap])) }
            }
        }
        return rows.count
    }

    /// Returns the number of directions in which one legal stone makes a straight four through
    /// `point`, and no five.
    private func threes(through point: Point, of board: Board) -> Int {
        Direction.allCases.count { direction in
            line(through: point, along: direction, of: board).contains { gap in
                guard board[gap] == nil else { return false }
                var after = board
                after[gap] = .x
                guard isStraightFour(after.run(of: .x, through: point, along: direction), with: gap, direction, after)
                else { return false }
                asked(gap)
                return depth == 0 || RenjuByDefinition(depth: depth - 1).word(at: gap, of: board) == "legal"
            }
        }
    }

    private func isStraightFour(_ run: [Point], with gap: Point, _ direction: Direction, _ board: Board) -> Bool {
        guard run.count == 4, run.contains(gap) else { return false }
        return [run[0].stepping(-1, toward: direction), run[3].stepping(toward: direction)].allSatisfy { end in
            guard board.size.contains(end), board[end] == nil else { return false }
            var five = board
            five[end] = .x
            return five.run(of: .x, through: end, along: direction).count == 5
        }
    }

    private func line(through point: Point, along direction: Direction, of board: Board) -> [Point] {
        (-5...5).map { point.stepping($0, toward: direction) }.filter(board.size.contains)
    }
}
