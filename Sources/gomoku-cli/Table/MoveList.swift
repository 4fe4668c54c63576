import GameState

/// A list of moves, two per line as on score sheets. A click on a move shows its position.
struct MoveList {
    /// A move with its number.
    struct Move: Equatable {
        let name: String
        /// The time that the move took, or nil if it is unknown.
        var time: String?
    }

    let moves: [Move]
    /// The number of the move whose position is on the screen, which is marked and visible. 0 is
    /// the position before the first move. Nil for the latest.
    var shown: Int?
    /// The number of lines by which the user has scrolled back.
    var linesBack = 0

    /// The columns of a move's number with its dot, of a point, and of a time.
    private static let numberWidth = 5, nameWidth = 5, timeWidth = 7
    /// The least width of a list with times.
    private static let timesFrom = numberWidth + 2 * (nameWidth + timeWidth)

    /// The number of lines for all moves.
    var lines: Int { (moves.count + 1) / 2 }

    /// Draws the lines that fit into an area.
    ///
    /// - Parameter reacts: whether the wheel scrolls the list.
    func draw(on canvas: inout Canvas, left: Int, top: Int, width: Int, height: Int, reacts: Bool) {
        guard height > 0, !moves.isEmpty else { return }
        let first = firstLine(height)
        if reacts {
            canvas.react(
                left, top, width: width, height: height, click: [],
                up: first > 0 ? [.scroll(.moves, .up)] : [], down: linesBack > 0 ? [.scroll(.moves, .down)] : [])
        }
        let showsTimes = width >= Self.timesFrom && moves.contains { $0.time != nil }
        let step = Self.nameWidth + (showsTimes ? Self.timeWidth : 0)
        for line in first..<min(lines, first + height) {
            let row = top + line - first
            canvas.put("\(2 * line + 1)".padded(left: 3) + ".", left, row, limit: width)
            for number in (2 * line + 1)...min(2 * line + 2, moves.count) {
                let column = left + Self.numberWidth + (number - 1) % 2 * step
                draw(number, column, row, left + width - column, showsTimes: showsTimes, &canvas)
            }
        }
    }

    /// Returns the first visible line.
    private func firstLine(_ height: Int) -> Int {
        let last = max(0, lines - height)
        guard let shown else { return max(0, last - linesBack) }
        return max(0, min(max(0, shown - 1) / 2 - height / 2, last) - linesBack)
    }

    private func draw(
        _ number: Int, _ column: Int, _ row: Int, _ room: Int, showsTimes: Bool, _ canvas: inout Canvas
    ) {
        let move = moves[number - 1]
        canvas.put(move.name, column, row, number == shown ? [.bold, .reverse] : [], limit: room)
        if showsTimes, let time = move.time {
            canvas.put(
                time.padded(left: Self.timeWidth - 1), column + Self.nameWidth - 1, row, .dim,
                limit: room - Self.nameWidth + 1)
        }
        canvas.react(column, row, width: Self.nameWidth - 1, click: [.move(number)])
    }
}
