/// An intersection of a board. Columns and rows count from 0 at the top left, as on the wire, so
/// column 7, row 7 is `h8` on 15×15.
///
/// A point does not know its board. ``BoardSize/contains(_:)`` tells whether the point lies on a
/// board. ``BoardSize/point(column:row:)`` and ``BoardSize/point(named:)`` return only points on
/// the board.
public struct Point: Hashable, Sendable {
    /// The column, where 0 is the leftmost one, `a`.
    public let column: Int
    /// The row, where 0 is the top one. In names of points the top row has the highest number.
    public let row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// Returns the point `steps` away along `direction`, which may lie off the board.
    @inlinable public func stepping(_ steps: Int = 1, toward direction: Direction) -> Point {
        Point(column: column + steps * direction.columns, row: row + steps * direction.rows)
    }
}

/// The direction of a row through a point.
public enum Direction: CaseIterable, Sendable {
    case across, down, falling, rising

    /// The columns to the right per step.
    @inlinable public var columns: Int { self == .down ? 0 : 1 }
    /// The rows downward per step.
    @inlinable public var rows: Int {
        switch self {
        case .across: 0
        case .down, .falling: 1
        case .rising: -1
        }
    }
}

extension BoardSize {
    /// Returns whether `point` lies on a board of this size.
    @inlinable public func contains(_ point: Point) -> Bool {
        point.column >= 0 && point.column < side && point.row >= 0 && point.row < side
    }

    /// Returns the point with these zero-based coordinates, or `nil` if it is off the board.
    public func point(column: Int, row: Int) -> Point? {
        let point = Point(column: column, row: row)
        return contains(point) ? point : nil
    }

    /// Parses a name such as `"h8"`: a column letter (`i` included), then the row number counted
    /// from the bottom.
    ///
    /// Only the canonical form is accepted. `"H8"`, `"a01"` and `"a+1"` return `nil`.
    public func point(named name: String) -> Point? {
        guard let letter = name.utf8.first, let fromBottom = Int(name.dropFirst()) else { return nil }
        guard let point = point(column: Int(letter) - Int(UInt8(ascii: "a")), row: side - fromBottom) else {
            return nil
        }
        return self.name(of: point) == name ? point : nil
    }

    /// Returns the name that players use for the point on a board of this size, such as `"h8"`.
    public func name(of point: Point) -> String {
        let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(point.column)))
        return "\(letter)\(side - point.row)"
    }

    /// The points of the board, row by row from the top left.
    public var points: some Sequence<Point> & Sendable {
        (0..<area).lazy.map { [side] in Point(column: $0 % side, row: $0 / side) }
    }

    /// The center: `h8` on 15×15. On even sizes, the point to the lower right of the middle.
    public var center: Point { Point(column: side / 2, row: side / 2) }
}
