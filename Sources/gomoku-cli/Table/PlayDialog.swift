/// A box in the middle of the screen with labels, values and a selected row.
///
/// Long texts are wrapped. If the rows do not fit, they scroll to the selected row, or to ``first``
/// if there is none.
struct PlayDialog {
    struct Row {
        var label = ""
        let value: String
        var isChosen = false
        /// Other texts that the row may show while the box is open. The box has room for each, so
        /// that its position does not change.
        var others: [String] = []
        /// Whether the row is empty now and only reserves its space.
        var isHidden = false
        /// The keys that a click on the row stands for.
        var click: [Key] = []
        /// The keys that a click on the mark left of a chosen value stands for, if they are others.
        var clickOnMark: [Key]?
    }

    let title: String
    let rows: [Row]
    /// Sentences below the rows.
    var notes: [Row] = []
    let footer: String
    /// Whether long texts are wrapped; otherwise they are cut.
    var isWrapped = true
    /// The first line shown, if no row is selected.
    var first = 0
    /// The names of keys that react to a click in the footer.
    var keyNames: [(name: String, key: Key)] = []
    /// Whether any key that does not scroll closes the box. The last part of the footer, which says
    /// so, then reacts to a click.
    var closesWithAnyKey = false

    /// - Parameter end: the first row of the screen below the area for the box, or nil for the
    ///   whole screen.
    func draw(on canvas: inout Canvas, above end: Int? = nil) {
        let layout = PlayDialogLayout(
            self, width: canvas.width, end: end ?? canvas.height, isUnicode: canvas.isUnicode)
        let (width, height) = (layout.inner + 4, layout.height)
        let left = max(0, (canvas.width - width) / 2)
        let top = max(1, min((canvas.height - height) / 2, (end ?? canvas.height) - height))
        // A click beside the box closes it, except on the key hints below.
        let rows = min(end ?? canvas.height, canvas.height - 1)
        canvas.react(0, 0, width: canvas.width, height: rows, click: [.escape], up: [.up], down: [.down])
        canvas.react(left, top, width: width, height: height, click: [], up: [.up], down: [.down])
        canvas.clear(left, top, width: width, height: height)
        frame(left, top, width, height, &canvas)
        canvas.put(" \(title) ", left + 2, top, .bold, limit: layout.inner)
        var line = top + 1
        for shown in layout.rows {
            canvas.put(shown.label, left + 2, line, shown.isChosen ? .bold : [.bold, .dim], limit: layout.inner)
            let style: Canvas.Style = shown.isChosen ? [.bold, .reverse] : []
            let column = layout.valueColumn
            canvas.put(shown.text, left + 2 + column, line, style, limit: layout.inner - column)
            react(to: shown, left + 2, left + 2 + column, line, width: layout.inner, &canvas)
            line += 1
        }
        if layout.hasGaps, !layout.notes.isEmpty { line += 1 }
        for note in layout.notes {
            canvas.put(note, left + 2, line)
            line += 1
        }
        if layout.hasGaps { line += 1 }
        for parts in layout.footer {
            var column = left + 2
            for part in parts {
                let start = column
                column = canvas.put(part.text, column, line, .dim)
                if let key = part.key {
                    canvas.react(start, line, width: column - start, click: [key], up: [.up], down: [.down])
                }
            }
            line += 1
        }
        if let part = layout.part { canvas.put(part, left + width - 2 - part.count, top + height - 1, .dim) }
    }

    private func react(
        to line: PlayDialogLayout.Line, _ left: Int, _ value: Int, _ row: Int, width: Int, _ canvas: inout Canvas
    ) {
        guard let number = line.row, !rows[number].click.isEmpty else { return }
        let shown = rows[number]
        canvas.react(left, row, width: width, click: shown.click, up: [.up], down: [.down])
        if let keys = shown.clickOnMark { canvas.react(value, row, width: 2, click: keys, up: [.up], down: [.down]) }
    }

    private func frame(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ canvas: inout Canvas) {
        let isUnicode = canvas.isUnicode
        let across = String(repeating: isUnicode ? "─" : "-", count: max(0, width - 2))
        canvas.put((isUnicode ? "┌" : "+") + across + (isUnicode ? "┐" : "+"), left, top)
        for row in (top + 1)..<(top + height - 1) {
            canvas.put(isUnicode ? "│" : "|", left, row)
            canvas.put(isUnicode ? "│" : "|", left + width - 1, row)
        }
        canvas.put((isUnicode ? "└" : "+") + across + (isUnicode ? "┘" : "+"), left, top + height - 1)
    }
}

extension PlayDialog {
    /// The number of lines that page up and down scroll.
    private static let page = 10

    /// Returns the dialog with the list of keys.
    static func help(_ keys: [KeyHint], _ words: any Words, first: Int, on screen: Terminal.Size) -> PlayDialog {
        func dialog(_ footer: String) -> PlayDialog {
            PlayDialog(
                title: words.helpTitle, rows: keys.map { Row(label: $0.key, value: $0.words) }, footer: footer,
                first: first, closesWithAnyKey: true)
        }
        let whole = dialog(words.anyKeyGoesBack)
        return whole.hiddenLines(on: screen) == 0 ? whole : dialog(words.helpKeys)
    }

    /// Returns the new value of ``first`` after a scrolling key. Nil for other keys, or if
    /// everything is visible.
    func scrolled(by key: Key, on screen: Terminal.Size) -> Int? {
        let last = hiddenLines(on: screen)
        guard last > 0 else { return nil }
        return switch key {
        case .up: max(0, first - 1)
        case .down: min(last, first + 1)
        case .pageUp: max(0, first - Self.page)
        case .pageDown, .character(" "): min(last, first + Self.page)
        case .home: 0
        case .end: last
        default: nil
        }
    }

    private func hiddenLines(on screen: Terminal.Size) -> Int {
        PlayDialogLayout(self, width: screen.width, end: screen.height, isUnicode: true).hiddenLines
    }
}
