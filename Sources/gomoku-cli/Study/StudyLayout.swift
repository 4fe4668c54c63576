import GameState

/// The layout of an analysis room: the table's, and an area for the engine below the board.
struct StudyLayout {
    let table: PlayLayout
    /// The area below the board for the engine's lines, or nil if it is too low.
    let engine: PlayLayout.Panel?

    /// The least height of the area below the board.
    private static let engineRows = 5
    /// The columns left of the board's first column, for the numbers of rows.
    private static let margin = 4

    init(size: BoardSize, screen: Terminal.Size) {
        table = PlayLayout(size: size, screen: screen)
        guard let board = table.board else {
            engine = nil
            return
        }
        let top = board.bottom + 2
        let rows = (table.statusRow ?? table.messageRow) - top
        engine =
            rows < Self.engineRows
            ? nil
            : PlayLayout.Panel(
                left: board.left - Self.margin + 1, top: top, width: board.width + Self.margin, height: rows)
    }
}
