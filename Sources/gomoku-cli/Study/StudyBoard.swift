import GameState
import Wire

/// The board of an analysis: the position of the node, the moves after it, marks, and the points at
/// which others look.
struct StudyBoard {
    let model: StudyModel
    let layout: PlayLayout.Board

    func draw(on canvas: inout Canvas) {
        let room = model.study
        let (board, turn) = room.position(model.node)
        var picture = BoardPicture(layout: layout, board: board, isUnicode: canvas.isUnicode)
        picture.last = room.point(model.node)
        picture.pending = model.pending.flatMap { $0.parent == model.node ? ($0.point, turn) : nil }
        picture.cursor = model.cursor
        picture.draw(on: &canvas)
        for child in room.children(model.node) {
            guard let point = room.point(child), picture.pending?.point != point else { continue }
            canvas.put(
                canvas.isUnicode ? "•" : "'", layout.column(point), layout.row(point),
                [.bold, BoardPicture.color(turn)])
        }
        // The board of an unreadable message may be larger than this one.
        for (point, mark) in room.marks(model.node) where model.size.contains(point) {
            put(StudyMarks.text(mark, isUnicode: canvas.isUnicode), point, board, [.bold, .green], &canvas)
        }
        for (person, place) in model.others {
            guard place.node == model.node, let point = place.cell, model.size.contains(point), point != model.cursor,
                let letter = person.name.first
            else { continue }
            put(String(letter), point, board, .reverse, &canvas)
        }
    }

    /// Writes a text on an empty point, or beside a stone.
    private func put(_ text: String, _ point: Point, _ board: Board, _ style: Canvas.Style, _ canvas: inout Canvas) {
        let isOccupied = board[point] != nil
        let room = isOccupied ? layout.stepX - 1 : max(2, layout.stepX - 1)
        let shown = StudyMarks.cut(text, to: room, isUnicode: canvas.isUnicode)
        let width = SafeText(shown, isUnicode: canvas.isUnicode).width
        let column = layout.column(point) + (isOccupied ? 1 : -((width - 1) / 2))
        canvas.put(shown, column, layout.row(point), style)
    }
}
