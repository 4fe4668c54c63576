import GameState
import Puzzles

/// The dialog that chooses mode, rule and theme. Pure.
struct PuzzleMenu: Equatable {
    enum Row { case mode, rule, theme }

    private(set) var mode: PuzzleMode
    private(set) var rule: Rule
    private(set) var subject: PuzzleFilter.Subject
    private(set) var row = Row.mode
    /// The server's puzzles, or nil if unknown. Everything can be chosen then.
    let catalogue: PuzzleCatalogue?

    init(_ session: PuzzleSession, _ catalogue: PuzzleCatalogue?) {
        mode = session.mode ?? .practice
        (rule, subject, self.catalogue) = (session.progress.rule, session.subject, catalogue)
    }

    private var rows: [Row] {
        switch mode {
        case .theme: [.mode, .rule, .theme]
        case .review, .lost: [.mode]
        case .daily, .practice, .streak, .sprint: [.mode, .rule]
        }
    }

    private var rules: [Rule] { catalogue?.offered ?? Rule.allCases }

    private var subjects: [PuzzleFilter.Subject] { catalogue?.subjects(rule) ?? PuzzleFilter.Subject.all }

    mutating func press(_ key: Key) {
        switch key {
        case .up: row = rows.stepped(from: row, by: -1)
        case .down, .tab: row = rows.stepped(from: row, by: 1)
        case .left: change(-1)
        case .right, .character(" "): change(1)
        case .entry(let place) where rows.indices.contains(place): row = rows[place]
        default: break
        }
    }

    private mutating func change(_ step: Int) {
        switch row {
        case .mode: mode = PuzzleMode.allCases.stepped(from: mode, by: step)
        case .rule: rule = rules.stepped(from: rule, by: step)
        case .theme: subject = subjects.stepped(from: subject, by: step)
        }
        // Another rule may have no puzzles of this theme.
        if !subjects.contains(subject), let first = subjects.first { subject = first }
    }

    /// - Parameter due: the number of puzzles to review today.
    func dialog(_ words: any Words, due: Int) -> PlayDialog {
        func modeName(_ mode: PuzzleMode) -> String {
            words.puzzleModes(mode) + (mode == .review && due > 0 ? " (\(due))" : "")
        }
        func subjectName(_ subject: PuzzleFilter.Subject) -> String {
            guard let catalogue else { return words.name(subject) }
            return words.puzzleThemeCount(name: words.name(subject), number: catalogue.count(subject, rule))
        }
        func value(_ row: Row) -> (label: String, value: String, others: [String]) {
            switch row {
            case .mode: (words.puzzleModesTitle, modeName(mode), PuzzleMode.allCases.map(modeName))
            case .rule: (words.puzzleRule, words.ruleWords(rule), rules.map { words.ruleWords($0) })
            case .theme: (words.puzzleTheme, subjectName(subject), subjects.map(subjectName))
            }
        }
        return PlayDialog(
            title: words.puzzles,
            rows: rows.enumerated().map { place, row in
                let (label, shown, others) = value(row)
                let isChosen = row == self.row
                return PlayDialog.Row(
                    label: label, value: shown, isChosen: isChosen, others: others,
                    click: isChosen ? [.right] : [.entry(place)], clickOnMark: isChosen ? [.left] : nil)
            },
            notes: [
                PlayDialog.Row(
                    value: words.puzzleModeNotes(mode), others: PuzzleMode.allCases.map { words.puzzleModeNotes($0) })
            ],
            footer: words.formKeysToStart, keyNames: words.dialogKeys)
    }
}
