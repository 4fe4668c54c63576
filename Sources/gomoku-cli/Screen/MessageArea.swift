/// Where a sentence stands that may need several rows: from its own row down, and if they do not suffice, from further
/// up.
struct MessageArea: Equatable {
    /// Where a sentence of one line stands.
    let row: Int
    /// The rows that a longer one may cover, its own among them.
    let rows: ClosedRange<Int>

    /// The rows that so many lines cover.
    func covered(by lines: Int) -> ClosedRange<Int> {
        let last = min(rows.upperBound, row + max(1, lines) - 1)
        return max(rows.lowerBound, min(row, last - lines + 1))...last
    }
}

extension Canvas {
    /// The lines that a sentence takes.
    func wrapped(_ sentence: String) -> [SafeText] {
        SafeText(sentence, isUnicode: isUnicode).wrapped(to: width - 2)
    }

    /// Writes a sentence over the rows that it needs, and nothing else stays there. What the area has no room for is cut.
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
