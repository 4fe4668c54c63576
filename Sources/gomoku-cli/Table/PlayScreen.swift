import Client
import GameState
import Wire

/// The drawing of a table. Pure.
enum PlayScreen {
    /// - Parameter now: the time in milliseconds of the loop's clock, for the seconds until the
    ///   next attempt.
    static func draw(_ model: PlayModel, isUnicode: Bool = true, now: Int) -> Canvas {
        let screen = model.screen
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = PlayLayout(size: model.game.size, screen: screen)
        title(model, now, &canvas)
        guard let board = layout.board else {
            tooSmall(layout.needed, screen, model.words, &canvas)
            return canvas
        }
        picture(model, board, isUnicode).draw(on: &canvas)
        if model.input == .board {
            canvas.react(
                board.left - 1, board.top, width: board.width + 2, height: board.bottom + 1 - board.top,
                up: [.character("[")], down: [.character("]")])
        }
        let link = LinkRow(model, layout)
        if let panel = layout.panel {
            PlayPanel(model: model, area: link.shortened(panel), second: layout.second.map(link.shortened), now: now)
                .draw(on: &canvas)
        }
        let message = PlayMessage(model: model, layout: layout, now: now)
        if let statusRow = layout.statusRow {
            // A long message moves the status up, over the column letters.
            let row = min(statusRow, message.top(on: canvas) - 1)
            if row > board.bottom { narrowStatus(model, row, now, &canvas) }
        }
        if let row = layout.hintRow { canvas.put(PlayHints.now(model), 1, row, model.words) }
        message.draw(on: &canvas)
        link.draw(on: &canvas)
        overlay(model, layout, &canvas)
        return canvas
    }

    private static func picture(_ model: PlayModel, _ layout: PlayLayout.Board, _ isUnicode: Bool) -> BoardPicture {
        let game = model.game
        var picture = BoardPicture(layout: layout, board: model.shownBoard, isUnicode: isUnicode)
        guard model.lookBack == nil else {
            picture.last = game.moves.prefix(model.shownMoves).last
            return picture
        }
        picture.last = game.lastMove
        picture.line = game.line
        picture.pending = model.pendingMove.map { ($0, .ofMove(game.moves.count + 1)) }
        if model.hasCursor { picture.cursor = model.cursor }
        picture.offered = model.game.phase == .offer ? game.openingState?.offered ?? game.fifths : game.fifths
        picture.advised = model.advice.flatMap { $0.move == game.moves.count + 1 ? $0.cell : nil }
        if let opening = game.openingState, model.rights.move != nil, case .place = opening.awaited {
            let allowed = opening.allowedPoints
            if allowed.count + game.moves.count < game.size.area { picture.allowed = Set(allowed) }
        }
        picture.forbidden = Array(model.forbidden.keys)
        return picture
    }

    // MARK: Rows

    private static func title(_ model: PlayModel, _ now: Int, _ canvas: inout Canvas) {
        let left = model.words.tableTitle(model.room.text, watching: model.mode == .watch)
        ScreenTitle(left: left, status: model.status, latency: model.latency, words: model.words).draw(
            on: &canvas, now: now)
    }

    private static func tooSmall(
        _ needed: Terminal.Size, _ screen: Terminal.Size, _ words: any Words, _ canvas: inout Canvas
    ) {
        let text = SafeText(
            words.windowSmall(
                height: screen.height, neededHeight: needed.height, neededWidth: needed.width, width: screen.width),
            isUnicode: canvas.isUnicode)
        for (row, line) in text.wrapped(to: canvas.width).enumerated() { canvas.put(line, 0, row + 1) }
    }

    /// Draws the status without a panel: the turn, and the clocks on the right.
    private static func narrowStatus(_ model: PlayModel, _ row: Int, _ now: Int, _ canvas: inout Canvas) {
        canvas.clear(0, row, width: canvas.width, height: 1)
        var right = canvas.width - 1
        for stone in Stone.allCases.reversed() {
            guard let face = model.face(stone, now: now) else { continue }
            let text = "\(model.words.side(stone)) \(face.isShort ? "!" : "")\(face.brief)"
            right -= SafeText(text).width
            canvas.put(text, right, row, face.style)
            right -= 1
        }
        // While an earlier position is shown, its sentence covers anything urgent.
        let urgent = model.lookBack == nil ? nil : model.urgent(now: now)
        guard let prompt = urgent ?? model.prompts(now: now).first else { return }
        let limit = max(0, right - 1)
        var text = prompt.text
        if urgent == nil, let stone = model.rights.move, model.game.phase == nil, SafeText(text).width > limit {
            text = model.words.yourTurnBrief(model.words.side(stone))
        }
        canvas.put(text, 1, row, prompt.style, limit: limit)
    }

    // MARK: Dialogs

    /// The number of chat messages in the dialog of a small window.
    private static let chatLines = 30

    private static func overlay(_ model: PlayModel, _ layout: PlayLayout, _ canvas: inout Canvas) {
        let words = model.words
        switch model.input {
        case .help(let first): model.help(first).draw(on: &canvas)
        case .newGame(let form): form.dialog(words).draw(on: &canvas, above: layout.messageRow)
        case .chat:
            // Without a panel, a dialog shows the chat while the user types.
            guard layout.panel == nil, !model.chat.isEmpty else { break }
            let seen = model.chat.dropLast(model.newerChat)
            let lines = seen.suffix(chatLines).map { PlayDialog.Row(value: words.said($0)) }
            let keys = PlayHints.now(model).map { "\($0.key) \($0.words)" }.joined(separator: ", ")
            PlayDialog(title: words.chat, rows: lines, footer: keys, first: .max, keyNames: words.dialogKeys)
                .draw(on: &canvas, above: layout.messageRow)
        case .people(let list):
            let people = model.people
            let rows = list.window(people.count).enumerated().map { number, place in
                PlayDialog.Row(
                    value: model.line(of: people[place]), isChosen: place == list.place, click: [.entry(number)])
            }
            PlayDialog(
                title: words.hereCount(model.mirror.participants.count), rows: rows, footer: words.peopleKeys,
                keyNames: words.dialogKeys
            ).draw(on: &canvas)
        case .abuse(let form): form.dialog(words).draw(on: &canvas, above: layout.messageRow)
        case .report(let report): report.dialog(words).draw(on: &canvas)
        case .board, .resign, .abort: break
        }
    }
}
