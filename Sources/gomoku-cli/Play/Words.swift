import GameState

/// Every sentence of the full-screen client about the game: a translation is this file.
enum Words {
    static func side(_ stone: Stone) -> String { stone.rawValue.uppercased() }

    static func rule(_ rule: Rule) -> String {
        switch rule {
        case .freestyle: "Five or more in a row win."
        case .standard: "Exactly five in a row win; six and more do not."
        case .renju: "X may not make double threes, double fours or six; O may."
        case .caro: "Exactly five win, unless blocked at both ends."
        }
    }

    static func reason(_ reason: Game.Reason) -> String {
        switch reason {
        case .five: "five in a row"
        case .forbidden: "a forbidden move"
        case .resign: "resignation"
        case .time: "time"
        case .agreement: "agreement"
        case .full: "the board is full"
        case .abandoned: "the other player left"
        case .aborted: "aborted"
        }
    }

    /// How a game ended.
    static func outcome(_ game: GameView, mine: [Stone]) -> String {
        let why = game.reason.map { ": \(reason($0))" } ?? ""
        guard let winner = game.winner else {
            return game.reason == .aborted ? "The game was called off." : "A draw\(why)."
        }
        if mine.count == 1 { return mine[0] == winner ? "You win\(why)!" : "You lose\(why)." }
        return "\(side(winner)) wins\(why)."
    }

    /// Whose turn it is.
    static func turn(_ game: GameView, rights: GameView.Rights, mode: PlayModel.Mode, name: (ParticipantID) -> String) -> String {
        guard let turn = game.turn else {
            if game.isOver { return outcome(game, mine: rights.sides) }
            return mode == .play ? "No game here yet. Press n to start one." : "No game here yet."
        }
        if rights.sides.count == 2 { return "\(side(turn)) to move. You play both sides." }
        if rights.move == turn { return "Your turn: play \(side(turn))." }
        guard let holder = game.seats[turn] else {
            return mode == .play && rights.sides.isEmpty
                ? "The seat of \(side(turn)) is open. Press j to take it." : "Waiting for somebody to take \(side(turn))."
        }
        return "\(side(turn)) to move: \(name(holder)) is thinking."
    }

    static func move(_ stone: Stone, _ point: String, by who: String?) -> String {
        who.map { "\($0) plays \(point)." } ?? "\(side(stone)) plays \(point)."
    }

    static func takenBack(_ point: String, _ why: String) -> String { "Your move \(point) was taken back. \(why)" }
    static func resign(_ stone: Stone) -> String { "Give up this game as \(side(stone))? y / n" }
    static let notYourTurn = "It is not your turn."
    static let watching = "You are watching. Press j to take an open seat, or n for a new game."
    static let onlyWatching = "You are watching: gomoku-cli play lets you play."
    static let onTheWay = "One moment: your last move is still on its way."
    static let gameOver = "The game is over. Press n for a new one."
    static let noGame = "There is no game yet. Press n to start one."
    static let gameRunning = "A new game can be started when this one is over. Press r to resign."
    static let noSeat = "No seat is open."
    static let bothNotNow = "Both sides can be played when a seat is open, or in a new game."
    static let nothingToResign = "There is nothing to resign."
    static let tooMuchWaiting = "Too much is waiting for the connection. Try again when it is back."
    static let back = "The connection is back."
    static func occupied(_ point: String) -> String { "There is a stone on \(point) already." }
    static func noPoint(_ text: String, _ size: BoardSize) -> String {
        "\(text) is no point of this board: a1 to \(size.name(of: Point(column: size.side - 1, row: 0)))."
    }
}
