import Client
import GameState

extension NewGameForm {
    /// Returns the value of a row in words.
    func value(_ row: Row, _ words: any Words) -> String {
        switch row {
        case .term(.rule): words.ruleWords(chosen.rule)
        case .term(.opening): words.name(chosen.opening)
        case .term(.size): words.name(chosen.size)
        case .term(.clock): typedClock.isEmpty ? words.clock(chosen.clock) : typedClock + "_"
        case .term(let flag): words.value(flag, chosen.isSet(flag))
        case .seat: words.seats(seat)
        case .opponent: name(opponent, words)
        }
    }

    /// Returns all values that a row can have, except clocks that the user types in.
    private func values(_ row: Row, _ words: any Words) -> [String] {
        switch row {
        case .term(.rule): Rule.allCases.map { words.ruleWords($0) }
        case .term(.opening): Opening.allCases.map { words.name($0) }
        case .term(.size): BoardSize.all.map { words.name($0) }
        case .term(.clock): Self.clocks.map { words.clock($0) }
        case .term(let flag): [true, false].map { words.value(flag, $0) }
        case .seat: Seat.allCases.map { words.seats($0) }
        case .opponent: Opponent.all(hasPartner: partner != nil).map { name($0, words) }
        }
    }

    private func name(_ opponent: Opponent, _ words: any Words) -> String {
        switch opponent {
        case .partner: partner ?? words.whoeverComes
        case .anybody: words.whoeverComes
        case .computer(let level): words.opponent(computer: level)
        }
    }

    /// Returns the explanation of the selected row.
    func explanation(_ words: any Words) -> String {
        switch row {
        case .term(.opening): words.openingSentences(chosen.opening)
        case .term(.clock): words.clockHelp
        case .term(let flag) where flag.form == .flag: words.help(flag, chosen.isSet(flag))
        case .opponent:
            switch opponent {
            case .anybody, .partner: words.ruleSentences(chosen.rule)
            case .computer(let level): words.level(level).suits
            }
        case .term, .seat: words.ruleSentences(chosen.rule)
        }
    }

    /// Returns all explanations that the form can show.
    private func explanations(_ words: any Words) -> [String] {
        let flags = allRows.flatMap { row -> [String] in
            guard case .term(let flag) = row, flag.form == .flag else { return [] }
            return [true, false].map { words.help(flag, $0) }
        }
        let levels = allRows.contains(.opponent) ? ParticipantID.robotLevels.map { words.level($0).suits } : []
        let rules = Rule.allCases.map { words.ruleSentences($0) }
        let openings = Opening.allCases.map { words.openingSentences($0) }
        return rules + openings + [words.clockHelp] + flags + levels
    }

    /// Returns the dialog. Its size and position are the same for all selections.
    func dialog(_ words: any Words) -> PlayDialog {
        let shown = rows
        let fields = shown.enumerated().map { number, row in
            let isChosen = row == self.row
            return PlayDialog.Row(
                label: words.label(row), value: value(row, words), isChosen: isChosen,
                others: values(row, words), click: isChosen ? [.right] : [.entry(number)],
                clickOnMark: isChosen ? [.left] : nil)
        }
        let hidden = allRows.filter { !shown.contains($0) }.map { row in
            PlayDialog.Row(label: words.label(row), value: "", others: values(row, words), isHidden: true)
        }
        var notes = [PlayDialog.Row(value: explanation(words), others: explanations(words))]
        if allRows.contains(.opponent) {
            var knows = ""
            if row == .opponent, case .computer(let level) = opponent { knows = words.level(level).knows }
            let others = ParticipantID.robotLevels.map { words.level($0).knows }
            notes.append(PlayDialog.Row(value: knows, others: others))
        }
        return PlayDialog(
            title: purpose == .seek ? words.lookForOpponent : words.newGame, rows: fields + hidden, notes: notes,
            footer: words.formKeys(looks: purpose == .seek), keyNames: words.dialogKeys)
    }
}
