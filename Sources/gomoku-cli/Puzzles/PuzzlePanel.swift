import GameState
import Puzzles

/// The panel beside the board: mode, task, result, the line, and the standing. Pure.
struct PuzzlePanel {
    private struct Line {
        let text: String
        var style: Canvas.Style = []
    }

    let model: PuzzleModel
    let area: PlayLayout.Panel
    let now: Int

    private var words: any Words { model.words }
    private var session: PuzzleSession { model.session }

    func draw(on canvas: inout Canvas) {
        var row = area.top
        let bottom = area.top + area.height
        let today = PuzzleDay(at: now)
        // The standing has the last rows, if there is room for it.
        let standing = wrapped([Line(text: words.standing(session, today: today), style: .dim), due(today)], canvas)
        for line in wrapped(head, canvas) {
            guard row < bottom else { return }
            canvas.put(line.text, area.left, row, line.style)
            row += 1
        }
        var last = bottom
        if row + standing.count < bottom {
            last -= standing.count
            for (place, line) in standing.enumerated() { canvas.put(line.text, area.left, last + place, line.style) }
        }
        if let line = session.line, row + 2 < last { moves(line, from: row + 1, to: last, &canvas) }
    }

    /// Wraps the lines, and drops empty ones.
    private func wrapped(_ lines: [Line], _ canvas: Canvas) -> [(text: SafeText, style: Canvas.Style)] {
        lines.filter { !$0.text.isEmpty }.flatMap { line in
            let text = line.text == Self.gap ? "" : line.text
            return SafeText(text, isUnicode: canvas.isUnicode).wrapped(to: area.width).map { ($0, line.style) }
        }
    }

    /// An empty row.
    private static let gap = " "

    private var head: [Line] {
        guard let attempt = session.attempt else {
            let note = session.mode.map { words.puzzleModeNotes($0) } ?? ""
            return [
                Line(text: Self.heading(model), style: .bold), Line(text: note, style: .dim), Line(text: Self.gap),
                Line(text: Self.result(model) ?? "", style: Self.style(model)),
            ]
        }
        let puzzle = attempt.puzzle
        return [
            Line(text: words.task(puzzle), style: .bold),
            Line(text: words.facts(puzzle, isOver: model.isOver), style: .dim),
            Line(text: model.isOver ? words.subjects(puzzle) : "", style: .dim), Line(text: Self.gap),
            Line(text: Self.result(model) ?? "", style: Self.style(model)),
            Line(text: session.line == nil ? words.reply(attempt) ?? "" : ""),
        ]
    }

    /// The title without a puzzle.
    static func heading(_ model: PuzzleModel) -> String {
        let words = model.words
        if model.session.isLoading { return words.puzzleSearching }
        return model.session.mode.map { words.puzzleModes($0) } ?? words.puzzles
    }

    /// The result of the last try, or the reason why there is no puzzle; nil without both.
    static func result(_ model: PuzzleModel) -> String? {
        let (words, session) = (model.words, model.session)
        if let missing = session.missing { return words.sentence(missing, session.progress) }
        let result = words.result(session)
        if result.isEmpty, session.waits { return words.puzzleBegin }
        return result.isEmpty ? nil : result
    }

    /// The style of the result: green if it is good, and red if it is not. The words say it too.
    static func style(_ model: PuzzleModel) -> Canvas.Style {
        switch model.session.verdict {
        case .right, .solved: [.bold, .green]
        case .wrong: [.bold, .red]
        case nil, .unknown, .illegal: .bold
        }
    }

    private func due(_ today: PuzzleDay) -> Line {
        let count = session.progress.dueReviews(today).count
        guard count > 0, session.run == nil else { return Line(text: "") }
        return Line(text: "\(words.puzzleModes(.review)) (\(count))", style: .dim)
    }

    /// Draws the moves of the line. A click on a move shows its position.
    private func moves(_ line: PuzzleLine, from top: Int, to bottom: Int, _ canvas: inout Canvas) {
        let size = model.size
        canvas.put(words.placeOf(count: line.points.count, place: line.shown), area.left, top, .dim)
        var (column, row) = (area.left, top + 1)
        for (place, point) in line.points.enumerated() {
            let isShown = place + 1 == line.shown
            let text = "\(place + 1) \(size.name(of: point))"
            let shown = isShown ? "[\(text)]" : " \(text) "
            if column + shown.count > area.left + area.width { (column, row) = (area.left, row + 1) }
            guard row < bottom else { return }
            let style = BoardPicture.color(line.side(place)).union(place < line.shown ? .bold : [])
            canvas.put(shown, column, row, style)
            canvas.react(column, row, width: shown.count, click: [.move(place + 1)])
            column += shown.count
        }
    }
}
