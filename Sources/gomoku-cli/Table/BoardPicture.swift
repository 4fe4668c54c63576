import GameState

/// The drawing of a board: lines, stones, coordinates, and marks that do not need colours.
///
/// `( )` is the last move, `* *` the winning row, `[ ]` the cursor, `?` a move that the server has
/// not confirmed, and `╳` a point forbidden to X. If the cursor is beside the last move, a single
/// `|` between them ends both marks.
struct BoardPicture {
    let layout: PlayLayout.Board
    let board: Board
    var last: Point?
    var line: [Point] = []
    var pending: (point: Point, stone: Stone)?
    var cursor: Point?
    /// The points that an opening's player offers for the fifth move. `advised` is the robot's
    /// advice. Both are marks on empty points.
    var offered: [Point] = []
    var advised: Point?
    /// The only points that an opening allows; empty if any is allowed.
    var allowed: Set<Point> = []
    /// The points that the rule forbids for the next stone.
    var forbidden: [Point] = []
    /// Whether characters beyond ASCII can be shown.
    var isUnicode = true

    private var size: BoardSize { layout.size }

    func draw(on canvas: inout Canvas) {
        labels(&canvas)
        lines(&canvas)
        for point in size.points {
            if let stone = board[point] {
                put(stone, point, .bold, &canvas)
            }
        }
        for point in forbidden {
            canvas.put(isUnicode ? "╳" : "%", layout.column(point), layout.row(point), [.bold, .red])
        }
        for point in offered {
            canvas.put(isUnicode ? "◇" : "#", layout.column(point), layout.row(point), [.bold, .green])
        }
        if let advised, board[advised] == nil {
            canvas.put(isUnicode ? "◆" : "!", layout.column(advised), layout.row(advised), [.bold, .green])
        }
        for point in line { mark("*", "*", point, .bold, &canvas) }
        if let last { mark("(", ")", last, .bold, &canvas) }
        band(&canvas)
        if let cursor {
            mark("[", "]", cursor, [.bold, .green], &canvas)
            if let last, last.row == cursor.row, abs(layout.column(last) - layout.column(cursor)) == 2 {
                canvas.put("|", (layout.column(last) + layout.column(cursor)) / 2, layout.row(last), .bold)
            }
        }
        if let pending {
            put(pending.stone, pending.point, .dim, &canvas)
            mark(nil, "?", pending.point, .bold, &canvas)
        }
    }

    static func stone(_ stone: Stone, isUnicode: Bool) -> String {
        switch (stone, isUnicode) {
        case (.x, true): "●"
        case (.o, true): "○"
        case (.x, false): "X"
        case (.o, false): "O"
        }
    }

    static func color(_ stone: Stone) -> Canvas.Style { stone == .x ? .cyan : .yellow }

    private func put(_ stone: Stone, _ point: Point, _ style: Canvas.Style, _ canvas: inout Canvas) {
        canvas.put(
            Self.stone(stone, isUnicode: isUnicode), layout.column(point), layout.row(point),
            style.union(Self.color(stone)))
    }

    private func mark(_ left: String?, _ right: String, _ point: Point, _ style: Canvas.Style, _ canvas: inout Canvas) {
        if let left { canvas.put(left, layout.column(point) - 1, layout.row(point), style) }
        canvas.put(right, layout.column(point) + 1, layout.row(point), style)
    }

    /// Shows the winning row as one reversed band, which covers the blanks between its stones.
    private func band(_ canvas: inout Canvas) {
        for (from, to) in zip(line, line.dropFirst()) {
            let columns = layout.column(to) - layout.column(from)
            let rows = layout.row(to) - layout.row(from)
            let steps = max(abs(columns), abs(rows), 1)
            for step in 0...steps {
                let column = layout.column(from) + columns * step / steps
                canvas.style(.reverse, column - 1, layout.row(from) + rows * step / steps, width: 3)
            }
        }
    }

    private func labels(_ canvas: inout Canvas) {
        for column in 0..<size.side {
            let point = Point(column: column, row: 0)
            let name = String(size.name(of: point).prefix(1))
            let style: Canvas.Style = cursor?.column == column ? .bold : .dim
            if layout.hasTopLabels { canvas.put(name, layout.column(point), layout.top - 1, style) }
            canvas.put(name, layout.column(point), layout.bottom + 1, style)
        }
        for row in 0..<size.side {
            let number = "\(size.side - row)"
            let style: Canvas.Style = cursor?.row == row ? .bold : .dim
            canvas.put(number, layout.left - 1 - number.count, layout.top + row * layout.stepY, style)
        }
    }

    // MARK: Lines

    private func lines(_ canvas: inout Canvas) {
        for point in size.points {
            let column = layout.column(point)
            let row = layout.row(point)
            canvas.put(crossing(point), column, row, allowed.contains(point) ? [.bold, .green] : .dim)
            guard isUnicode else { continue }
            if point.column + 1 < size.side {
                canvas.put(String(repeating: "─", count: layout.stepX - 1), column + 1, row, .dim)
            }
            if point.row + 1 < size.side, layout.stepY > 1 {
                for step in 1..<layout.stepY { canvas.put("│", column, row + step, .dim) }
            }
        }
    }

    private func crossing(_ point: Point) -> String {
        let isStar = Self.stars(size).contains(point)
        guard isUnicode else { return isStar ? "+" : "." }
        if isStar { return "╋" }
        let rows = point.row == 0 ? 0 : point.row == size.side - 1 ? 2 : 1
        let columns = point.column == 0 ? 0 : point.column == size.side - 1 ? 2 : 1
        return [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]][rows][columns]
    }

    /// Returns the star points, which help players to orient themselves.
    private static func stars(_ size: BoardSize) -> [Point] {
        guard size.side % 2 == 1 else { return [] }
        let middle = size.side / 2
        let far = size.side - 4
        let corners = [(3, 3), (3, far), (far, 3), (far, far), (middle, middle)]
        let sides = size.side == 19 ? [(3, middle), (middle, 3), (far, middle), (middle, far)] : []
        return (corners + sides).map { Point(column: $0.0, row: $0.1) }
    }
}
