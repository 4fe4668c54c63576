import GameState

/// The drawing of a race. Pure.
enum RaceScreen {
    /// - Parameter now: the time in milliseconds of the loop's clock.
    static func draw(_ model: RaceModel, isUnicode: Bool = true, now: Int) -> Canvas {
        let (words, screen) = (model.words, model.screen)
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = PlayLayout(size: model.size, screen: screen)
        ScreenTitle(left: words.raceHeading(model.room), status: model.status, latency: model.latency, words: words)
            .draw(on: &canvas, now: now)
        guard let board = layout.board else {
            let text = SafeText(
                words.windowSmall(
                    height: screen.height, neededHeight: layout.needed.height, neededWidth: layout.needed.width,
                    width: screen.width), isUnicode: isUnicode)
            for (row, line) in text.wrapped(to: canvas.width).enumerated() { canvas.put(line, 0, row + 1) }
            return canvas
        }
        PuzzleBoard(layout: board, attempt: model.run.attempt, isOpen: model.canPick, cursor: model.cursor)
            .draw(on: &canvas)
        if let panel = layout.panel { RacePanel(model: model, area: panel, now: now).draw(on: &canvas) }
        if let row = layout.statusRow {
            let parts = [RacePanel.clock(model, now: now), words.title(model, now: now)].compactMap { $0 }
            canvas.put(parts.joined(separator: " · "), 1, row, .bold, limit: canvas.width - 2)
        }
        if let row = layout.hintRow { canvas.put(hints(model, now), 1, row, words) }
        message(model, layout, now, &canvas)
        switch model.input {
        case .board: break
        case .terms(let menu): menu.dialog(words).draw(on: &canvas)
        case .help(let first): model.help(first).draw(on: &canvas)
        }
        return canvas
    }

    private static func message(_ model: RaceModel, _ layout: PlayLayout, _ now: Int, _ canvas: inout Canvas) {
        let words = model.words
        if model.isLinkShown || model.invites(now) && layout.panel != nil,
            LinkRow.put(model.link, layout, on: &canvas) == layout.messageRow
        {
            return
        }
        if let point = PlayModel.beginning(typed: model.typed, held: model.held) {
            canvas.putTyped(point, layout.messageRow, words)
        } else if let news = model.news {
            canvas.put(news, in: layout.message)
        } else if layout.panel == nil, !words.result(model, now: now).isEmpty {
            canvas.put(words.result(model, now: now), in: layout.message, RacePanel.style(model))
        } else if layout.hintRow == nil {
            canvas.put(hints(model, now), 1, layout.messageRow, words)
        }
    }

    /// Returns the keys that have an effect now, most useful first.
    private static func hints(_ model: RaceModel, _ now: Int) -> [KeyHint] {
        let words = model.words
        let (enter, escape) = (words.keyNames(.enter), words.keyNames(.escape))
        switch model.input {
        case .terms: return [(enter, words.studyKeysDone), (escape, words.keys(.leaves))]
        case .help: return [(escape, words.keys(.goesBack))]
        case .board: break
        }
        var hints: [KeyHint] = []
        if model.canPick {
            let isDrill = model.run.attempt?.isDrill == true
            hints.append((enter, isDrill ? words.puzzleKeysMark : words.keys(.move)))
        }
        if model.plays { hints.append(("s", words.raceKeysSkip)) }
        if model.mayEnd(now), !model.plays { hints.append(("e", words.raceKeysEnd)) }
        if model.mayJoin { hints.append(("j", words.raceKeysJoin)) }
        if model.mayStart(now) {
            let isFirst = model.phase(now) == .open
            hints += [
                ("n", isFirst ? words.keys(.starts) : words.raceKeysAgain), (words.keyNames(.tab), words.raceKeysTerms),
            ]
        }
        if model.mayLeave(now) { hints.append(("x", words.raceKeysLeave)) }
        return hints + [("w", words.keys(.copyLink)), ("?", words.keys(.help)), ("q", words.keys(.quit))]
    }
}
