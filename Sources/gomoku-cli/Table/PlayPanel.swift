import Client
import GameState

/// The panel beside the board: players, status, moves, participants and chat.
struct PlayPanel {
    let model: PlayModel
    let area: PlayLayout.Panel
    /// The time in milliseconds of the loop's clock.
    let now: Int

    /// The greatest number of rows of a prompt.
    private static let promptRows = 4
    /// The least number of rows reserved for the chat.
    private static let chatRows = 4

    func draw(on canvas: inout Canvas) {
        var row = area.top
        heading(&row, &canvas)
        for stone in Stone.allCases { seat(stone, &row, &canvas) }
        row += 1
        status(&row, &canvas)
        invitation(&row, &canvas)
        moves(&row, &canvas)
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

    private func heading(_ row: inout Int, _ canvas: inout Canvas) {
        if let number = game.number {
            var text = "\(words.gameNumber(number)) · \(words.ruleWords(game.rule))"
            if game.terms.opening != .none { text += " · \(words.name(game.terms.opening))" }
            if game.size != .standard { text += " · \(game.size.side)×\(game.size.side)" }
            if let clock = game.terms.clock { text += " · \(clock)" }
            if game.terms.isRated { text += " · \(words.unusualRated)" }
            put(text, row, .dim, &canvas)
        } else {
            put(model.mirror.isKnown ? words.emptyTableTitle : words.enteringRoom, row, .dim, &canvas)
        }
        row += 1
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
        row += 1
    }

    /// Draws a side's clock at the right edge, and returns its width in columns.
    private func face(_ stone: Stone, _ row: Int, _ canvas: inout Canvas) -> Int {
        guard row < end, let face = model.face(stone, now: now) else { return 0 }
        let text = (face.isShort ? "! " : "") + face.text
        canvas.put(text, area.left + area.width - text.count, row, face.style)
        return text.count + 1
    }

    private func status(_ row: inout Int, _ canvas: inout Canvas) {
        for prompt in model.prompts(now: now) {
            let lines = SafeText(prompt.text, isUnicode: canvas.isUnicode).wrapped(to: area.width)
            for line in lines.prefix(Self.promptRows) {
                if row < end { canvas.put(line, area.left, row, prompt.style) }
                row += 1
            }
        }
        row += 1
    }

    /// Draws the link to the room while a player is missing.
    private func invitation(_ row: inout Int, _ canvas: inout Canvas) {
        let isAlone = model.mirror.isKnown && model.mirror.participants.count < 2
        guard model.mode == .play, isAlone || rightsToInvite else { return }
        put(words.sendLinkTo, row, [], &canvas)
        for line in SafeText(model.link).wrapped(to: area.width) {
            row += 1
            if row < end { canvas.put(line, area.left, row, .underline) }
        }
        row += 2
    }

    private var rightsToInvite: Bool {
        game.number != nil && !game.isOver && Stone.allCases.contains { game.seats[$0] == nil }
    }

    /// Draws the latest moves, two per line as on score sheets.
    private func moves(_ row: inout Int, _ canvas: inout Canvas) {
        guard !game.moves.isEmpty else { return }
        put(words.moveList, row, .dim, &canvas)
        row += 1
        let lines = (game.moves.count + 1) / 2
        let shown = max(1, min(lines, 6, end - row - Self.chatRows - 4))
        for line in (lines - shown)..<lines {
            let number = 2 * line + 1
            let first = game.size.name(of: game.moves[number - 1])
            let second = number < game.moves.count ? game.size.name(of: game.moves[number]) : ""
            put("\(number)".padded(left: 3) + ". " + first.padded(right: 5) + second, row, [], &canvas)
            row += 1
        }
        row += 1
    }

    private func people(_ row: inout Int, _ canvas: inout Canvas) {
        guard model.mirror.isKnown else { return }
        let people = model.mirror.participants
        put(words.hereCount(people.count), row, .dim, &canvas)
        row += 1
        let names = people.prefix(50).map { person in
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

    /// Draws the latest chat messages that fit, with the last one at the bottom.
    private func chat(_ row: inout Int, _ canvas: inout Canvas) {
        let chat = model.chat
        guard row + 1 < end, !chat.isEmpty else { return }
        put(words.chat, row, .dim, &canvas)
        row += 1
        var lines: [SafeText] = []
        for line in chat.suffix(end - row) {
            let name = SafeText(line.by.name, isUnicode: canvas.isUnicode).cut(to: 16, isUnicode: canvas.isUnicode).text
            lines += SafeText(words.said(line, name: name), isUnicode: canvas.isUnicode).wrapped(to: area.width)
        }
        for line in lines.suffix(end - row) {
            canvas.put(line, area.left, row)
            row += 1
        }
    }
}
