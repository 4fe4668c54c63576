/// The area for a message of several lines, which grows down from its first row, and then up.
struct MessageArea: Equatable {
    /// The row of a message with one line.
    let row: Int
    /// The rows that a longer message may cover, including `row`.
    let rows: ClosedRange<Int>

    /// Returns the rows that a message of `lines` lines covers.
    func covered(by lines: Int) -> ClosedRange<Int> {
        let last = min(rows.upperBound, row + max(1, lines) - 1)
        return max(rows.lowerBound, min(row, last - lines + 1))...last
    }
}

extension Canvas {
    /// Returns the lines of a wrapped message.
    func wrapped(_ sentence: String) -> [SafeText] {
        SafeText(sentence, isUnicode: isUnicode).wrapped(to: width - 2)
    }

    /// Writes a message over the rows that it needs, which are cleared first. Cuts it if the area
    /// is too small.
    mutating func put(_ sentence: String, in area: MessageArea, _ style: Style = []) {
        let lines = wrapped(sentence)
        guard !lines.isEmpty else { return }
        let covered = area.covered(by: lines.count)
        clear(0, covered.lowerBound, width: width, height: covered.count)
        for (number, row) in covered.enumerated() {
            let rest = row == covered.upperBound ? lines[number...] : lines[number...number]
            put(rest.map(\.text).joined(separator: " "), 1, row, style, limit: width - 2)
        }
    }
}
