/// A hyperlink on a canvas.
struct CanvasLink: Equatable {
    let target: LinkTarget
    let row: Int
    let columns: Range<Int>
}

extension Canvas {
    /// Returns the hyperlink of a cell, or nil if it has none.
    func link(_ column: Int, _ row: Int) -> LinkTarget? {
        // Few canvases have links, and they have one or two.
        links.isEmpty ? nil : links.last { $0.row == row && $0.columns.contains(column) }?.target
    }
}
