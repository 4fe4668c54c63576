import Client
import GameState

extension EnglishWords {
    func label(_ row: NewGameForm.Row) -> String {
        switch row {
        case .term(.rule): "Rule"
        case .term(.opening): "Opening"
        case .term(.size): "Board"
        case .term(.clock): "Clock"
        case .term(.takebacks): "Takebacks"
        case .seat: "Seat"
        case .opponent: "Against"
        case .term(.rated): "Rating"
        case .term(.listed): "Watched"
        }
    }

    func seat(_ seat: NewGameForm.Seat) -> String {
        switch seat {
        case .x: "X, first"
        case .o: "O, second"
        case .both: "both sides"
        case .none: "none: watch"
        }
    }

    func value(_ flag: GameTerms.Field, _ isSet: Bool) -> String {
        switch flag {
        case .takebacks: isSet ? "allowed" : "no"
        case .rated: isSet ? rated : "casual"
        case .listed: isSet ? "anybody, from the lobby" : "by the link only"
        case .rule, .opening, .size, .clock: ""
        }
    }

    func help(_ flag: GameTerms.Field, _ isSet: Bool) -> String {
        switch flag {
        case .takebacks: "Whether moves may be taken back, if both agree"
        case .rated:
            isSet
                ? "Counts for both ratings: games of six moves and more, five a day" : "The result counts for no rating"
        case .listed: "Who may come to watch"
        case .rule, .opening, .size, .clock: ""
        }
    }

    func choiceInBrief(_ choice: OpeningChoice) -> String {
        switch choice {
        case .swap: "swap"
        case .stay: "stay"
        case .black: "play X"
        case .white: "play O"
        case .more: "add two"
        case .ten: "ten fifths"
        case .fifths(let count): "\(count)"
        }
    }
    func fifthsInBrief(_ most: Int) -> String { "1-\(most) fifth moves" }

    var whoeverComes: String { "whoever comes" }
    func level(_ number: Int) -> RobotLevel { RobotLevel.all(in: "en")[number - 1] }
    func opponent(computer level: Int) -> String { "computer \(level), \(self.level(level).name)" }
    var noClock: String { "none" }
    var withoutClock: String { "no clock" }
    var withoutTakebacks: String { "no takebacks" }
    var rated: String { "rated" }
    var clockHelp: String { "Or type seconds: 300+5, or 600/5x30" }
    var notAClock: String { "That is no clock. Type seconds as 300+5, or with periods as 600/5x30." }
    var newGame: String { "New game" }
    var lookForOpponent: String { "Look for an opponent" }
    func formKeys(looks: Bool) -> String { "Arrows choose, Enter \(looks ? "looks" : "starts"), Esc leaves" }
}
