extension Canvas {
    /// Writes a text field after its label, and puts the terminal's cursor into it. A long text is
    /// scrolled so that the cursor remains visible.
    mutating func put(_ field: TextField, label: String, _ column: Int, _ row: Int) {
        let left = put(label, column, row, .bold)
        let room = max(1, width - left - 1)
        let before = SafeText(String(field.characters.prefix(field.place)), isUnicode: isUnicode)
        var hidden = 0
        var columns = before.width
        while columns >= room, hidden < before.cells.count {
            columns -= before.cells[hidden].width
            hidden += 1
        }
        var shown = SafeText(field.text, isUnicode: isUnicode)
        shown.dropFirst(hidden)
        put(shown, left, row, limit: room)
        cursor = (min(left + columns, width - 1), row)
    }
}
