import Wire
import Client
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
    static func turn(_ game: GameView, rights: GameView.Rights, mode: PlayModel.Mode, name: (ParticipantID) -> String)
        -> String
    {
        if let phase = openingTurn(game, rights: rights, name: name) { return phase }
        guard let turn = game.turn else {
            if game.isOver { return outcome(game, mine: rights.sides) }
            return mode == .play ? "No game here yet. Press n to start one." : "No game here yet."
        }
        if rights.sides.count == 2 { return "\(side(turn)) to move. You play both sides." }
        if rights.move == turn { return "Your turn: play \(side(turn))." }
        guard let holder = game.seats[turn] else {
            return mode == .play && rights.sides.isEmpty
                ? "The seat of \(side(turn)) is open. Press j to take it."
                : "Waiting for somebody to take \(side(turn))."
        }
        return "\(side(turn)) to move: \(name(holder)) is thinking."
    }

    /// What an opening awaits; nil when none is played, or when nobody sits where it awaits something.
    private static func openingTurn(_ game: GameView, rights: GameView.Rights, name: (ParticipantID) -> String)
        -> String?
    {
        guard game.phase != nil, let turn = game.turn, let holder = game.seats[turn] else { return nil }
        return OpeningWords.awaited(game, from: rights.sides.contains(turn) ? nil : name(holder))
    }

    static func clock(_ setting: ClockSetting?) -> String {
        switch setting {
        case nil: "none"
        case .fischer(let main, let increment): "\(length(main)) + \(increment) s"
        case .byoyomi(let main, let periods, let length): "\(Self.length(main)) + \(periods) × \(length) s"
        }
    }

    private static func length(_ seconds: Int) -> String {
        if seconds > 0, seconds % 3_600 == 0 { return "\(seconds / 3_600) h" }
        return seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// What the other side has offered.
    static func offered(_ offer: Offer, by who: String) -> String {
        switch offer.kind {
        case .draw: "\(who) offers a draw. y accepts, x refuses."
        case .takeback: "\(who) asks to take the last move back. y allows it, x refuses."
        case .rematch: "\(who) would like another game. y plays it, x refuses."
        }
    }

    /// What one has offered oneself.
    static func offering(_ offer: Offer) -> String {
        switch offer.kind {
        case .draw: "You have offered a draw. x withdraws it."
        case .takeback: "You have asked to take your move back. x withdraws it."
        case .rematch: "You have offered another game. x withdraws it."
        }
    }

    /// What others have offered each other.
    static func isOffered(_ offer: Offer, by who: String) -> String {
        switch offer.kind {
        case .draw: "\(who) has offered a draw."
        case .takeback: "\(who) has asked to take a move back."
        case .rematch: "\(who) has offered another game."
        }
    }

    static func refused(_ offer: Offer) -> String {
        switch offer.kind {
        case .draw: "The draw was refused."
        case .takeback: "The takeback was refused."
        case .rematch: "The rematch was refused."
        }
    }

    static func cannotOffer(_ kind: Offer.Kind, _ game: GameView) -> String {
        switch kind {
        case .draw:
            "A draw can be offered to the other side while the game runs, and again six moves after it was refused."
        case .takeback where !game.terms.allowsTakebacks: "Takebacks are off in this game."
        case .takeback: "There is no move of yours to take back now."
        case .rematch: "Another game can be offered to the other side when this one is over."
        }
    }

    /// - Parameter seconds: until the game may be claimed; nil where that is not known.
    static func gone(_ who: String, seconds: Int?, mayClaim: Bool) -> String {
        if mayClaim { return "\(who) has left. v claims the game, or wait." }
        return seconds.map { "\(who) has left. You may claim in \($0) s." } ?? "\(who) has left."
    }

    static func advice(_ advice: Hint, _ size: BoardSize) -> String {
        if let choice = advice.choice { return "Hint: \(OpeningWords.choice(choice))." }
        guard let cell = advice.cell, size.contains(cell) else { return "There is no hint for this." }
        let then = advice.line.dropFirst().prefix(4).filter { size.contains($0) }.map { size.name(of: $0) }
        return "Hint: \(size.name(of: cell))." + (then.isEmpty ? "" : " Then perhaps \(then.joined(separator: " ")).")
    }

    /// A line of chat; who only watches a rated game is heard by those who watch.
    static func said(_ line: ChatLine, name: String? = nil) -> String {
        "\(name ?? line.by.name)\(line.isForSpectators ? " (to spectators)" : ""): \(line.text)"
    }

    static let notNow = "That needs the connection. Try again when it is back."
    static let noReport = "The server sent no report that this program understands."
    static let timeIsUp = "Time is up for the other side. v claims the game."
    static let nothingToClaim = "There is nothing to claim."
    static let nothingToAnswer = "Nothing is offered."
    static let chooseFirst = "Choose first, with a digit."
    static let noClock = "That is no clock. Type seconds as 300+5, or with periods as 600/5x30."
    static let reportComes = "The report is being made…"
    static let reportLater = "The report comes when the game is over."
    static let hintComes = "The robot is thinking…"
    static let noHintInRated = "There are no hints in a rated game."
    static let hintOnYourTurn = "A hint is given when it is your turn."
    static let abort = "Call this game off? y / n"

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
