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
        func columns(_ text: String) -> Int { SafeText(text, isUnicode: canvas.isUnicode).width }
        if case .offline(_, let retryAt) = status {
            let whole = status.sentence(now: now, words) ?? ""
            let seconds = max(0, (retryAt - now + 999) / 1000)
            let text = columns(whole) + 2 <= canvas.width ? whole : words.retryShort(seconds)
            canvas.put(text, 1, 0, [.reverse, .bold, .red], limit: canvas.width - 2)
            canvas.react(0, 0, width: canvas.width, click: [.character("R")])
            return
        }
        let right = status.sentence(now: now, words) ?? words.online(latency)
        let width = columns(right)
        canvas.put(left, 1, 0, [.reverse, .bold], limit: max(0, canvas.width - width - 4))
        if canvas.width > width + 12 { canvas.put(right, canvas.width - width - 1, 0, .reverse) }
    }
}
