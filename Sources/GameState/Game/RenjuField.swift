/// A copy of a board for fast scans along rows: one byte per cell inside a border, without
/// allocation. A scan adds a constant step per cell.
///
/// The array has space for the largest board and a border of one cell. Border cells are neither X
/// nor empty, so every scan ends there.
struct RenjuField {
    /// The content of a cell.
    private enum Cell {
        static let empty: UInt8 = 0
        static let x: UInt8 = 1
        /// O, or a cell off the board. The two are equivalent for X.
        static let closed: UInt8 = 2
    }

    /// The number of cells per row: the side of the largest board and the border on both sides.
    private static let stride = 22
    /// The steps across, down, falling and rising.
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

    /// Returns the cell of a point on the board.
    static func index(of point: Point) -> Int { (point.row + 1) * stride + point.column + 1 }

    func isEmpty(_ cell: Int) -> Bool { cells[cell] == Cell.empty }
    func isX(_ cell: Int) -> Bool { cells[cell] == Cell.x }

    /// Runs `body` with an X on the empty `cell`, then removes it.
    mutating func withX<Result>(on cell: Int, _ body: (inout RenjuField) -> Result) -> Result {
        cells[cell] = Cell.x
        defer { cells[cell] = Cell.empty }
        return body(&self)
    }

    /// Returns the number of consecutive X after `cell`, not counting `cell`, in the direction of
    /// `step`.
    func xs(after cell: Int, step: Int) -> Int {
        var next = cell + step
        while cells[next] == Cell.x { next += step }
        return (next - cell) / step - 1
    }
}
