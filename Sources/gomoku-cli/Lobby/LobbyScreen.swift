import GameState

/// The drawing of the lobby. Pure.
enum LobbyScreen {
    /// The number of lines that page up and down move.
    static let page = 10
    /// The widths of the columns for names and ratings.
    private static let nameWidth = 22, ratingWidth = 6, gameWidth = 34
    /// The least screen width for columns. On narrower screens each entry is one text.
    private static let columnsFrom = 60

    static func draw(_ model: LobbyModel, on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let words = model.words
        ScreenTitle(left: words.lobbyTitle(model.me?.name), status: model.status, latency: model.latency, words: words)
            .draw(on: &canvas, now: now)
        ways(model, &canvas)
        list(model, &canvas)
        hints(model, &canvas)
        message(model, now, &canvas)
        switch model.input {
        case .list, .room: break
        case .form(let form): form.dialog(words).draw(on: &canvas, above: canvas.height - 2)
        case .help(let first): model.help(first).draw(on: &canvas)
        }
        return canvas
    }

    private static func ways(_ model: LobbyModel, _ canvas: inout Canvas) {
        let first = canvas.put(model.words.waysTitle, 1, 2, .bold) + 2
        var (column, row) = (first, 2)
        for (key, words) in model.words.ways {
            let width = SafeText(key + words, isUnicode: canvas.isUnicode).width
            if column + width + 1 >= canvas.width {
                // The blank row above the list has room for the ways that do not fit.
                guard row == 2, first + width + 1 < canvas.width else { break }
                (column, row) = (first, 3)
            }
            let start = column
            column = canvas.put(key, column, row, [.bold, .green])
            column = canvas.put(" " + words, column, row)
            if model.input == .list, let key = model.words.key(named: key) {
                canvas.react(start, row, width: column - start, click: [key])
            }
            column += 2
        }
    }

    // MARK: List

    private enum Line {
        case heading(String, Int)
        case words(String)
        case entry(Int)
        case blank
    }

    /// An area of the screen for a list.
    private struct Area {
        let left: Int
        let width: Int

        /// The column after the area.
        var end: Int { left + width }
    }

    /// The least screen width for two lists side by side.
    private static let listsBesideFrom = 150

    private static func list(_ model: LobbyModel, _ canvas: inout Canvas) {
        guard model.isKnown else {
            canvas.put(model.words.entering, 1, 4, .dim)
            return
        }
        let seeks = model.seeks.count
        let games = model.games.count
        var waiting: [Line] = [.heading(model.words.whoWantsToPlay, seeks)]
        waiting += seeks == 0 ? [.words(model.words.noSeeks)] : (0..<seeks).map(Line.entry)
        var running: [Line] = [.heading(model.words.beingPlayed, games)]
        running += games == 0 ? [.words(model.words.noOpenGames)] : (seeks..<(seeks + games)).map(Line.entry)
        guard canvas.width >= listsBesideFrom else {
            return draw(waiting + [.blank] + running, model, Area(left: 0, width: canvas.width), &canvas)
        }
        let half = canvas.width / 2
        draw(waiting, model, Area(left: 0, width: half), &canvas)
        draw(running, model, Area(left: half, width: canvas.width - half), &canvas)
    }

    private static func draw(_ lines: [Line], _ model: LobbyModel, _ area: Area, _ canvas: inout Canvas) {
        let height = max(0, canvas.height - 7)
        let chosen = lines.firstIndex { if case .entry(model.place) = $0 { true } else { false } } ?? 0
        let first = max(0, min(chosen - height / 2, lines.count - height))
        if model.input == .list {
            canvas.react(area.left, 4, width: area.width, height: height, up: [.up], down: [.down])
        }
        for (row, line) in lines.dropFirst(first).prefix(height).enumerated() {
            draw(line, model, area, 4 + row, &canvas)
        }
    }

