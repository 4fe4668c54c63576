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
        var column = canvas.put(model.words.waysTitle, 1, 2, .bold) + 2
        for (key, words) in model.words.ways {
            guard column + SafeText(key + words).width + 1 < canvas.width else { break }
            column = canvas.put(key, column, 2, [.bold, .green])
            column = canvas.put(" " + words, column, 2) + 2
        }
    }

    // MARK: List

    private enum Line {
        case heading(String, Int)
        case words(String)
        case entry(Int)
        case blank
    }

    private static func list(_ model: LobbyModel, _ canvas: inout Canvas) {
        guard model.isKnown else {
            canvas.put(model.words.entering, 1, 4, .dim)
            return
        }
        let seeks = model.seeks.count
        let games = model.games.count
        var lines: [Line] = [.heading(model.words.whoWantsToPlay, seeks)]
        lines += seeks == 0 ? [.words(model.words.noSeeks)] : (0..<seeks).map(Line.entry)
        lines += [.blank, .heading(model.words.beingPlayed, games)]
        lines += games == 0 ? [.words(model.words.noOpenGames)] : (seeks..<(seeks + games)).map(Line.entry)
        let height = max(0, canvas.height - 7)
        let chosen = lines.firstIndex { if case .entry(model.place) = $0 { true } else { false } } ?? 0
        let first = max(0, min(chosen - height / 2, lines.count - height))
        for (row, line) in lines.dropFirst(first).prefix(height).enumerated() {
            draw(line, model, 4 + row, &canvas)
        }
    }

    private static func draw(_ line: Line, _ model: LobbyModel, _ row: Int, _ canvas: inout Canvas) {
        switch line {
        case .blank: break
        case .heading(let text, let count):
            canvas.put(count > 0 ? "\(text): \(count)" : text, 1, row, .bold, limit: canvas.width - 2)
        case .words(let text): canvas.put(text, 3, row, .dim, limit: canvas.width - 4)
        case .entry(let place): entry(model.entries[place], model, isChosen: place == model.place, row, &canvas)
        }
    }

    private static func entry(
        _ entry: LobbyModel.Entry, _ model: LobbyModel, isChosen: Bool, _ row: Int, _ canvas: inout Canvas
    ) {
        if isChosen { canvas.put(">", 1, row, .bold) }
        let style: Canvas.Style = isChosen ? .bold : []
        switch entry {
        case .seek(_, let seek):
            let isMine = seek.by.id == model.me?.id
            let name = seek.by.name + (isMine ? " (\(model.words.you))" : seek.by.isBot ? " (\(model.words.bot))" : "")
            columns(
                name, "\(seek.rating)", model.words.terms(seek.terms, meeting: seek.range), Self.nameWidth, row, style,
                &canvas)
        case .game(_, let game):
            func player(_ stone: Stone) -> String {
                let player = game.players[stone]
                return player.rating.map { "\(player.name) \($0)" } ?? player.name
            }
            columns("\(player(.x)) – \(player(.o))", "", model.words.terms(game), Self.gameWidth, row, style, &canvas)
        }
    }

    private static func columns(
        _ name: String, _ rating: String, _ terms: String, _ width: Int, _ row: Int, _ style: Canvas.Style,
        _ canvas: inout Canvas
    ) {
        guard canvas.width >= Self.columnsFrom else {
            let words = [name, rating, terms].filter { !$0.isEmpty }.joined(separator: " ")
            canvas.put(words, 3, row, style, limit: canvas.width - 4)
            return
        }
        canvas.put(name, 3, row, style, limit: width)
        var column = 3 + width + 2
        if !rating.isEmpty {
            canvas.put(rating, column, row, style, limit: Self.ratingWidth)
            column += Self.ratingWidth
        }
        canvas.put(terms, column, row, style, limit: canvas.width - column - 1)
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
            let place = canvas.put(model.words.roomPrompt, 1, row, .bold)
            canvas.put(field.text, place, row, limit: canvas.width - place - 1)
            canvas.cursor = (min(place + field.place, canvas.width - 1), row)
            // Errors about the name are shown above it.
            let above = max(0, row - 1)
            area = MessageArea(row: above, rows: max(0, above - rowsAbove)...above)
        }
        if let news = model.news {
            canvas.put(
                (news.isWarning ? "! " : "") + news.text, in: area, news.isWarning ? [.bold, .red] : [])
        }
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
        case .form: hints = [("Enter", .looks), ("Esc", .leaves)]
        case .room: hints = [("Enter", .opensIt), ("Esc", .leaves)]
        case .help: hints = [(words.keyNames(.anyKey), .goesBack)]
        }
        canvas.put(hints.map { (key: $0.0, words: words.keys($0.1)) }, 1, canvas.height - 1)
    }
}
