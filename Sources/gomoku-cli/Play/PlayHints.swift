import GameState

/// Which keys do something, in words.
enum PlayHints {
    /// The keys that make sense now, the most useful first.
    static func now(_ model: PlayModel) -> [(key: String, words: String)] {
        switch model.input {
        case .chat: return [("Enter", "says it"), ("Esc", "leaves")]
        case .resign: return [("y", "resign"), ("n", "go on playing")]
        case .newGame: return [("Enter", "starts"), ("Esc", "leaves")]
        case .help: return [("any key", "goes back")]
        case .board: break
        }
        if model.mode == .watch { return [("c", "chat"), ("?", "help"), ("q", "quit")] }
        let rights = model.rights
        var hints: [(String, String)] = []
        if rights.move != nil { hints.append(("Arrows Enter", "move")) }
        if let seat = rights.seat { hints.append(("j", "sit at \(Words.side(seat))")) }
        if rights.newGame { hints.append(("n", "new game")) }
        let others = Stone.allCases.contains { model.game.seats[$0] != nil && model.game.seats[$0] != model.me?.id }
        if model.game.number == nil || model.game.isOver || (rights.seat != nil && !others) { hints.append(("b", "both sides")) }
        if rights.resign != nil { hints.append(("r", "resign")) }
        return hints + [("c", "chat"), ("?", "help"), ("q", "quit")]
    }

    static func help(_ mode: PlayModel.Mode) -> [(String, String, Bool)] {
        let marks = [
            ("", "", false), ("( )", "the last move", false), ("* *", "the winning line", false),
        ]
        let common = [("c", "chat", false), ("Ctrl-L", "draw again", false), ("R", "try the connection now", false), ("q", "quit", false)]
        guard mode == .play else { return common + marks }
        return [
            ("Arrows", "move the cursor; Enter or Space plays", false),
            ("h8 Enter", "play by typing the point", false),
            ("Mouse", "a click plays", false),
            ("n", "new game: rule, seat, size", false),
            ("j", "take an open seat", false),
            ("b", "play both sides", false),
            ("r", "resign (it asks first)", false),
        ] + common + marks + [("[ ]", "the cursor", false), ("?", "your move, not confirmed yet", false)]
    }
}

extension NewGameForm.Row {
    var label: String {
        switch self {
        case .rule: "Rule"
        case .seat: "Seat"
        case .size: "Board"
        }
    }
}
