import Client
import GameState

/// Which keys do something, in words.
enum PlayHints {
    /// The keys that make sense now, the most useful first.
    static func now(_ model: PlayModel) -> [(key: String, words: String)] {
        switch model.input {
        case .chat: return [("Enter", "says it"), ("Esc", "leaves")]
        case .resign: return [("y", "resign"), ("n", "go on playing")]
        case .abort: return [("y", "call it off"), ("n", "go on playing")]
        case .newGame: return [("Enter", "starts"), ("Esc", "leaves")]
        case .people: return [("Enter", "mutes or hears again"), ("Esc", "leaves")]
        case .report: return [("up down", "scroll"), ("Esc", "leaves")]
        case .help: return [("any key", "goes back")]
        case .board: break
        }
        let always = [("c", "chat"), ("p", "people"), ("?", "help"), ("q", "quit")]
        var after = model.game.isOver && !model.game.moves.isEmpty ? [("a", "report")] : []
        if model.game.isOver || model.rights.sides.isEmpty { after.append(("l", "lobby")) }
        if model.mode == .watch { return after + always }
        return atTable(model) + after + always
    }

    private static func atTable(_ model: PlayModel) -> [(key: String, words: String)] {
        let rights = model.rights
        let game = model.game
        let me = model.player
        var hints: [(String, String)] = []
        if !rights.choices.isEmpty {
            hints.append((rights.choices.count == 1 ? "1" : "1-\(rights.choices.count)", "choose"))
        } else if rights.move != nil {
            hints.append(("Arrows Enter", "move"))
        } else if rights.fifth {
            hints.append(("Arrows Enter", "offer"))
        }
        if game.mayAnswer(me) != nil {
            hints += [("y", "accept"), ("x", "refuse")]
        } else if game.mayWithdraw(me) != nil {
            hints.append(("x", "withdraw"))
        }
        if let seat = rights.seat { hints.append(("j", "sit at \(Words.side(seat))")) }
        if game.mayOffer(.rematch, me) != nil { hints.append(("g", "again")) }
        if rights.newGame { hints.append(("n", "new game")) }
        let others = Stone.allCases.contains { game.seats[$0] != nil && game.seats[$0] != me }
        if game.number == nil || game.isOver || (rights.seat != nil && !others) { hints.append(("b", "both sides")) }
        if game.mayOffer(.takeback, me) != nil || game.takingBackAlone(me) != nil { hints.append(("u", "undo")) }
        if game.mayOffer(.draw, me) != nil, game.moves.count >= 2 { hints.append(("d", "draw")) }
        if game.mayAbort(me) {
            hints.append(("r", "call off"))
        } else if rights.resign != nil {
            hints.append(("r", "resign"))
        }
        if model.mayAskForHint { hints.append(("t", "hint")) }
        return hints
    }

    static func help(_ mode: PlayModel.Mode) -> [(String, String, Bool)] {
        let common = [
            ("c  p", "chat; people, and whom to mute", false),
            ("a  l", "after a game: report; lobby", false),
            ("R  Ctrl-L", "try the connection; draw again", false),
            ("q", "quit", false),
            ("( ) * *", "the last move; the winning line", false),
        ]
        guard mode == .play else { return common }
        return [
            ("Arrows", "move the cursor; Enter or Space plays", false),
            ("h8 Enter", "play a point; a click plays too", false),
            ("1 2 3", "choose in an opening", false),
            ("n  j  b", "new game; take a seat; both sides", false),
            ("u  d  g", "undo; draw; another game (asks them)", false),
            ("y  x", "accept; refuse or withdraw", false),
            ("r", "resign, or call off (asks first)", false),
            ("v", "claim the game: time, or they left", false),
            ("t", "hint, in games that are not rated", false),
        ] + common + [("[ ]  ?", "the cursor; a move not confirmed", false)]
    }
}

extension NewGameForm.Row {
    var label: String {
        switch self {
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
}
