/// The position of a rated game in progress, which its players must not analyse.
public struct ProtectedPosition: Sendable {
    /// The number of stones from which a position is protected. Positions with fewer stones occur
    /// in most analyses of openings.
    public static let fewestStones = 6

    private let size: BoardSize
    /// The stones under each of the eight symmetries of the board.
    private let views: [[(point: Point, stone: Stone)]]

    /// Returns `nil` if the board has too few stones.
    public init?(_ board: Board) {
        guard board.count >= Self.fewestStones else { return nil }
        size = board.size
        let stones = board.size.points.compactMap { point in board[point].map { (point: point, stone: $0) } }
        let last = board.size.side - 1
        views = (0..<8).map { symmetry in
            stones.map { point, stone in
                var (column, row) = (point.column, point.row)
                if symmetry & 1 != 0 { column = last - column }
                if symmetry & 2 != 0 { row = last - row }
                if symmetry & 4 != 0 { swap(&column, &row) }
                return (Point(column: column, row: row), stone)
            }
        }
    }

    /// Returns whether the board has all stones of this position, in any of its symmetries. So it
    /// is this position, a continuation of it, or one that other move orders reach.
    func isContained(in board: Board) -> Bool {
        guard board.size == size else { return false }
        return views.contains { stones in stones.allSatisfy { board[$0.point] == $0.stone } }
    }
}