    private static func draw(_ line: Line, _ model: LobbyModel, _ area: Area, _ row: Int, _ canvas: inout Canvas) {
        switch line {
        case .blank: break
        case .heading(let text, let count):
            canvas.put(count > 0 ? "\(text): \(count)" : text, area.left + 1, row, .bold, limit: area.width - 2)
        case .words(let text): canvas.put(text, area.left + 3, row, .dim, limit: area.width - 4)
        case .entry(let place):
            entry(model.entries[place], model, isChosen: place == model.place, area, row, &canvas)
            guard model.input == .list else { break }
            canvas.react(area.left, row, width: area.width, click: [.entry(place)], up: [.up], down: [.down])
        }
    }

    private static func entry(
        _ entry: LobbyModel.Entry, _ model: LobbyModel, isChosen: Bool, _ area: Area, _ row: Int,
        _ canvas: inout Canvas
    ) {
        if isChosen { canvas.put(">", area.left + 1, row, .bold) }
        let style: Canvas.Style = isChosen ? .bold : []
        switch entry {
        case .seek(_, let seek):
            let isMine = seek.by.id == model.me?.id
            let name = seek.by.name + (isMine ? " (\(model.words.you))" : seek.by.isBot ? " (\(model.words.bot))" : "")
            columns(
                name, "\(seek.rating)", model.words.terms(seek.terms, meeting: seek.range), Self.nameWidth, area, row,
                style, &canvas)
        case .game(_, let game):
            func player(_ stone: Stone) -> String {
                let player = game.players[stone]
                return player.rating.map { "\(player.name) \($0)" } ?? player.name
            }
            columns(
                "\(player(.x)) – \(player(.o))", "", model.words.terms(game), Self.gameWidth, area, row, style, &canvas)
        }
    }

    private static func columns(
        _ name: String, _ rating: String, _ terms: String, _ width: Int, _ area: Area, _ row: Int,
        _ style: Canvas.Style, _ canvas: inout Canvas
    ) {
        let left = area.left + 3
        guard area.width >= Self.columnsFrom else {
            let words = [name, rating, terms].filter { !$0.isEmpty }.joined(separator: " ")
            canvas.put(words, left, row, style, limit: area.width - 4)
            return
        }
        canvas.put(name, left, row, style, limit: width)
        var column = left + width + 2
        if !rating.isEmpty {
            canvas.put(rating, column, row, style, limit: Self.ratingWidth)
            column += Self.ratingWidth
        }
        canvas.put(terms, column, row, style, limit: area.end - column - 1)
    }

    // MARK: Bottom rows

    /// The number of additional rows that a long message may cover.
    private static let rowsAbove = 3

    private static func message(_ model: LobbyModel, _ now: Int, _ canvas: inout Canvas) {
        let row = max(0, canvas.height - 2)
        if let wish = model.wish {
            let words = model.words.looking(for: wish, seconds: max(0, now - model.since) / 1_000)
            canvas.put(words, 1, row - 1, [.bold, .green], limit: canvas.width - 2)
        }
        var area = MessageArea(row: row, rows: max(0, row - rowsAbove)...max(row, canvas.height - 1))
        if case .room(let field) = model.input {
            canvas.put(field, label: model.words.roomPrompt, 1, row)
            // Errors about the name are shown above it.
            let above = max(0, row - 1)
            area = MessageArea(row: above, rows: max(0, above - rowsAbove)...above)
        }
        if let news = model.news { canvas.put(news, in: area) }
    }

    private static func hints(_ model: LobbyModel, _ canvas: inout Canvas) {
        let words = model.words
        var hints: [(String, KeyAction)]
        switch model.input {
        case .list:
            hints =
                model.entries.isEmpty
                ? [] : [(words.keyNames(.arrowsEnter), model.place < model.seeks.count ? .play : .watch)]
            if model.wish != nil { hints.append(("x", .stopLooking)) }
            hints += [("?", .help), ("q", .quit)]
        case .form: hints = [(words.keyNames(.enter), .looks), (words.keyNames(.escape), .leaves)]
        case .room: hints = [(words.keyNames(.enter), .opensIt), (words.keyNames(.escape), .leaves)]
        case .help: hints = [(words.keyNames(.anyKey), .goesBack)]
        }
        canvas.put(hints.map { (key: $0.0, words: words.keys($0.1)) }, 1, canvas.height - 1, words)
    }
}
