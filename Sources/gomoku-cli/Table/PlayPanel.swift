import Client
import GameState

/// The panel beside the board: players, status, moves, participants and chat.
struct PlayPanel {
    let model: PlayModel
    let area: PlayLayout.Panel
    /// The panel for people and chat, or nil if they are below the moves.
    let second: PlayLayout.Panel?
    /// The time in milliseconds of the loop's clock.
    let now: Int

    /// The greatest number of rows of a prompt.
    private static let promptRows = 4
    /// The numbers of rows reserved for the people, and at least for the chat.
    private static let peopleRows = 4, chatRows = 5
    /// The number of names in the list of people.
    private static let namesLimit = 50

    func draw(on canvas: inout Canvas) {
        if let second {
            let other = PlayPanel(model: model, area: second, second: nil, now: now)
            var row = second.top
            other.people(&row, &canvas)
            other.chat(&row, &canvas)
        }
        var row = area.top
        heading(&row, &canvas)
        for stone in Stone.allCases { seat(stone, &row, &canvas) }
        row += 1
        status(&row, &canvas)
        invitation(&row, &canvas)
        moves(&row, &canvas)
        guard second == nil else { return }
        people(&row, &canvas)
        chat(&row, &canvas)
    }

    private var game: GameView { model.game }
    private var words: any Words { model.words }
    private var end: Int { area.top + area.height }

    private func put(_ text: String, _ row: Int, _ style: Canvas.Style = [], indent: Int = 0, _ canvas: inout Canvas) {
        guard row < end else { return }
        canvas.put(text, area.left + indent, row, style, limit: area.width - indent)
    }

    /// Draws a text in as many rows as it needs, up to a limit.
    private func putLines(_ text: String, _ row: inout Int, _ style: Canvas.Style = [], _ canvas: inout Canvas) {
        let lines = SafeText(text, isUnicode: canvas.isUnicode).wrapped(to: area.width)
        for line in lines.prefix(Self.promptRows) {
            if row < end { canvas.put(line, area.left, row, style) }
            row += 1
        }
    }

    private func heading(_ row: inout Int, _ canvas: inout Canvas) {
        let rows =
            game.number != nil
            ? words.heading(game, width: area.width)
            : [model.mirror.isKnown ? words.emptyTableTitle : words.enteringRoom]
        for text in rows {
            put(text, row, .dim, &canvas)
            row += 1
        }
    }

    private func seat(_ stone: Stone, _ row: inout Int, _ canvas: inout Canvas) {
        let isTurn = game.turn == stone
        let picture = BoardPicture.stone(stone, isUnicode: canvas.isUnicode)
        let color = BoardPicture.color(stone)
        put(isTurn ? ">" : " ", row, .bold, &canvas)
        put(picture, row, color.union(.bold), indent: 2, &canvas)
        put(canvas.isUnicode ? words.side(stone) : "", row, color.union(.bold), indent: 4, &canvas)
        var text = words.seatFree
        if let holder = game.seats[stone] {
            text = model.name(holder)
            if game.terms.isRated, let rating = model.ratings[holder] { text += " \(rating.text)" }
            if holder == model.me?.id {
                text += " (\(words.you))"
            } else if holder.robotLevel == nil, !model.mirror.isHere(holder) {
                text += " (\(words.away))"
            } else if model.mirror.person(holder)?.isBot == true {
                text += " (\(words.bot))"
            }
        }
        let clock = face(stone, row, &canvas)
        let style: Canvas.Style = game.seats[stone] == nil ? .dim : isTurn ? .bold : []
        if row < end { canvas.put(text, area.left + 6, row, style, limit: area.width - 6 - clock) }
        if model.input == .board, model.mode == .play, model.rights.seat == stone {
            canvas.react(area.left, row, width: area.width, click: [.character("j")])
        }
        row += 1
    }

    /// Draws a side's clock at the right edge, and returns its width in columns.
    private func face(_ stone: Stone, _ row: Int, _ canvas: inout Canvas) -> Int {
        guard row < end, let face = model.face(stone, now: now) else { return 0 }
        let text = (face.isShort ? "! " : "") + face.text
        let width = SafeText(text).width
        canvas.put(text, area.left + area.width - width, row, face.style)
        return width + 1
    }

    private func status(_ row: inout Int, _ canvas: inout Canvas) {
        for prompt in model.prompts(now: now) {
            let first = row
            putLines(prompt.text, &row, prompt.style, &canvas)
            if let key = prompt.key, model.input == .board {
                canvas.react(area.left, first, width: area.width, height: row - first, click: [key])
            }
        }
        row += 1
    }

    /// Draws the link to the room while another player is missing.
    private func invitation(_ row: inout Int, _ canvas: inout Canvas) {
        guard model.invites else { return }
        putLines(words.sendLinkTo, &row, [], &canvas)
        if LinkRow.fits(model.link, area.width) {
            if row < end { LinkRow.put(model.link, on: &canvas, area.left, row, limit: area.width) }
            row += 1
        }
        put(words.linkKey, row, .dim, &canvas)
        row += 2
    }

    /// Draws the moves that fit above the people and the chat.
    private func moves(_ row: inout Int, _ canvas: inout Canvas) {
        let list = model.moveList
        guard !list.moves.isEmpty else { return }
        put(words.moveList, row, .dim, &canvas)
        row += 1
        let height = max(1, min(list.lines, end - row - (second == nil ? rowsBelowMoves(row) : 0)))
        list.draw(
            on: &canvas, left: area.left, top: row, width: area.width, height: min(height, end - row), reacts: true)
        row += height + 1
    }

    /// Returns the number of rows for people and chat below the moves in the same panel. The chat
    /// gets half of the rest.
    private func rowsBelowMoves(_ row: Int) -> Int {
        let rest = end - row - Self.peopleRows
        let most = max(Self.chatRows, rest / 2)
        return Self.peopleRows + chatPane.height(area.width, most: most)
    }

    private func people(_ row: inout Int, _ canvas: inout Canvas) {
        guard model.mirror.isKnown else { return }
        let people = model.mirror.participants
        put(words.hereCount(people.count), row, .dim, &canvas)
        row += 1
        let names = people.prefix(Self.namesLimit).map { person in
            person.id == model.me?.id
                ? "\(person.name) (\(words.you))" : person.isBot ? "\(person.name) (\(words.bot))" : person.name
        }
        // Show as many names as fit into two lines. The title above has their total number.
        let text = SafeText(names.joined(separator: ", "), isUnicode: canvas.isUnicode).cut(
            to: 2 * area.width - 8, isUnicode: canvas.isUnicode)
        for line in text.wrapped(to: area.width).prefix(2) {
            if row < end { canvas.put(line, area.left, row) }
            row += 1
        }
        row += 1
    }

    private var chatPane: ChatPane { ChatPane(chat: model.chat, newer: model.newerChat, words: words) }

    private func chat(_ row: inout Int, _ canvas: inout Canvas) {
        chatPane.draw(
            on: &canvas, left: area.left, top: row, width: area.width, height: end - row)
    }
}

extension PlayModel {
    /// The list of the game's moves.
    var moveList: MoveList {
        MoveList(
            moves: game.moves.map { MoveList.Move(name: game.size.name(of: $0)) }, shown: lookBack?.moves,
            linesBack: linesBack)
    }
}
