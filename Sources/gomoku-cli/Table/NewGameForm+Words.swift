import Client
import GameState

extension NewGameForm {
    /// What stands in a row.
    func value(_ row: Row, _ words: any Words) -> String {
        switch row {
        case .term(.rule): words.name(chosen.rule)
        case .term(.opening): words.name(chosen.opening)
        case .term(.size): "\(chosen.size.side)×\(chosen.size.side)"
        case .term(.clock): typedClock.isEmpty ? words.clock(chosen.clock) : typedClock + "_"
        case .term(let flag): words.value(flag, chosen.isSet(flag))
        case .seat: words.seat(seat)
        case .opponent:
            switch opponent {
            case .anybody: words.whoeverComes
            case .computer(let level): words.opponent(computer: level)
            }
        }
    }

    /// What the chosen row means.
    func explanation(_ words: any Words) -> String {
        switch row {
        case .term(.opening): words.explanation(chosen.opening)
        case .term(.clock): words.clockHelp
        case .term(let flag) where flag.form == .flag: words.help(flag, chosen.isSet(flag))
        case .opponent:
            switch opponent {
            case .anybody: words.explanation(chosen.rule)
            case .computer(let level): words.level(level).suits
            }
        case .term, .seat: words.explanation(chosen.rule)
        }
    }

    func dialog(_ words: any Words) -> PlayDialog {
        var more: String?
        if row == .opponent, case .computer(let level) = opponent { more = words.level(level).knows }
        let fields = rows.map { (words.label($0), value($0, words), $0 == row) }
        return PlayDialog(
            title: purpose == .seek ? words.lookForOpponent : words.newGame,
            rows: fields + [("", "", false), ("", explanation(words), false)] + (more.map { [("", $0, false)] } ?? []),
            footer: words.formKeys(looks: purpose == .seek))
    }
}
