/// A box in the middle of the screen: labels, values, and which row is chosen.
struct PlayDialog {
    let title: String
    let rows: [(label: String, value: String, isChosen: Bool)]
    let footer: String

    func draw(on canvas: inout Canvas) {
        let label = rows.map { SafeText($0.label).width }.max() ?? 0
        let widest =
            rows.map { ($0.label.isEmpty ? 0 : label + 2) + SafeText($0.value).width + ($0.isChosen ? 4 : 0) }.max()
            ?? 0
        let inner = min(max(widest + 4, SafeText(footer).width, SafeText(title).width), max(0, canvas.width - 4))
        let height = rows.count + 4
        let left = max(0, (canvas.width - inner - 4) / 2)
        let top = max(1, (canvas.height - height) / 2)
        canvas.clear(left, top, width: inner + 4, height: height)
        frame(left, top, inner + 4, height, &canvas)
        canvas.put(" \(title) ", left + 2, top, .bold)
        for (number, row) in rows.enumerated() {
            let line = top + 1 + number
            let start = left + 2
            canvas.put(row.label, start, line, row.isChosen ? .bold : [.bold, .dim])
            let column = row.label.isEmpty ? start : start + label + 2
            let value = row.isChosen ? "< \(row.value) >" : row.label.isEmpty ? row.value : "  \(row.value)"
            canvas.put(value, column, line, row.isChosen ? [.bold, .reverse] : [], limit: left + inner + 3 - column)
        }
        canvas.put(footer, left + 2, top + height - 2, .dim, limit: inner)
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
