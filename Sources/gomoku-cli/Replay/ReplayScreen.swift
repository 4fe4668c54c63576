import GameState

/// The drawing of a replay: the board, and beside it the players with their clocks, the moves with
/// their times, and in a wide window also the list of all changes. Pure.
struct ReplayScreen {
    let model: ReplayModel

    private var words: any Words { model.words }
    private var frame: ReplayFrames.Frame { model.frame }

    func draw(on screen: Terminal.Size, isUnicode: Bool) -> Canvas {
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = PlayLayout(size: frame.board.size, screen: screen)
        title(&canvas)
        if let board = layout.board {
            var picture = BoardPicture(layout: board, board: frame.board, isUnicode: isUnicode)
            picture.last = frame.last
            picture.line = frame.line
            picture.draw(on: &canvas)
            canvas.react(
                board.left - 1, board.top, width: board.width + 2, height: board.bottom + 1 - board.top,
                up: [.left], down: [.right])
        } else {
            canvas.put(words.windowTooSmall, 0, 1)
        }
        if let panel = layout.panel { self.panel(panel, &canvas) }
        if let second = layout.second { changes(second, &canvas) }
        canvas.put(model.news ?? frame.caption, 1, layout.messageRow, .bold, limit: canvas.width - 2)
        if let row = layout.hintRow { canvas.put(hints, 1, row, words) }
        switch model.dialog {
        case .report(let report): report.dialog(words, closesWithAnyKey: true).draw(on: &canvas)
        case .help(let first): model.help(first).draw(on: &canvas)
        case nil: break
        }
        return canvas
    }

    private func title(_ canvas: inout Canvas) {
        canvas.clear(0, 0, width: canvas.width, height: 1, .reverse)
        let count = words.placeOf(count: model.frames.frames.count - 1, place: model.place)
        let width = SafeText(count, isUnicode: canvas.isUnicode).width
        canvas.put(words.replayHeading(model.title), 1, 0, [.reverse, .bold], limit: max(0, canvas.width - width - 3))
        canvas.put(count, max(0, canvas.width - width - 1), 0, .reverse)
    }

    private var hints: [KeyHint] {
        let name = words.keyNames
        switch model.dialog {
        case .report: return [(name(.upDown), words.keys(.scroll)), ("q", words.keys(.goesBack))]
        case .help: return [(name(.anyKey), words.keys(.goesBack))]
        case nil: break
        }
        let hints: [(NamedKey, KeyAction)] = [
            (.left, .back), (.right, .forward), (.space, model.isPlaying ? .pause : .playMoves), (.home, .toStart),
            (.end, .toEnd), (.pageUp, .tenBack), (.pageDown, .tenForward),
        ]
        return hints.map { (key: name($0.0), words: words.keys($0.1)) }
            + (model.hasReport ? [(key: "a", words: words.keys(.report))] : [])
            + [(key: "?", words: words.keys(.help)), (key: "q", words: words.keys(.quit))]
    }

    // MARK: Panels

    private func panel(_ area: PlayLayout.Panel, _ canvas: inout Canvas) {
        var row = area.top
        canvas.put(frame.heading, area.left, row, .dim, limit: area.width)
        row += 1
        for side in Stone.allCases {
            player(side, area, row, &canvas)
            row += 1
        }
        row += 1
        let steps = model.frames.steps(at: model.place)
        guard !steps.isEmpty, row + 1 < area.top + area.height else { return }
        canvas.put(words.moveList, area.left, row, .dim, limit: area.width)
        let height = area.top + area.height - row - 1
        canvas.react(area.left, row + 1, width: area.width, height: height, click: [], up: [.left], down: [.right])
        MoveList(moves: steps.map(\.move), shown: frame.moves).draw(
            on: &canvas, left: area.left, top: row + 1, width: area.width, height: height, reacts: false)
    }

    private func player(_ side: Stone, _ area: PlayLayout.Panel, _ row: Int, _ canvas: inout Canvas) {
        let isTurn = frame.turn == side
        let color = BoardPicture.color(side).union(.bold)
        canvas.put(isTurn ? ">" : " ", area.left, row, .bold)
        canvas.put(BoardPicture.stone(side, isUnicode: canvas.isUnicode), area.left + 2, row, color)
        if canvas.isUnicode { canvas.put(words.side(side), area.left + 4, row, color) }
        var room = area.width - 6
        if let face = frame.clocks?[side] {
            let width = SafeText(face.text).width
            canvas.put(face.text, area.left + area.width - width, row, isTurn ? .bold : [])
            room -= width + 1
        }
        let name = model.frames.player(side, at: model.place, words)
        canvas.put(
            name ?? words.seatFree, area.left + 6, row, name == nil ? .dim : isTurn ? .bold : [], limit: room)
    }

    /// Draws the captions of the frames around the current one. A click shows that frame.
    private func changes(_ area: PlayLayout.Panel, _ canvas: inout Canvas) {
        let count = model.frames.frames.count
        let first = max(0, min(model.place - area.height / 2, count - area.height))
        for place in first..<min(count, first + area.height) {
            let row = area.top + place - first
            canvas.put(
                model.frames.frames[place].caption, area.left, row, place == model.place ? [.bold, .reverse] : [],
                limit: area.width)
            canvas.react(area.left, row, width: area.width, click: [.entry(place)], up: [.left], down: [.right])
        }
    }
}
