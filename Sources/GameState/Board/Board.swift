/// Stones on points.
public struct Board: Hashable, Sendable {
    public let size: BoardSize
    /// One byte a point, row by row: 0 empty, 1 X, 2 O.
    private var cells: [UInt8]
    /// How many stones lie on the board.
    public private(set) var count = 0

    public init(size: BoardSize = .standard) {
        self.size = size
        cells = [UInt8](repeating: 0, count: size.area)
    }

    /// The stone at `point`; nil where there is none, off the board too.
    public subscript(point: Point) -> Stone? {
        get {
            guard size.contains(point) else { return nil }
            return switch cells[point.row * size.side + point.column] {
            case 1: .x
            case 2: .o
            default: nil
            }
        }
        set {
            precondition(size.contains(point), "a stone off the board")
            let index = point.row * size.side + point.column
            if cells[index] != 0 { count -= 1 }
            cells[index] = newValue.map { $0 == .x ? 1 : 2 } ?? 0
            if newValue != nil { count += 1 }
        }
    }

    public var isFull: Bool { count == size.area }

    /// The unbroken row of `stone` through `point` along `direction`, `point` itself counted as `stone`,
    /// in the order of the direction's step.
    public func run(of stone: Stone, through point: Point, along direction: Direction) -> [Point] {
        var first = point
        while self[first.stepping(-1, toward: direction)] == stone { first = first.stepping(-1, toward: direction) }
        var run: [Point] = []
        var next = first
        while next == point || self[next] == stone {
            run.append(next)
            next = next.stepping(toward: direction)
        }
        return run
    }
}

extension Board: CustomStringConvertible {
    /// Reads rows from the top, separated by `/` or new lines: `X` or `x`, `O` or `o`, `.` for empty; blanks are
    /// skipped.
    ///
    /// Nil unless the picture is a square of a size that is played.
    public init?(picture: String) {
        let rows = picture.split(whereSeparator: { $0 == "/" || $0.isNewline })
            .map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
        guard let size = BoardSize(rows.count), rows.allSatisfy({ $0.count == size.side }) else { return nil }
        self.init(size: size)
        for (row, text) in rows.enumerated() {
            for (column, character) in text.enumerated() {
                switch character {
                case "X", "x": self[Point(column: column, row: row)] = .x
                case "O", "o": self[Point(column: column, row: row)] = .o
                case ".": break
                default: return nil
                }
            }
        }
    }

    /// Rows from the top, separated by new lines; the form ``init(picture:)`` reads.
    public var description: String {
        (0..<size.side).map { row in
            String(
                (0..<size.side).map { column -> Character in
                    switch self[Point(column: column, row: row)] {
                    case .x: "X"
                    case .o: "O"
                    case nil: "."
                    }
                })
        }.joined(separator: "\n")
    }
}
