/// The output that changes a terminal from one canvas to the next.
enum CanvasDiff {
    /// - Parameters:
    ///   - old: the canvas that the terminal shows. If nil, everything is drawn.
    ///   - colors: whether to use colours. If false, as for NO_COLOR, only bold, dim, reverse and
    ///     underline are used.
    ///   - links: whether to write hyperlinks.
    static func text(from old: Canvas?, to new: Canvas, colors: Bool, links: Bool = false) -> String {
        let known = old.flatMap { $0.width == new.width && $0.height == new.height ? $0 : nil }
        if let known, known == new { return "" }
        var writer = Writer(colors: colors)
        writer.out += "\u{1B}[?25l"
        if known == nil { writer.out += "\u{1B}[0m\u{1B}[2J" }
        for row in 0..<new.height {
            for column in 0..<new.width {
                let cell = new[column, row]
                // The right half of a wide character is written with its left half.
                let link = links ? new.link(column, row) : nil
                let isSame = cell == (known?[column, row] ?? .blank) && (!links || link == known?.link(column, row))
                guard !cell.text.isEmpty, !isSame else {
                    if known != nil, column > 0, cell.text.isEmpty, known?[column, row] != cell {
                        writer.put(new[column - 1, row], column - 1, row)
                    }
                    continue
                }
                writer.put(cell, column, row, link)
            }
        }
        writer.end()
        writer.out += "\u{1B}[0m"
        if let cursor = new.cursor { writer.out += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        return writer.out
    }

    private struct Writer {
        let colors: Bool
        var out = ""
        private var place: (column: Int, row: Int)?
        private var style: Canvas.Style? = []

        init(colors: Bool) { self.colors = colors }

        private var link: LinkTarget?

        mutating func put(_ cell: Canvas.Cell, _ column: Int, _ row: Int, _ target: LinkTarget? = nil) {
            if target != link {
                out += target.map { TerminalSequence.link($0) } ?? TerminalSequence.linkEnd
                link = target
            }
            if place?.column != column || place?.row != row { out += "\u{1B}[\(row + 1);\(column + 1)H" }
            if style != cell.style {
                out += CanvasDiff.sgr(cell.style, colors: colors)
                style = cell.style
            }
            out += cell.text
            // Position the cursor again after a non-ASCII character, because terminals differ in
            // its width.
            place = cell.text.utf8.count == 1 ? (column + 1, row) : nil
        }

        /// Ends the hyperlink that the last cell belongs to.
        mutating func end() {
            if link != nil { out += TerminalSequence.linkEnd }
            link = nil
        }
    }

    /// Returns Select Graphic Rendition (ECMA-48, section 8.3.117), with all attributes set anew.
    private static func sgr(_ style: Canvas.Style, colors: Bool) -> String {
        var codes = ["0"]
        if style.contains(.bold) { codes.append("1") }
        if style.contains(.dim) { codes.append("2") }
        if style.contains(.underline) { codes.append("4") }
        if style.contains(.reverse) { codes.append("7") }
        if colors {
            if style.contains(.cyan) { codes.append("36") }
            if style.contains(.yellow) { codes.append("33") }
            if style.contains(.red) { codes.append("31") }
            if style.contains(.green) { codes.append("32") }
        }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
}
