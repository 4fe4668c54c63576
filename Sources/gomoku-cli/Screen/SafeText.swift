import Foundation

/// Text that is safe for a terminal: each cell is one printable character of known width.
///
/// All text from the network passes through here. Characters that move the cursor, change the
/// writing direction, or join or hide other characters are removed. Unassigned and private ones
/// become `?`.
struct SafeText: Equatable {
    /// A character and its width in columns.
    struct Cell: Equatable {
        let text: String
        /// The width: 1 or 2 columns.
        let width: Int

        /// Whether the character is Chinese or Japanese, or their punctuation.
        var isIdeographic: Bool {
            width == 2
                && !text.unicodeScalars.contains {
                    (0x1100...0x11FF).contains($0.value) || (0xAC00...0xD7A3).contains($0.value)
                }
        }
    }

    private(set) var cells: [Cell] = []

    /// - Parameter isUnicode: false in a locale without UTF-8, where letters lose their accents and
    ///   other characters beyond ASCII become `?`.
    init(_ text: String, isUnicode: Bool = true) {
        for scalar in (isUnicode ? Self.composed(text) : text).unicodeScalars {
            if isUnicode, Self.isAccent(scalar), let last = cells.last,
                last.text.unicodeScalars.count <= Self.accentLimit
            {
                cells[cells.count - 1] = Cell(text: last.text + String(scalar), width: last.width)
            } else if let cell = Self.cell(scalar, isUnicode) {
                cells.append(cell)
            }
        }
    }

    /// Returns Korean and Japanese text in composed form (Unicode Standard Annex 15, NFC). In
    /// decomposed text, as macOS writes it, parts of syllables are characters without a width.
    private static func composed(_ text: String) -> String {
        text.unicodeScalars.contains { (0x1161...0x11FF).contains($0.value) || (0x3099...0x309A).contains($0.value) }
            ? text.precomposedStringWithCanonicalMapping : text
    }

    /// The width in columns.
    var width: Int { cells.reduce(0) { $0 + $1.width } }

    /// The text for the terminal.
    var text: String { cells.reduce(into: "") { $0 += $1.text } }

    /// Removes the first `count` cells.
    mutating func dropFirst(_ count: Int) { cells.removeFirst(min(count, cells.count)) }

    /// Returns the text cut to `width` columns, with an ellipsis if it is longer.
    func cut(to width: Int, isUnicode: Bool = true) -> SafeText {
        guard self.width > width else { return self }
        var cut = SafeText("")
        var room = width - 1
        guard room >= 0 else { return cut }
        for cell in cells {
            guard cell.width <= room else { break }
            room -= cell.width
            cut.cells.append(cell)
        }
        cut.cells.append(Cell(text: isUnicode ? "…" : "~", width: 1))
        return cut
    }

    /// Returns the text in lines of at most `width` columns, broken at blanks or between Chinese
    /// and Japanese characters if possible.
    func wrapped(to width: Int) -> [SafeText] {
        guard width > 0 else { return [] }
        var lines: [SafeText] = []
        var line = SafeText("")
        for cell in cells where cell.width <= width {
            if cell.text == " ", line.width == width {
                lines.append(line)
                line = SafeText("")
                continue
            }
            while line.width + cell.width > width {
                let place = line.lastBreak(before: cell) ?? line.cells.count
                var rest = SafeText("")
                rest.cells = Array(line.cells[place...].drop { $0.text == " " })
                line.cells.removeSubrange(place...)
                lines.append(line)
                line = rest
            }
            line.cells.append(cell)
        }
        if !line.cells.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// Returns the last place, after the first cell, where the line may be broken if `next` follows
    /// it.
    private func lastBreak(before next: Cell) -> Int? {
        (1..<max(1, cells.count + 1)).last { place in
            let following = place < cells.count ? cells[place] : next
            return following.text == " " || Self.canBreak(cells[place - 1], following)
        }
    }

    /// Whether a line may end between two characters that no blank separates (Unicode Standard
    /// Annex 14, simplified). Korean is broken at blanks only, as its readers expect.
    private static func canBreak(_ one: Cell, _ other: Cell) -> Bool {
        one.text != " " && (one.isIdeographic || other.isIdeographic)
            && !endsNoLine.contains(one.text) && !beginsNoLine.contains(other.text)
    }

    /// Punctuation and small kana, which do not begin a line.
    private static let beginsNoLine = set(
        "、。，．！？：；）」』】》〉…・ー々〜”’.,!?:;)]/%" + "ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
    /// Opening brackets and quotation marks, which do not end a line.
    private static let endsNoLine = set("（「『【《〈“‘([")

    private static func set(_ characters: String) -> Set<String> { Set(characters.map { String($0) }) }

    /// The greatest number of accents on one character.
    private static let accentLimit = 2

    private static func cell(_ scalar: Unicode.Scalar, _ isUnicode: Bool) -> Cell? {
        if scalar.isASCII {
            switch scalar.value {
            case 0x20...0x7E: return Cell(text: String(scalar), width: 1)
            case 0x09, 0x0A, 0x0D: return Cell(text: " ", width: 1)
            default: return Cell(text: "?", width: 1)
            }
        }
        switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return nil
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return Cell(text: " ", width: 1)
        case .control, .surrogate, .privateUse, .unassigned: return Cell(text: "?", width: 1)
        default: break
        }
        guard isUnicode else { return Cell(text: inASCII[scalar] ?? letter(scalar) ?? "?", width: 1) }
        // Remove characters that have no width or change their neighbours, and replace letters that
        // merge with their neighbours.
        if scalar.properties.isDefaultIgnorableCodePoint || isJoining(scalar) { return nil }
        if (0x1F1E6...0x1F1FF).contains(scalar.value) || scalar.value == 0x2800 { return Cell(text: "?", width: 1) }
        return Cell(text: String(scalar), width: WideCharacters.contains(scalar) ? 2 : 1)
    }

    /// The characters in the program's own sentences, for locales without UTF-8.
    private static let inASCII: [Unicode.Scalar: String] = [
        "…": ".", "—": "-", "–": "-", "·": "-", "×": "x", "’": "'", "“": "\"", "”": "\"", "←": "<", "→": ">",
        "↑": "^", "↓": "v",
        "╳": "%",
    ]

    /// Returns the ASCII letter of a letter with an accent, or nil for other characters.
    private static func letter(_ scalar: Unicode.Scalar) -> String? {
        guard let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first, base.isASCII,
            base.properties.isAlphabetic
        else { return nil }
        return String(base)
    }

    /// Whether the scalar belongs to the character before it: a vowel or final of a Korean syllable
    /// that has no composed form, a tone mark, or a skin colour of an emoji.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x302E...0x302F, 0x16FF0...0x16FF1, 0x1F3FB...0x1F3FF: true
        default: false
        }
    }

    /// Whether the scalar is a combining diacritical mark, as in decomposed European letters, or a
    /// sound mark of Japanese.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x0300...0x036F).contains(scalar.value) && scalar.properties.generalCategory == .nonspacingMark
            && !scalar.properties.isDefaultIgnorableCodePoint || (0x3099...0x309A).contains(scalar.value)
    }
}
