/// A copy of a board made for reading lines: one byte a cell inside a border, no allocation, every line walked by
/// adding a step.
///
/// The border is one cell wide, and the largest board fits: a walk ends at the border because nothing there is X, and
/// nothing there is empty.
struct RenjuField {
    /// What a cell holds.
    private enum Cell {
        static let empty: UInt8 = 0
        static let x: UInt8 = 1
        /// O, or off the board: to X it makes no difference.
        static let closed: UInt8 = 2
    }

    /// Cells from one row to the next: the side of the largest board and the border left and right of it.
    private static let stride = 22
    /// One step across, down, falling and rising.
    static let steps: InlineArray<4, Int> = [1, stride, stride + 1, 1 - stride]

    private var cells = InlineArray<484, UInt8>(repeating: Cell.closed)

    init(_ board: Board) {
        let side = board.size.side
        for row in 0..<side {
            for column in 0..<side {
                let point = Point(column: column, row: row)
                cells[Self.index(of: point)] =
                    switch board[point] {
                    case nil: Cell.empty
                    case .x: Cell.x
                    case .o: Cell.closed
                    }
            }
        }
    }

    /// The cell of a point on the board.
    static func index(of point: Point) -> Int { (point.row + 1) * stride + point.column + 1 }

    func isEmpty(_ cell: Int) -> Bool { cells[cell] == Cell.empty }
    func isX(_ cell: Int) -> Bool { cells[cell] == Cell.x }

    /// Runs `body` with an X on the empty `cell`, and takes it off again.
    mutating func withX<Result>(on cell: Int, _ body: (inout RenjuField) -> Result) -> Result {
        cells[cell] = Cell.x
        defer { cells[cell] = Cell.empty }
        return body(&self)
    }

    /// How many X follow `cell` without a break, `cell` itself not counted; `step` says in which direction.
    func xs(after cell: Int, step: Int) -> Int {
        var next = cell + step
        while cells[next] == Cell.x { next += step }
        return (next - cell) / step - 1
    }
}
