/// The visible lines of a ``PlayDialog`` on a screen of a given size.
struct PlayDialogLayout {
    /// A line of a row.
    struct Line {
        let label: String
        let text: String
        let isChosen: Bool
        /// The number of the row, or nil if the line is empty.
        let row: Int?
    }

    /// A part of the footer, and the key that a click on it stands for.
    struct FooterPart {
        let text: SafeText
        let key: Key?
    }

    /// The width in columns inside the frame and its blanks.
    let inner: Int
    /// The column of the values, relative to the labels.
    let valueColumn: Int
    let rows: [Line]
    let notes: [SafeText]
    /// The footer, line by line.
    let footer: [[FooterPart]]
    /// Whether blank lines separate the rows, notes and footer.
    let hasGaps: Bool
    /// The number of lines of rows that do not fit.
    let hiddenLines: Int
    /// The range of visible lines and their total number, or nil if all are visible.
    let part: String?

    /// The number of row lines that take precedence over notes in a small window.
    private static let leastRows = 3

    var height: Int {
        let gaps = hasGaps ? (notes.isEmpty ? 1 : 2) : 0
        return rows.count + notes.count + footer.count + gaps + 2
    }

    init(_ dialog: PlayDialog, width: Int, end: Int, isUnicode: Bool) {
        func columns(_ text: String) -> Int { SafeText(text, isUnicode: isUnicode).width }
        let label = dialog.rows.map { columns($0.label) }.max() ?? 0
        let valueColumn = label == 0 ? 0 : label + 2
        let marks = dialog.rows.contains(where: \.isChosen) ? Self.marks : 0
        let values = dialog.rows.flatMap { [$0.value] + $0.others }.map { valueColumn + columns($0) + marks }
        let sentences = dialog.notes.flatMap { [$0.value] + $0.others } + [dialog.footer, " \(dialog.title) "]
        let inner = max(0, min((values + sentences.map { columns($0) }).max() ?? 0, width - 4))

        func pieces(_ text: String, _ width: Int) -> [SafeText] {
            let text = SafeText(text, isUnicode: isUnicode)
            return dialog.isWrapped
                ? text.wrapped(to: max(1, width)) : [text.cut(to: max(0, width), isUnicode: isUnicode)]
        }
        func room(_ row: PlayDialog.Row, _ width: Int) -> Int {
            ([row.value] + row.others).map { pieces($0, width).count }.max() ?? 1
        }
        let valueWidth = inner - valueColumn - marks
        let rows = dialog.rows.enumerated().flatMap { number, row in
            Self.lines(row, number, pieces(row.value, valueWidth), room(row, valueWidth), isMarked: marks > 0)
        }
        let notes = dialog.notes.flatMap { note in
            let texts = pieces(note.value, inner)
            return texts + [SafeText](repeating: SafeText(""), count: room(note, inner) - texts.count)
        }
        let footer = Self.footer(dialog, max(1, inner), isUnicode: isUnicode)

        let free = max(0, end - 1 - 2 - footer.count)
        let hasGaps = rows.count + notes.count + (notes.isEmpty ? 1 : 2) <= free
        let notesShown = hasGaps ? notes.count : max(0, min(notes.count, free - min(rows.count, Self.leastRows)))
        let rowsShown = hasGaps ? rows.count : min(rows.count, free - notesShown)
        let hiddenLines = rows.count - rowsShown
        let middle = rows.firstIndex(where: \.isChosen).map { $0 - rowsShown / 2 }
        let first = max(0, min(middle ?? dialog.first, hiddenLines))
        self.inner = inner
        self.valueColumn = valueColumn
        self.rows = Array(rows[first..<(first + rowsShown)])
        self.notes = Array(notes.prefix(notesShown))
        self.footer = footer
        self.hasGaps = hasGaps
        self.hiddenLines = hiddenLines
        part = hiddenLines > 0 ? " \(first + 1)-\(first + rowsShown)/\(rows.count) " : nil
    }

    /// The width of `<` and `>` around a selected value.
    private static let marks = 4

    /// - Parameters:
    ///   - number: the number of the row.
    ///   - texts: the row's value, line by line.
    ///   - room: the number of lines of the row.
    ///   - isMarked: whether the dialog has a selected row, so that each value needs room for the
    ///     marks.
    private static func lines(
        _ row: PlayDialog.Row, _ number: Int, _ texts: [SafeText], _ room: Int, isMarked: Bool
    ) -> [Line] {
        (0..<max(room, texts.count)).map { line in
            guard !row.isHidden, line < texts.count else {
                return Line(label: "", text: "", isChosen: false, row: nil)
            }
            let left = !isMarked ? "" : row.isChosen && line == 0 ? "< " : "  "
            let right = row.isChosen && line == texts.count - 1 ? " >" : ""
            return Line(
                label: line == 0 ? row.label : "", text: left + texts[line].text + right, isChosen: row.isChosen,
                row: number)
        }
    }

    /// Returns the footer in lines. A line ends between the parts for different keys if possible.
    private static func footer(_ dialog: PlayDialog, _ width: Int, isUnicode: Bool) -> [[FooterPart]] {
        var lines: [[FooterPart]] = [[]]
        var left = width
        let parts = parts(of: dialog.footer)
        for (place, part) in parts.enumerated() {
            let closes = dialog.closesWithAnyKey && place == parts.count - 1
            let key = closes ? .escape : key(in: part, dialog.keyNames)
            let text = SafeText(part, isUnicode: isUnicode)
            if text.width > left, !(lines.last ?? []).isEmpty {
                lines.append([])
                left = width
            }
            for (number, piece) in text.wrapped(to: width).enumerated() {
                if number > 0 { lines.append([]) }
                lines[lines.count - 1].append(FooterPart(text: piece, key: key))
                left = width - (lines.last ?? []).reduce(0) { $0 + $1.text.width }
            }
        }
        return lines
    }

    /// Splits a sentence after its commas.
    private static func parts(of sentence: String) -> [String] {
        var parts = [""]
        for character in sentence {
            if let last = parts.last, last.hasSuffix(", ") || last.hasSuffix("，") || last.hasSuffix("、") {
                parts.append("")
            }
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    /// Returns the key that a part of the footer names: by its name, or by a letter at the
    /// beginning.
    private static func key(in part: String, _ names: [(name: String, key: Key)]) -> Key? {
        if let found = names.first(where: { part.contains($0.name) }) { return found.key }
        let start = part.prefix(2)
        guard !names.isEmpty, start.count == 2, let letter = start.first, let next = start.last, isLetter(letter),
            !isLetter(next)
        else { return nil }
        return .character(letter)
    }

    private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}
