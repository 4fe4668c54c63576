/// The contents of a screen: a grid of styled characters. Pure; ``CanvasDiff`` computes the changes
/// between two.
struct Canvas: Equatable {
    /// The style of a cell. Colours never carry information that shapes and words do not.
    struct Style: OptionSet, Hashable {
        let rawValue: UInt16

        static let bold = Style(rawValue: 1)
        static let dim = Style(rawValue: 2)
        static let reverse = Style(rawValue: 4)
        static let underline = Style(rawValue: 8)
        /// The stones of X.
        static let cyan = Style(rawValue: 16)
        /// The stones of O.
        static let yellow = Style(rawValue: 32)
        static let red = Style(rawValue: 64)
        static let green = Style(rawValue: 128)
    }

    struct Cell: Equatable {
        /// The character. Empty in the right half of a wide character.
        var text: String
        var style: Style

        static let blank = Cell(text: " ", style: [])
    }

    let width: Int
    let height: Int
    /// Whether characters beyond ASCII can be shown.
    let isUnicode: Bool
    private(set) var cells: [Cell]
    /// The position of the terminal's cursor, or nil if it is hidden.
    var cursor: (column: Int, row: Int)?
    /// The areas that react to the mouse, topmost last. Two canvases that differ only in them look
    /// equal.
    var targets: [ScreenTarget] = []

    /// The hyperlinks on the screen. They do not overlap.
    private(set) var links: [CanvasLink] = []

    init(width: Int, height: Int, isUnicode: Bool = true) {
        self.width = max(0, width)
        self.height = max(0, height)
        self.isUnicode = isUnicode
        cells = [Cell](repeating: .blank, count: self.width * self.height)
    }

    static func == (left: Canvas, right: Canvas) -> Bool {
        left.width == right.width && left.height == right.height && left.cells == right.cells
            && left.links == right.links && left.cursor?.column == right.cursor?.column
            && left.cursor?.row == right.cursor?.row
    }

    subscript(column: Int, row: Int) -> Cell { cells[row * width + column] }

    /// Writes text and cuts off whatever is outside the canvas. All text passes through here, so
    /// a canvas never contains unescaped text.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    mutating func put(_ text: String, _ column: Int, _ row: Int, _ style: Style = [], limit: Int = .max) -> Int {
        put(SafeText(text, isUnicode: isUnicode), column, row, style, limit: limit)
    }

    /// - Parameter limit: the greatest width in columns. Longer text is cut with an ellipsis.
    @discardableResult
    mutating func put(_ text: SafeText, _ column: Int, _ row: Int, _ style: Style = [], limit: Int = .max) -> Int {
        var place = column
        for cell in text.cut(to: max(0, limit), isUnicode: isUnicode).cells {
            if (0..<height).contains(row), place >= 0, place + cell.width <= width {
                set(Cell(text: cell.text, style: style), place, row)
                if cell.width == 2 { set(Cell(text: "", style: style), place + 1, row) }
            }
            place += cell.width
        }
        return place
    }

    /// Turns cells of a row into a hyperlink.
    mutating func link(_ target: LinkTarget, _ column: Int, _ row: Int, width count: Int) {
        let columns = max(0, column)..<max(0, min(width, column + count))
        guard (0..<height).contains(row), !columns.isEmpty else { return }
        links.append(CanvasLink(target: target, row: row, columns: columns))
    }

    /// Adds a style to existing cells.
    mutating func style(_ style: Style, _ column: Int, _ row: Int, width count: Int) {
        guard (0..<height).contains(row) else { return }
        for place in max(0, column)..<max(0, min(width, column + count)) {
            cells[row * width + place].style.formUnion(style)
        }
    }

    /// Fills a rectangle with blanks.
    mutating func clear(_ column: Int, _ row: Int, width count: Int, height rows: Int, _ style: Style = []) {
        for line in row..<(row + rows) { put(String(repeating: " ", count: count), column, line, style) }
    }

    private mutating func set(_ cell: Cell, _ column: Int, _ row: Int) {
        // Blank the other half of a wide character when one half is overwritten.
        let index = row * width + column
        if cells[index].text.isEmpty, column > 0, !cell.text.isEmpty { cells[index - 1].text = " " }
        if column + 1 < width, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
        cells[index] = cell
    }

    /// The characters row by row, without trailing blanks. For tests.
    var picture: String {
        (0..<height).map { row in
            var line = cells[(row * width)..<((row + 1) * width)].reduce(into: "") { $0 += $1.text }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
