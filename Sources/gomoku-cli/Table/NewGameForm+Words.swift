import Client
import GameState

extension NewGameForm {
    /// What stands in a row.
    func value(_ row: Row, _ words: any Words) -> String {
        switch row {
        case .rule: words.name(rule)
        case .opening: words.name(opening)
        case .size: "\(size.side)×\(size.side)"
        case .clock: typedClock.isEmpty ? words.clock(clock) : typedClock + "_"
        case .takebacks: words.allowed(allowsTakebacks)
        case .seat: words.seat(seat)
        case .opponent:
            switch opponent {
            case .anybody: words.whoeverComes
            case .computer(let level): words.opponent(computer: level)
            }
        case .rated: isRated ? words.rated : words.casual
        case .listed: words.listed(isListed)
        }
    }

    /// What the chosen row means.
    func explanation(_ words: any Words) -> String {
        switch row {
        case .opening: words.explanation(opening)
        case .clock: words.clockHelp
        case .takebacks: words.takebackHelp
        case .rated: words.ratedHelp(isRated)
        case .listed: words.listedHelp
        case .opponent:
            switch opponent {
            case .anybody: words.explanation(rule)
            case .computer(let level): words.level(level).suits
            }
        case .rule, .size, .seat: words.explanation(rule)
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
