import GameState

/// The panel beside the board: the clock, the task, the last result, and the standings. Pure.
struct RacePanel {
    let model: RaceModel
    let area: PlayLayout.Panel
    /// The time in milliseconds of the loop's clock.
    let now: Int

    private var words: any Words { model.words }
    private var end: Int { area.top + area.height }

    func draw(on canvas: inout Canvas) {
        var row = area.top
        func put(_ text: String, _ style: Canvas.Style, _ canvas: inout Canvas) {
            guard !text.isEmpty else { return }
            for line in SafeText(text, isUnicode: canvas.isUnicode).wrapped(to: area.width) where row < end {
                canvas.put(line.text, area.left, row, style)
                row += 1
            }
        }
        put(Self.clock(model, now: now) ?? "", [.bold, .reverse], &canvas)
        put(words.title(model, now: now), .bold, &canvas)
        put(words.facts(model, now: now), .dim, &canvas)
        put(words.result(model, now: now), Self.style(model), &canvas)
        if model.plays, let attempt = model.run.attempt { put(words.reply(attempt) ?? "", [], &canvas) }
        row += 1
        standings(&row, &canvas)
        guard model.invites(now) else { return }
        row += 1
        put(words.sendLinkTo, [], &canvas)
    }

    /// Returns the time left, and the user's solved puzzles; nil if no race counts down or runs.
    static func clock(_ model: RaceModel, now: Int) -> String? {
        guard let seconds = model.secondsLeft(now) else { return nil }
        let solved = model.own.map { model.words.puzzleScore($0.solved) }
        return [model.words.raceClock(seconds), solved].compactMap { $0 }.joined(separator: " · ")
    }

    /// The style of the result: green if it is good, and red if it is not. The words say it too.
    static func style(_ model: RaceModel) -> Canvas.Style {
        guard model.plays else { return .bold }
        return switch model.run.verdict {
        case .tried(.right), .tried(.solved): [.bold, .green]
        case .tried(.wrong), .skipped: [.bold, .red]
        case nil, .tried: .bold
        }
    }

    // MARK: Standings

    /// The columns of the rank, and of each number at the right.
    private static let rankColumns = 4, numberColumns = 4

    private func standings(_ row: inout Int, _ canvas: inout Canvas) {
        let standings = model.race.standings
        guard !standings.isEmpty, row + 1 < end else { return }
        let isUnicode = canvas.isUnicode
        let heads = isUnicode ? ("✓", "✗") : ("+", "-")
        put("", words.raceStandings, heads.0, heads.1, row, .dim, &canvas)
        row += 1
        let time = model.serverTime(now)
        let isRunning = model.phase(now) == .running
        for standing in visible(standings, rows: end - row) {
            let isMine = standing.participant == model.me?.id
            let name = model.name(standing.participant) + (isMine ? " (\(words.you))" : "")
            let isDone = isRunning && model.race.isDone(standing.racer, at: time)
            put(
                "\(standing.rank)", name, "\(standing.racer.solved)", "\(standing.racer.failures)", row,
                isMine ? .bold : isDone ? .dim : [], &canvas)
            row += 1
        }
    }

    /// Returns the standings that fit: the first ones, and the user's own as the last if it would
    /// be hidden.
    private func visible(_ standings: [Race.Standing], rows: Int) -> [Race.Standing] {
        guard standings.count > rows, rows > 0 else { return standings }
        let first = standings.prefix(rows)
        guard let mine = standings.first(where: { $0.participant == model.me?.id }), !first.contains(mine) else {
            return Array(first)
        }
        return first.dropLast() + [mine]
    }

    private func put(
        _ rank: String, _ name: String, _ solved: String, _ failed: String, _ row: Int, _ style: Canvas.Style,
        _ canvas: inout Canvas
    ) {
        func right(_ text: String, _ end: Int) { canvas.put(text, end - SafeText(text).width, row, style) }
        let numbers = 2 * Self.numberColumns
        right(rank, area.left + Self.rankColumns - 2)
        canvas.put(
            name, area.left + Self.rankColumns - 1, row, style, limit: area.width - Self.rankColumns - numbers + 1)
        right(solved, area.left + area.width - Self.numberColumns)
        right(failed, area.left + area.width)
    }
}
