import GameState

/// Every sentence of the lobby.
enum LobbyWords {
    static let own = "This is your own seek. x ends it."
    static let notClaimed = "A rated game asks for a name of your own: gomoku-cli account claim <name>."
    static let nobody = "Nobody is on the list. Press a, and you are."
    static let noSeeks = "Nobody is waiting just now. Press a, and you are listed here."
    static let noGames = "No game is being played in the open."
    static let entering = "Entering the lobby…"
    static let ways = [
        ("a", "anyone"), ("f", "a friend, by link"), ("k", "the computer"), ("o", "open a room"), ("w", "watch"),
    ]

    /// What is played, in a few words.
    static func terms(_ terms: GameTerms) -> String {
        var words = [terms.rule.rawValue]
        if terms.opening != .none { words.append(OpeningWords.name(terms.opening)) }
        if terms.size != .standard { words.append("\(terms.size.side)×\(terms.size.side)") }
        words.append(terms.clock.map { Words.clock($0) } ?? "no clock")
        if !terms.allowsTakebacks { words.append("no takebacks") }
        if terms.isRated { words.append("rated") }
        return words.joined(separator: " · ")
    }

    static func game(_ game: ListedGame) -> String {
        var words = [game.terms.rule.rawValue, game.terms.clock.map { Words.clock($0) } ?? "no clock"]
        if game.terms.isRated { words.append("rated") }
        return words.joined(separator: " · ")
    }

    static func looking(_ wish: SeekWish, seconds: Int) -> String {
        "Looking for an opponent, \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60). \(terms(wish.terms))"
    }
}
