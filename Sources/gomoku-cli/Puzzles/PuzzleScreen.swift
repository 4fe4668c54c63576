import GameState
import Puzzles

/// The drawing of the puzzles. Pure.
struct PuzzleScreen {
    let model: PuzzleModel
    let now: Int

    private var words: any Words { model.words }
    private var session: PuzzleSession { model.session }

    func draw(isUnicode: Bool = true) -> Canvas {
        let screen = model.screen
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = PlayLayout(size: model.size, screen: screen)
        title(&canvas)
        guard let board = layout.board else {
            let text = SafeText(
                words.windowSmall(
                    height: screen.height, neededHeight: layout.needed.height, neededWidth: layout.needed.width,
                    width: screen.width), isUnicode: isUnicode)
            for (row, line) in text.wrapped(to: canvas.width).enumerated() { canvas.put(line, 0, row + 1) }
            return canvas
        }
        PuzzleBoard(
            layout: board, attempt: session.attempt, isOpen: session.isOpen, line: session.line, hint: session.hint,
            cursor: model.asksSide ? nil : model.cursor
        ).draw(on: &canvas)
        if session.line != nil {
            canvas.react(
                board.left - 1, board.top, width: board.width + 2, height: board.bottom + 1 - board.top,
                up: [.character("[")], down: [.character("]")])
        }
        if let panel = layout.panel { PuzzlePanel(model: model, area: panel, now: now).draw(on: &canvas) }
        if let row = layout.statusRow {
            let text = session.attempt.map { words.task($0.puzzle) } ?? PuzzlePanel.heading(model)
            canvas.put(text, 1, row, .bold, limit: canvas.width - 2)
        }
        if let row = layout.hintRow { canvas.put(hints, 1, row, words) }
        message(layout, &canvas)
        switch model.input {
        case .board: break
        case .menu(let menu):
            menu.dialog(words, due: session.progress.dueReviews(PuzzleDay(at: now)).count).draw(on: &canvas)
        case .help(let first): model.help(first).draw(on: &canvas)
        }
        return canvas
    }

    /// The mode, and at the right the connection, the clock of a sprint, or the solved puzzles.
    private func title(_ canvas: inout Canvas) {
        guard canvas.height > 0 else { return }
        canvas.clear(0, 0, width: canvas.width, height: 1, .reverse)
        var parts: [String] = []
        if !session.source.isOnline { parts.append(words.offline) }
        if let run = session.run {
            parts.append(words.puzzleScore(run.solved))
            if let seconds = run.secondsLeft(now: now) { parts.append(Self.clock(seconds)) }
        }
        let right = parts.joined(separator: " · ")
        let width = SafeText(right, isUnicode: canvas.isUnicode).width
        let mode = session.mode.map { words.puzzleModes($0) }
        let left = [words.puzzles, mode].compactMap { $0 }.joined(separator: " · ")
        canvas.put(left, 1, 0, [.reverse, .bold], limit: max(0, canvas.width - width - 3))
        canvas.put(right, max(0, canvas.width - width - 1), 0, [.reverse, .bold])
    }

    static func clock(_ seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    // MARK: Messages

    private func message(_ layout: PlayLayout, _ canvas: inout Canvas) {
        if let link = model.shownLink, LinkRow.put(link, layout, on: &canvas) == layout.messageRow { return }
        if let point = PlayModel.beginning(typed: model.typed, held: model.held) {
            canvas.putTyped(point, layout.messageRow, words)
        } else if let news = model.news {
            canvas.put(news, in: layout.message)
        } else if layout.panel == nil, let text = PuzzlePanel.result(model) {
            canvas.put(text, in: layout.message, PuzzlePanel.style(model))
        } else if layout.hintRow == nil {
            canvas.put(hints, 1, layout.messageRow, words)
        }
    }

    /// The keys that have an effect now, most useful first.
    private var hints: [KeyHint] {
        let (enter, escape) = (words.keyNames(.enter), words.keyNames(.escape))
        switch model.input {
        case .menu: return [(enter, words.keys(.starts)), (escape, words.keys(.leaves))]
        case .help: return [(escape, words.keys(.goesBack))]
        case .board: break
        }
        var hints: [KeyHint] = []
        if session.waits { hints.append((enter, words.keys(.starts))) }
        if model.isRefuted { hints.append((enter, words.puzzleKeysRetry)) }
        if model.hasNext { hints.append((enter, words.puzzleKeysNext)) }
        if model.asksSide {
            for side in Stone.allCases { hints.append((side.rawValue, words.keys(.sit(side: words.side(side))))) }
        } else if session.isOpen {
            let isDrill = session.attempt?.isDrill == true
            hints += [(enter, isDrill ? words.puzzleKeysMark : words.keys(.move)), ("t", words.keys(.hint))]
        }
        if session.line != nil {
            hints += [
                (words.keyNames(.left), words.keys(.back)), (words.keyNames(.right), words.keys(.forward)),
            ]
        }
        if session.attempt?.state == .open, session.run?.isOver != true, !model.asksSide {
            hints.append(("s", words.puzzleKeysSolution))
        }
        if model.isOver {
            if session.run == nil { hints.append(("r", words.puzzleKeysRetry)) }
            hints.append(("a", words.keys(.report)))
        }
        return hints + [
            (words.keyNames(.tab), words.puzzleKeysModes), ("?", words.keys(.help)), ("q", words.keys(.quit)),
        ]
    }
}
