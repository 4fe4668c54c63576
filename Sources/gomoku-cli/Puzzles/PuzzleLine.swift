import GameState
import Puzzles

/// A line of moves from the position of a puzzle, step by step. Pure.
struct PuzzleLine: Equatable {
    let points: [Point]
    /// The number of moves on the board.
    private(set) var shown: Int
    private let position: Proof.Position

    init(_ points: [Point], of puzzle: Puzzle, shown: Int) {
        (self.points, self.shown, position) = (points, shown, puzzle.position)
    }

    mutating func show(_ step: Int) { shown = min(max(0, step), points.count) }

    var isAtEnd: Bool { shown == points.count }

    /// The next move; nil at the end.
    var next: Point? { isAtEnd ? nil : points[shown] }

    /// The side of the move with this index.
    func side(_ index: Int) -> Stone { index % 2 == 0 ? position.turn : position.turn.opponent }
}

extension Proof.Position {
    /// Returns the board after moves of both sides in turn, and the row of five that the last move
    /// completes.
    func board(after moves: some Collection<Point>) -> (board: Board, five: [Point]) {
        var (board, side, five) = (board, turn, [Point]())
        for point in moves where board.size.contains(point) {
            five = if case .five(let row) = rule.verdict(on: side, at: point, of: board) { row } else { [] }
            board[point] = side
            side = side.opponent
        }
        return (board, five)
    }
}
