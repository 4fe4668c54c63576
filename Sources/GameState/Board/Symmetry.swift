/// A rotation or reflection of a square board.
public enum Symmetry: Int, CaseIterable, Sendable {
    case identity, quarterTurn, halfTurn, threeQuarterTurn
    case leftRight, upDown, falling, rising

    /// Returns the image of a point on a board of this size.
    public func image(of point: Point, on size: BoardSize) -> Point {
        let last = size.side - 1
        let (column, row) = (point.column, point.row)
        return switch self {
        case .identity: point
        case .quarterTurn: Point(column: last - row, row: column)
        case .halfTurn: Point(column: last - column, row: last - row)
        case .threeQuarterTurn: Point(column: row, row: last - column)
        case .leftRight: Point(column: last - column, row: row)
        case .upDown: Point(column: column, row: last - row)
        case .falling: Point(column: row, row: column)
        case .rising: Point(column: last - row, row: last - column)
        }
    }

    /// The symmetry that undoes this one.
    public var inverse: Symmetry {
        switch self {
        case .quarterTurn: .threeQuarterTurn
        case .threeQuarterTurn: .quarterTurn
        default: self
        }
    }
}

extension Board {
    /// Returns the board with every stone on its image.
    public func image(under symmetry: Symmetry) -> Board {
        var board = Board(size: size)
        for point in size.points {
            if let stone = self[point] { board[symmetry.image(of: point, on: size)] = stone }
        }
        return board
    }
}
