import GameState

/// The chat beside the board: the latest messages, with the last one at the bottom, or earlier
/// ones after scrolling.
struct ChatPane {
    let chat: [ChatMessage]
    /// The number of newer messages below the pane.
    let newer: Int
    let words: any Words

    /// The greatest width of a name.
    private static let nameWidth = 16

    /// Draws a heading and the messages that fit.
    func draw(on canvas: inout Canvas, left: Int, top: Int, width: Int, height: Int) {
        guard height > 1, !chat.isEmpty else { return }
        let (lines, hasOlder, hidden) = lines(width, height - 1, isUnicode: canvas.isUnicode)
        let place = canvas.put(words.chat, left, top, .dim, limit: width)
        if hidden > 0 { canvas.put(canvas.isUnicode ? "↓ \(hidden)" : "v \(hidden)", place + 1, top, .bold) }
        for (number, line) in lines.enumerated() { canvas.put(line, left, top + 1 + number) }
        canvas.react(
            left, top, width: width, height: height, click: [], up: hasOlder ? [.scroll(.chat, .up)] : [],
            down: hidden > 0 ? [.scroll(.chat, .down)] : [])
    }

    /// Returns the number of rows for the heading and all messages, but at most `most`.
    func height(_ width: Int, most: Int) -> Int {
        var height = chat.isEmpty ? 0 : 1
        for line in chat.reversed() {
            guard height < most else { break }
            height += wrapped(line, width, isUnicode: true).count
        }
        return min(height, most)
    }

    /// Returns the visible lines, whether there are older ones, and the number of newer messages.
    private func lines(_ width: Int, _ height: Int, isUnicode: Bool) -> (lines: [SafeText], hasOlder: Bool, hidden: Int)
    {
        var end = max(1, chat.count - newer)
        var start = end
        var lines: [SafeText] = []
        while start > 0, lines.count < height {
            start -= 1
            lines = wrapped(chat[start], width, isUnicode: isUnicode) + lines
        }
        let hasOlder = start > 0 || lines.count > height
        if lines.count > height { lines.removeFirst(lines.count - height) }
        // At the beginning of the chat, newer messages fill the rest of the pane.
        while lines.count < height, end < chat.count {
            let next = wrapped(chat[end], width, isUnicode: isUnicode)
            guard lines.count + next.count <= height else { break }
            lines += next
            end += 1
        }
        return (lines, hasOlder, chat.count - end)
    }

    private func wrapped(_ line: ChatMessage, _ width: Int, isUnicode: Bool) -> [SafeText] {
        let name = SafeText(line.by.name, isUnicode: isUnicode).cut(to: Self.nameWidth, isUnicode: isUnicode).text
        return SafeText(words.said(line, name: name), isUnicode: isUnicode).wrapped(to: width)
    }
}
