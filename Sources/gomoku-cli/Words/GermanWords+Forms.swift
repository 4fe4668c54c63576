import Client
import GameState

extension GermanWords {
    func label(_ row: NewGameForm.Row) -> String {
        switch row {
        case .rule: "Regel"
        case .opening: "Eröffnung"
        case .size: "Brett"
        case .clock: "Uhr"
        case .takebacks: "Rücknahmen"
        case .seat: "Platz"
        case .opponent: "Gegen"
        case .rated: "Wertung"
        case .listed: "Zuschauer"
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

    var whoeverComes: String { "wer kommt" }
    func level(_ number: Int) -> RobotLevel { RobotLevel.all(in: "de")[number - 1] }
    func opponent(computer level: Int) -> String { "Roboter \(level), \(self.level(level).name)" }
    var noClock: String { "ohne" }
    var withoutClock: String { "ohne Uhr" }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "erlaubt" : "nein" }
    var withoutTakebacks: String { "ohne Rücknahmen" }
    var rated: String { "gewertet" }
    var casual: String { "ohne Wertung" }
    func listed(_ isListed: Bool) -> String { isListed ? "alle, aus der Lobby" : "nur mit dem Link" }
    var clockHelp: String { "Oder Sekunden tippen: 300+5, oder 600/5x30" }
    var takebackHelp: String { "Ob Züge zurückgenommen werden, wenn beide wollen" }
    func ratedHelp(_ isRated: Bool) -> String {
        isRated ? "Das Ergebnis zählt für beide Wertungen" : "Das Ergebnis zählt für keine Wertung"
    }
    var listedHelp: String { "Wer zuschauen darf" }
    var notAClock: String { "Das ist keine Uhr. Tippe Sekunden wie 300+5, oder mit Perioden 600/5x30." }
    var newGame: String { "Neue Partie" }
    var lookForOpponent: String { "Gegenseite suchen" }
    func formKeys(looks: Bool) -> String { "Pfeile wählen, Enter \(looks ? "sucht" : "beginnt"), Esc verlässt" }
}
