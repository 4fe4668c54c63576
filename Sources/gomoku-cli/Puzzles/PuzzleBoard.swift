import GameState
import Puzzles

/// The drawing of a puzzle's board. Pure.
struct PuzzleBoard {
    let layout: PlayLayout.Board
    /// The attempt; nil for an empty board.
    let attempt: PuzzleAttempt?
    /// Whether the user can choose a point.
    let isOpen: Bool
    /// The line that is shown instead of the attempt.
    var line: PuzzleLine?
    /// The point that a hint shows.
    var hint: Point?
    var cursor: Point?

    func draw(on canvas: inout Canvas) {
        guard let attempt else {
            BoardPicture(layout: layout, board: Board(size: layout.size), isUnicode: canvas.isUnicode).draw(on: &canvas)
            return
        }
        let position = attempt.puzzle.position
        let moves = line.map { Array($0.points.prefix($0.shown)) } ?? attempt.moves
        let (board, five) = position.board(after: moves)
        var picture = BoardPicture(layout: layout, board: board, isUnicode: canvas.isUnicode)
        picture.last = moves.last ?? attempt.puzzle.last
        picture.line = five
        if attempt.isDrill {
            picture.offered = attempt.state == .open ? attempt.found : attempt.answers
        } else if isOpen, position.turn == .x {
            picture.forbidden = position.rule.forbiddenPoints(of: board).map(\.0)
        }
        if isOpen { (picture.advised, picture.cursor) = (hint, cursor) }
        picture.draw(on: &canvas)
        if isOpen, let wrong = attempt.wrong { mark("×", ascii: "x", wrong, .red, &canvas) }
        if let next = line?.next {
            mark("•", ascii: "'", next, BoardPicture.color(line?.side(moves.count) ?? .x), &canvas)
        }
    }

    private func mark(
        _ unicode: String, ascii: String, _ point: Point, _ style: Canvas.Style, _ canvas: inout Canvas
    ) {
        canvas.put(
            canvas.isUnicode ? unicode : ascii, layout.column(point), layout.row(point), style.union(.bold))
    }
}
