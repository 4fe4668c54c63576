/// An area of a canvas that reacts to the mouse.
struct ScreenTarget {
    let columns: Range<Int>
    let rows: Range<Int>
    /// The keys that a click stands for, or nil if the screen gets the click itself.
    var click: [Key]?
    /// The keys that one notch of the wheel stands for.
    var up: [Key] = []
    var down: [Key] = []

    func contains(_ column: Int, _ row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
}

extension Canvas {
    /// Makes an area react to the mouse. It hides the areas below it, as a dialog does.
    mutating func react(
        _ column: Int, _ row: Int, width: Int, height: Int = 1, click: [Key]? = nil, up: [Key] = [], down: [Key] = []
    ) {
        targets.append(
            ScreenTarget(
                columns: column..<max(column, column + width), rows: row..<max(row, row + height), click: click, up: up,
                down: down))
    }

    /// Returns the keys that a key stands for on this screen: other keys for the mouse over an
    /// area that reacts to it, and the key itself otherwise.
    func meaning(of key: Key) -> [Key] {
        func target(_ column: Int, _ row: Int) -> ScreenTarget? { targets.last { $0.contains(column, row) } }
        switch key {
        case .click(let column, let row): return target(column, row)?.click ?? [key]
        case .wheel(.up, let column, let row): return target(column, row)?.up ?? []
        case .wheel(.down, let column, let row): return target(column, row)?.down ?? []
        default: return [key]
        }
    }
}
