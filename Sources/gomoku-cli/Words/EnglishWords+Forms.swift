import Client
import GameState

extension EnglishWords {
    func label(_ row: NewGameForm.Row) -> String {
        switch row {
        case .rule: "Rule"
        case .opening: "Opening"
        case .size: "Board"
        case .clock: "Clock"
        case .takebacks: "Takebacks"
        case .seat: "Seat"
        case .opponent: "Against"
        case .rated: "Rating"
        case .listed: "Watched"
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

    var whoeverComes: String { "whoever comes" }
    func level(_ number: Int) -> RobotLevel { RobotLevel.all(in: "en")[number - 1] }
    func opponent(computer level: Int) -> String { "robot \(level), \(self.level(level).name)" }
    var noClock: String { "none" }
    var withoutClock: String { "no clock" }
    func allowed(_ isAllowed: Bool) -> String { isAllowed ? "allowed" : "no" }
    var withoutTakebacks: String { "no takebacks" }
    var rated: String { "rated" }
    var casual: String { "casual" }
    func listed(_ isListed: Bool) -> String { isListed ? "anybody, from the lobby" : "by the link only" }
    var clockHelp: String { "Or type seconds: 300+5, or 600/5x30" }
    var takebackHelp: String { "Whether moves may be taken back, if both agree" }
    func ratedHelp(_ isRated: Bool) -> String {
        isRated ? "The result counts for both ratings" : "The result counts for no rating"
    }
    var listedHelp: String { "Who may come to watch" }
    var notAClock: String { "That is no clock. Type seconds as 300+5, or with periods as 600/5x30." }
    var newGame: String { "New game" }
    var lookForOpponent: String { "Look for an opponent" }
    func formKeys(looks: Bool) -> String { "Arrows choose, Enter \(looks ? "looks" : "starts"), Esc leaves" }
}
