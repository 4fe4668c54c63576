import GameState

/// The signs of marks on the board. Pure.
enum StudyMarks {
    /// Returns the mark as text: its label, or a sign.
    static func text(_ mark: Mark, isUnicode: Bool = true) -> String {
        switch mark {
        case .label(let text): text
        case .shape(.triangle): isUnicode ? "△" : "^"
        case .shape(.square): isUnicode ? "□" : "#"
        case .shape(.circle): isUnicode ? "◎" : "o"
        case .shape(.cross): isUnicode ? "×" : "x"
        case .shape(.selected): isUnicode ? "◈" : "*"
        }
    }

    /// Returns the part of a mark that fits into `columns` columns.
    static func cut(_ text: String, to columns: Int, isUnicode: Bool) -> String {
        var left = columns
        var shown = ""
        for cell in SafeText(text, isUnicode: isUnicode).cells {
            guard cell.width <= left else { break }
            left -= cell.width
            shown += cell.text
        }
        return shown
    }
}
