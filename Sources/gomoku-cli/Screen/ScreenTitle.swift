import GameState

/// The first row of the screen: its title, or the state of a lost connection. Shown at every size.
struct ScreenTitle {
    let left: String
    let status: SessionStatus
    /// The latency in milliseconds.
    let latency: Int?
    let words: any Words

    /// - Parameter now: the time in milliseconds of the loop's clock, for the seconds until the
    ///   next attempt.
    func draw(on canvas: inout Canvas, now: Int) {
        guard canvas.height > 0 else { return }
        canvas.clear(0, 0, width: canvas.width, height: 1, .reverse)
        if case .offline(_, let retryAt) = status {
            let whole = SafeText(status.sentence(now: now, words) ?? "", isUnicode: canvas.isUnicode)
            let seconds = max(0, (retryAt - now + 999) / 1000)
            let text = whole.width + 2 <= canvas.width ? whole.text : words.retryShort(seconds)
            canvas.put(text, 1, 0, [.reverse, .bold, .red], limit: canvas.width - 2)
            return
        }
        let right = status.sentence(now: now, words) ?? words.online(latency)
        let width = SafeText(right).width
        canvas.put(left, 1, 0, [.reverse, .bold], limit: max(0, canvas.width - width - 4))
        if canvas.width > width + 12 { canvas.put(right, canvas.width - width - 1, 0, .reverse) }
    }
}

extension Canvas {
    /// Writes as many key hints as fit into the row.
    mutating func put(_ hints: [KeyHint], _ column: Int, _ row: Int) {
        var column = column
        for (key, words) in hints {
            guard column + SafeText(key + words).width + 1 < width else { continue }
            column = put(key, column, row, .bold)
            column = put(" " + words, column, row, .dim) + 2
        }
    }
}
