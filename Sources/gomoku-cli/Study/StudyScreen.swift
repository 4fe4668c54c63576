import GameState

/// The drawing of an analysis room. Pure.
enum StudyScreen {
    /// - Parameter now: the time in milliseconds of the loop's clock, for the seconds until the
    ///   next attempt.
    static func draw(_ model: StudyModel, isUnicode: Bool = true, now: Int) -> Canvas {
        let screen = model.screen
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = StudyLayout(size: model.size, screen: screen)
        ScreenTitle(
            left: model.words.studyHeading(model.room.text), status: model.status, latency: model.latency,
            words: model.words
        ).draw(on: &canvas, now: now)
        guard let board = layout.table.board else {
            let needed = layout.table.needed
            let text = SafeText(
                model.words.windowSmall(
                    height: screen.height, neededHeight: needed.height, neededWidth: needed.width, width: screen.width),
                isUnicode: isUnicode)
            for (row, line) in text.wrapped(to: canvas.width).enumerated() { canvas.put(line, 0, row + 1) }
            return canvas
        }
        StudyBoard(model: model, layout: board).draw(on: &canvas)
        if model.input == .board {
            canvas.react(
                board.left - 1, board.top, width: board.width + 2, height: board.bottom + 1 - board.top,
                up: [.character("[")], down: [.character("]")])
        }
        if let panel = layout.table.panel {
            StudyPanel(model: model, area: panel, second: layout.table.second, holdsEngine: layout.engine == nil)
                .draw(on: &canvas)
        }
        if let area = layout.engine { StudyEngineLines(model: model, area: area).draw(on: &canvas) }
        if let row = layout.table.statusRow {
            let status = [StudyPanel.status(model), StudyPanel.role(model)].compactMap { $0 }.joined(separator: " · ")
            canvas.put(status, 1, row, .bold, limit: canvas.width - 2)
        }
        if let row = layout.table.hintRow { canvas.put(hints(model), 1, row, model.words) }
        message(model, layout.table, &canvas)
        switch model.input {
        case .help(let first): model.help(first).draw(on: &canvas)
        case .comments(let first): model.commentDialog(first).draw(on: &canvas)
        case .board, .text, .question: break
        }
        return canvas
    }

    // MARK: Messages

    private static func message(_ model: StudyModel, _ layout: PlayLayout, _ canvas: inout Canvas) {
        let words = model.words
        switch model.input {
        case .text(let prompt, let field):
            // A warning about the text stays above it.
            if let news = model.news, news.isWarning, layout.messageRow > 1 {
                canvas.clear(0, layout.messageRow - 1, width: canvas.width, height: 1)
                canvas.put("! \(news.text)", 1, layout.messageRow - 1, [.bold, .red], limit: canvas.width - 2)
            }
            canvas.put(field, label: prompt.label(words, model.size), 1, layout.messageRow)
            return
        case .question(let question):
            let text =
                switch question {
                case .delete(let node, _, let count):
                    words.studyAskDelete(at: StudyNarration.place(node, model.study, words), count: count)
                case .overwrite(let path, _): words.studyAskOverwrite(path)
                }
            return canvas.put(text, in: layout.message, [.bold, .red])
        case .board, .comments, .help: break
        }
        if let point = PlayModel.beginning(typed: model.typed, held: model.held) {
            canvas.putTyped(point, layout.messageRow, words)
        } else if let news = model.news {
            canvas.put(news, in: layout.message)
        } else if layout.panel == nil, let comment = model.study.comments(model.node).first {
            canvas.put("\(model.name(comment.author)): \(comment.text)", 1, layout.messageRow, limit: canvas.width - 2)
        } else if layout.hintRow == nil {
            canvas.put(hints(model), 1, layout.messageRow, words)
        }
    }

    /// Returns the keys that have an effect now, most useful first.
    private static func hints(_ model: StudyModel) -> [KeyHint] {
        let words = model.words
        let (enter, escape) = (words.keyNames(.enter), words.keyNames(.escape))
        switch model.input {
        case .text: return [(enter, words.studyKeysDone), (escape, words.keys(.leaves))]
        case .question: return [("y", words.studyKeysYes), ("n", words.studyKeysNo)]
        case .comments, .help: return [(escape, words.keys(.goesBack))]
        case .board: break
        }
        var hints: [KeyHint] = [
            (words.keyNames(.left), words.keys(.back)), (words.keyNames(.right), words.keys(.forward)),
        ]
        if model.mayEdit { hints.append((enter, words.keys(.move))) }
        hints.append(("a", words.studyKeysEngine))
        if model.mayEdit {
            hints += [("c", words.studyKeysComment), ("d", words.studyKeysDelete), ("u", words.keys(.undo))]
        }
        if model.study.chapters.count > 1 { hints.append((words.keyNames(.tab), words.studyKeysChapter)) }
        if !model.others.isEmpty { hints.append(("f", words.studyKeysFollow)) }
        return hints + [("?", words.keys(.help)), ("q", words.keys(.quit))]
    }
}
