/// One intersection, counted from the top-left corner as the wire does (`col7`, `row7` is `h8` on 15×15).
///
/// A point does not know its board; ``BoardSize/contains(_:)`` says whether it lies on one.
/// ``BoardSize/point(column:row:)`` and ``BoardSize/point(named:)`` only make points that do.
public struct Point: Hashable, Sendable {
    /// 0 is the leftmost column, `a`.
    public let column: Int
    /// 0 is the top row, written with the board's highest number.
    public let row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The point `steps` away along `direction`; may lie off the board.
    @inlinable public func stepping(_ steps: Int = 1, toward direction: Direction) -> Point {
        Point(column: column + steps * direction.columns, row: row + steps * direction.rows)
    }
}

/// One of the four lines through a point, with the step that follows it.
public enum Direction: CaseIterable, Sendable {
    case across, down, falling, rising

    /// Columns to the right for one step.
    @inlinable public var columns: Int { self == .down ? 0 : 1 }
    /// Rows downward for one step.
    @inlinable public var rows: Int {
        switch self {
        case .across: 0
        case .down, .falling: 1
        case .rising: -1
        }
    }
}

extension BoardSize {
    /// Whether `point` lies on a board of this size.
    @inlinable public func contains(_ point: Point) -> Bool {
        point.column >= 0 && point.column < side && point.row >= 0 && point.row < side
    }

    /// The point at these zero-based coordinates, or nil if it is off the board.
    public func point(column: Int, row: Int) -> Point? {
        let point = Point(column: column, row: row)
        return contains(point) ? point : nil
    }

    /// Reads `"h8"`: a column letter (with `i`), then the row number counted from the bottom.
    ///
    /// Only the canonical writing is read: `"H8"`, `"a01"` and `"a+1"` are nil.
    public func point(named name: String) -> Point? {
        guard let letter = name.utf8.first, let fromBottom = Int(name.dropFirst()) else { return nil }
        guard let point = point(column: Int(letter) - Int(UInt8(ascii: "a")), row: side - fromBottom) else {
            return nil
        }
        return self.name(of: point) == name ? point : nil
    }

    /// `"h8"`: how players write the point on a board of this size.
    public func name(of point: Point) -> String {
        let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(point.column)))
        return "\(letter)\(side - point.row)"
    }

    /// Every point, row by row from the top left.
    public var points: some Sequence<Point> & Sendable {
        (0..<area).lazy.map { [side] in Point(column: $0 % side, row: $0 / side) }
    }

    /// The centre: `h8` on 15×15; on 20×20 the point right below and right of the middle.
    public var center: Point { Point(column: side / 2, row: side / 2) }
}
