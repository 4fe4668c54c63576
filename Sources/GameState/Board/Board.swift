/// A board with its stones.
public struct Board: Hashable, Sendable {
    public let size: BoardSize
    /// The points row by row, one byte each: 0 is empty, 1 is X, 2 is O.
    private var cells: [UInt8]
    /// The number of stones on the board.
    public private(set) var count = 0

    public init(size: BoardSize = .standard) {
        self.size = size
        cells = [UInt8](repeating: 0, count: size.area)
    }

    /// The stone at `point`, or `nil` if the point is empty or off the board.
    public subscript(point: Point) -> Stone? {
        get {
            guard size.contains(point) else { return nil }
            return switch cells[size.index(of: point)] {
            case 1: .x
            case 2: .o
            default: nil
            }
        }
        set {
            precondition(size.contains(point), "a stone off the board")
            let index = size.index(of: point)
            if cells[index] != 0 { count -= 1 }
            cells[index] = newValue.map { $0 == .x ? 1 : 2 } ?? 0
            if newValue != nil { count += 1 }
        }
    }

    public var isFull: Bool { count == size.area }

    /// Returns the unbroken row of `stone` through `point`, ordered along `direction`. `point`
    /// itself counts as `stone`.
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
    /// Creates a board from rows of text, top row first, separated by `/` or newlines. `X` or `x`
    /// is X, `O` or `o` is O, `.` is empty, and spaces are ignored.
    ///
    /// Returns `nil` unless the picture is a square of a supported size.
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

    /// The rows from the top, separated by newlines. ``init(picture:)`` parses this form.
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
