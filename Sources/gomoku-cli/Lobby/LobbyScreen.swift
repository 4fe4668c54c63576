import GameState

/// The lobby to a screen. Pure.
enum LobbyScreen {
    /// Lines that page up and down go.
    static let page = 10
    /// Columns of names and ratings.
    private static let nameWidth = 22, ratingWidth = 6, gameWidth = 34
    /// From this width on there are columns; below it each line is one text.
    private static let columnsFrom = 60

    static func draw(_ model: LobbyModel, on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas {
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let who = model.me.map { " · you are \($0.name)" } ?? ""
        ScreenTitle(left: "Five in a row · lobby\(who)", status: model.status, latency: model.latency).draw(
            on: &canvas, now: now)
        ways(model, &canvas)
        list(model, &canvas)
        message(model, now, &canvas)
        hints(model, &canvas)
        switch model.input {
        case .list, .room: break
        case .form(let form): form.dialog(title: "Look for an opponent", does: "looks").draw(on: &canvas)
        case .help: PlayDialog(title: "Help", rows: help).draw(on: &canvas)
        }
        return canvas
    }

    private static func ways(_ model: LobbyModel, _ canvas: inout Canvas) {
        var column = canvas.put("Play", 1, 2, .bold) + 2
        for (key, words) in LobbyWords.ways {
            guard column + key.count + words.count + 1 < canvas.width else { break }
            column = canvas.put(key, column, 2, [.bold, .green])
            column = canvas.put(" " + words, column, 2) + 3
        }
    }

    // MARK: the list

    private enum Line {
        case heading(String, Int)
        case words(String)
        case entry(Int)
        case blank
    }

    private static func list(_ model: LobbyModel, _ canvas: inout Canvas) {
        guard model.isKnown else {
            canvas.put(LobbyWords.entering, 1, 4, .dim)
            return
        }
        let seeks = model.seeks.count
        let games = model.games.count
        var lines: [Line] = [.heading("Who wants to play", seeks)]
        lines += seeks == 0 ? [.words(LobbyWords.noSeeks)] : (0..<seeks).map(Line.entry)
        lines += [.blank, .heading("Being played", games)]
        lines += games == 0 ? [.words(LobbyWords.noGames)] : (seeks..<(seeks + games)).map(Line.entry)
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
            let name = seek.by.name + (isMine ? " (you)" : seek.by.isBot ? " (bot)" : "")
            columns(name, "\(seek.rating)", LobbyWords.terms(seek.terms), Self.nameWidth, row, style, &canvas)
        case .game(_, let game):
            func player(_ stone: Stone) -> String {
                let player = game.players[stone]
                return player.rating.map { "\(player.name) \($0)" } ?? player.name
            }
            columns("\(player(.x)) – \(player(.o))", "", LobbyWords.game(game), Self.gameWidth, row, style, &canvas)
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

    // MARK: rows below

    private static func message(_ model: LobbyModel, _ now: Int, _ canvas: inout Canvas) {
        let row = canvas.height - 2
        if case .room(let field) = model.input {
            let place = canvas.put("Room: ", 1, row, .bold)
            canvas.put(field.text, place, row, limit: canvas.width - place - 1)
            canvas.cursor = (min(place + field.place, canvas.width - 1), row)
        } else if let news = model.news {
            canvas.put(
                (news.isWarning ? "! " : "") + news.text, 1, row, news.isWarning ? [.bold, .red] : [],
                limit: canvas.width - 2)
        }
        if let wish = model.wish {
            let words = LobbyWords.looking(wish, seconds: max(0, now - model.since) / 1_000)
            canvas.put(words, 1, row - 1, [.bold, .green], limit: canvas.width - 2)
        }
    }

    private static func hints(_ model: LobbyModel, _ canvas: inout Canvas) {
        var hints: [(String, String)]
        switch model.input {
        case .list:
            hints = model.entries.isEmpty ? [] : [("Arrows Enter", model.place < model.seeks.count ? "play" : "watch")]
            if model.wish != nil { hints.append(("x", "stop looking")) }
            hints += [("?", "help"), ("q", "quit")]
        case .form: hints = [("Enter", "looks"), ("Esc", "leaves")]
        case .room: hints = [("Enter", "opens it"), ("Esc", "leaves")]
        case .help: hints = [("any key", "goes back")]
        }
        canvas.put(hints, 1, canvas.height - 1)
    }

    private static let help: [(String, String, Bool)] = [
        ("Arrows", "choose; Enter plays, or watches", false),
        ("a", "look for anyone; you are listed meanwhile", false),
        ("x", "stop looking", false),
        ("f", "a new room, and a link for a friend", false),
        ("k", "play the computer", false),
        ("o", "open a room by its name or address", false),
        ("w", "go to the games being played", false),
        ("R  Ctrl-L", "try the connection; draw again", false),
        ("q", "quit", false),
    ]
}
