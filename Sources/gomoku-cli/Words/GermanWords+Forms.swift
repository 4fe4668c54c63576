import Client
import GameState

extension GermanWords {
    func label(_ row: NewGameForm.Row) -> String {
        switch row {
        case .term(.rule): "Regel"
        case .term(.opening): "Eröffnung"
        case .term(.size): "Brett"
        case .term(.clock): "Uhr"
        case .term(.takebacks): "Rücknahmen"
        case .seat: "Platz"
        case .opponent: "Gegen"
        case .term(.rated): "Wertung"
        case .term(.listed): "Zuschauer"
        }
    }

    func seat(_ seat: NewGameForm.Seat) -> String {
        switch seat {
        case .x: "X, zuerst"
        case .o: "O, danach"
        case .both: "beide Seiten"
        case .none: "keiner: zuschauen"
        }
    }

    func value(_ flag: GameTerms.Field, _ isSet: Bool) -> String {
        switch flag {
        case .takebacks: isSet ? "erlaubt" : "nein"
        case .rated: isSet ? rated : "ohne Wertung"
        case .listed: isSet ? "alle, aus der Lobby" : "nur mit dem Link"
        case .rule, .opening, .size, .clock: ""
        }
    }

    func help(_ flag: GameTerms.Field, _ isSet: Bool) -> String {
        switch flag {
        case .takebacks: "Ob Züge zurückgenommen werden, wenn beide wollen"
        case .rated:
            isSet
                ? "Zählt für beide Wertungen: Partien ab sechs Zügen, fünf am Tag"
                : "Das Ergebnis zählt für keine Wertung"
        case .listed: "Wer zuschauen darf"
        case .rule, .opening, .size, .clock: ""
        }
    }

    func choiceInBrief(_ choice: OpeningChoice) -> String {
        switch choice {
        case .swap: "tauschen"
        case .stay: "bleiben"
        case .black: "X spielen"
        case .white: "O spielen"
        case .more: "zwei dazu"
        case .ten: "zehn fünfte"
        case .fifths(let count): "\(count)"
        }
    }
    func fifthsInBrief(_ most: Int) -> String { "1-\(most) fünfte Züge" }

    func forbidden(_ point: String, _ prohibition: Prohibition) -> String {
        switch prohibition {
        case .doubleThree: "\(point) ist X verboten: Doppeldrei."
        case .doubleFour: "\(point) ist X verboten: Doppelvier."
        case .overline: "\(point) ist X verboten: sechs oder mehr."
        }
    }

    var whoeverComes: String { "wer kommt" }
    func level(_ number: Int) -> RobotLevel { RobotLevel.all(in: "de")[number - 1] }
    func opponent(computer level: Int) -> String { "Computer \(level), \(self.level(level).name)" }
    var noClock: String { "ohne" }
    var withoutClock: String { "ohne Uhr" }
    var withoutTakebacks: String { "ohne Rücknahmen" }
    var rated: String { "gewertet" }
    var clockHelp: String { "Oder Sekunden tippen: 300+5, oder 600/5x30" }
    var notAClock: String { "Das ist keine Uhr. Tippe Sekunden wie 300+5, oder mit Abschnitten 600/5x30." }
    var newGame: String { "Neue Partie" }
    var lookForOpponent: String { "Gegner suchen" }
    func formKeys(looks: Bool) -> String { "Pfeile wählen, Enter \(looks ? "sucht" : "beginnt"), Esc verlässt" }
}
