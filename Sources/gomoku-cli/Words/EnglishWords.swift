import Client
import GameState
import Wire

/// The terminal in English.
struct EnglishWords: Words {}

extension EnglishWords {
    func name(_ rule: Rule) -> String { rule.rawValue }

    func explanation(_ rule: Rule) -> String {
        switch rule {
        case .freestyle: "Five or more in a row win."
        case .standard: "Exactly five in a row win; six and more do not."
        case .renju: "X may not make double threes, double fours or six; O may."
        case .caro: "Exactly five win, unless blocked at both ends."
        }
    }

    func reason(_ reason: Game.Reason) -> String {
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

    func computer(level: Int) -> String { "\(self.level(level).name), computer \(level)" }
    var somebodyWhoLeft: String { "somebody who left" }

    var calledOff: String { "The game was aborted." }
    func drawn(_ why: String) -> String { "A draw\(why)." }
    func youWin(_ why: String) -> String { "You win\(why)!" }
    func youLose(_ why: String) -> String { "You lose\(why)." }
    func wins(_ side: String, _ why: String) -> String { "\(side) wins\(why)." }

    var noGameYet: String { "No game here yet." }
    var noGamePressN: String { "No game here yet. Press n to start one." }
    func bothSidesToMove(_ side: String) -> String { "\(side) to move. You play both sides." }
    func yourTurn(_ side: String) -> String { "Your turn: play \(side)." }
    func yourTurnBrief(_ side: String) -> String { "Your turn: \(side)" }
    func seatOpenPressJ(_ side: String) -> String { "The seat of \(side) is open. Press j to take it." }
    func waitingForSomebody(_ side: String) -> String { "Waiting for somebody to take \(side)." }
    func thinking(_ name: String, _ side: String) -> String { "\(side) to move: \(name) is thinking." }

    func gameStarted(by name: String, number: Int, terms: String) -> String {
        "\(name) has started game \(number): \(terms)."
    }
    func plays(_ who: String, point: String) -> String { "\(who) plays \(point)." }
    func movesTakenBack(_ numbers: ClosedRange<Int>) -> String {
        let (first, last) = (numbers.lowerBound, numbers.upperBound)
        if first == last { return "Move \(first) was taken back." }
        return "Moves \(first) \(numbers.count == 2 ? "and" : "to") \(last) were taken back."
    }
    func seatIsOpen(_ side: String) -> String { "The seat of \(side) is open." }
    func sits(_ name: String, _ side: String) -> String { "\(name) plays \(side)." }
    func isAway(_ name: String, _ side: String) -> String { "\(name) (\(side)) is away, but may come back." }
    func isHere(_ name: String) -> String { "\(name) is here." }
    func hasLeft(_ name: String) -> String { "\(name) has left." }
    func tookHint(_ name: String) -> String { "\(name) has taken a hint." }
    func hintsAllowed(mine: Bool) -> String {
        mine ? "Hints are allowed now. Press t on your turn to get one." : "X and O may take hints now."
    }

    func offered(_ kind: Offer.Kind, by who: String) -> String {
        switch kind {
        case .draw: "\(who) offers a draw. y accepts, x refuses."
        case .takeback: "\(who) asks to take the last move back. y allows it, x refuses."
        case .rematch: "\(who) would like another game. y plays it, x refuses."
        case .hints: "\(who) would like hints for both of you. y agrees, x refuses."
        }
    }

    func offering(_ kind: Offer.Kind) -> String {
        switch kind {
        case .draw: "You have offered a draw. x withdraws it."
        case .takeback: "You have asked to take your move back. x withdraws it."
        case .rematch: "You have offered another game. x withdraws it."
        case .hints: "You have asked for hints for both. x withdraws it."
        }
    }

    func isOffered(_ kind: Offer.Kind, by who: String) -> String {
        switch kind {
        case .draw: "\(who) has offered a draw."
        case .takeback: "\(who) has asked to take a move back."
        case .rematch: "\(who) has offered another game."
        case .hints: "\(who) has asked for hints for both."
        }
    }

    func refused(_ kind: Offer.Kind) -> String {
        switch kind {
        case .draw: "The draw was refused."
        case .takeback: "The takeback was refused."
        case .rematch: "The rematch was refused."
        case .hints: "Hints were refused."
        }
    }

    func cannotOffer(_ kind: Offer.Kind, takebacksAreOff: Bool) -> String {
        switch kind {
        case .draw:
            "A draw can be offered to the other side while the game runs, and again six moves after it was refused."
        case .takeback where takebacksAreOff: "Takebacks are off in this game."
        case .takeback: "There is no move of yours to take back now."
        case .rematch: "Another game can be offered to the other side when this one is over."
        case .hints: "Hints can be agreed on now and then while a game of two runs."
        }
    }

    func gone(_ who: String, seconds: Int?, mayClaim: Bool) -> String {
        if mayClaim { return "\(who) has left. v claims the game, or wait." }
        return seconds.map { "\(who) has left. You may claim in \($0) s." } ?? "\(who) has left."
    }
    var timeIsUp: String { "Time is up for the other side. v claims the game." }
    var nothingToClaim: String { "There is nothing to claim." }

    var notNow: String { "That needs the connection. Try again when it is back." }
    var notYourTurn: String { "It is not your turn." }
    var watching: String { "You are watching. Press j to take an open seat, or n for a new game." }
    var onlyWatching: String { "You are watching: gomoku-cli play lets you play." }
    var onTheWay: String { "One moment: your last move is still on its way." }
    func deadKey(_ key: Character) -> String { "\(key) does nothing here. Press ? for the keys." }
    var gameOver: String { "The game is over. Press n for a new one." }
    var gameRunning: String { "A new game can be started when this one is over. Press r to resign." }
    var newGameIsForPlayers: String { "A new game is for the two who play here. You are watching." }
    var noSeat: String { "No seat is open." }
    var bothNotNow: String { "Both sides can be played when a seat is open, or in a new game." }
    var nothingToResign: String { "There is nothing to resign." }
    var nothingToAnswer: String { "Nothing is offered." }
    var chooseFirst: String { "Choose first, with a digit." }
    var tooMuchWaiting: String { "Too much is waiting for the connection. Try again when it is back." }
    func occupied(_ point: String) -> String { "There is a stone on \(point) already." }
    func noPoint(_ text: String, last: String) -> String { "\(text) is no point of this board: a1 to \(last)." }
    func forbidden(_ point: String, _ prohibition: Prohibition) -> String {
        "\(point) is forbidden to X: \(prohibition == .overline ? "six or more" : prohibition.name)."
    }
    func takenBack(_ point: String, _ why: String) -> String { "\(point) was taken back. \(why)" }
    func rejected(_ reason: Notice.Reason) -> String {
        reason.message.isEmpty ? "The server did not accept that (\(reason.word))." : reason.message
    }

    func resign(_ side: String) -> String { "Give up this game as \(side)? y / n" }
    var abort: String { "Abort this game? y / n" }

    var hintComes: String { "The computer is thinking…" }
    func thinksShorter(milliseconds: Int, usual: Int) -> String {
        "Many games are going on here: the computer thinks for about \(milliseconds) ms instead of \(usual) ms."
    }
    var noHintInRated: String { "There are no hints in a rated game." }
    var hintOnYourTurn: String { "A hint is given when it is your turn." }
    var noHint: String { "There is no hint for this." }
    func hint(_ what: String) -> String { "Hint: \(what)." }
    func hintGoesOn(_ points: String) -> String { "Then perhaps \(points)." }
    var reportComes: String { "The analysis is being made…" }
    var reportLater: String { "The analysis comes when the game is over." }
    var noReport: String { "The server sent no analysis that this program understands." }
    func turningPoint(_ move: Int) -> String { "turned at move \(move)" }
    func moveKind(_ kind: String) -> String { kind }
    var won: String { "won" }
    var lost: String { "lost" }
}

extension EnglishWords {
    func name(_ opening: Opening) -> String { opening == .none ? "none" : opening.properName }

    func explanation(_ opening: Opening) -> String {
        switch opening {
        case .none: "Play from the first stone."
        case .swap: "Three stones by one; the other takes a side."
        case .swap2: "Three stones by one; the other takes a side or adds two."
        case .pro: "First stone in the centre, X's second far from it."
        case .longPro: "First stone in the centre, X's second further off."
        case .rif: "Renju: a swap, then two fifth moves to pick from."
        case .soosorv8: "Renju: two swaps, and up to eight fifth moves."
        case .taraguchi10: "Renju: a swap after each stone, or ten fifth moves."
        }
    }

    func choice(_ choice: OpeningChoice) -> String {
        switch choice {
        case .swap: "take the other side"
        case .stay: "keep your side"
        case .black: "play X"
        case .white: "play O"
        case .more: "two more stones, the other chooses"
        case .ten: "offer ten fifth moves"
        case .fifths(1): "one fifth move"
        case .fifths(let count): "\(count) fifth moves"
        }
    }

    func chosen(_ choice: OpeningChoice, by who: String) -> String {
        switch choice {
        case .swap: "\(who) has taken the other side."
        case .stay: "\(who) keeps the side."
        case .black: "\(who) plays X."
        case .white: "\(who) plays O."
        case .more: "\(who) adds two stones; then you choose."
        case .ten: "\(who) offers ten fifth moves."
        case .fifths(let count): "\(who) asks for \(count == 1 ? "one fifth move" : "\(count) fifth moves")."
        }
    }

    func area(_ area: StoneArea) -> String {
        switch area {
        case .centre: "in the centre"
        case .within(let side): "within the central \(side)x\(side)"
        case .outside(let side): "outside the central \(side)x\(side)"
        }
    }

    func placeStone(_ number: Int, _ side: String, _ area: String?) -> String {
        "Place stone \(number), \(side)\(area.map { " \($0)" } ?? "")."
    }
    func placesStone(_ who: String, _ number: Int, _ side: String, _ area: String?) -> String {
        "\(who) places stone \(number) (\(side))\(area.map { " \($0)" } ?? "")."
    }
    var chooseWithDigit: String { "Choose with a digit:" }
    func chooses(_ who: String) -> String { "\(who) chooses how to go on." }
    private func fifths(_ left: Int?) -> String {
        left.map { $0 == 1 ? "one more fifth move" : "\($0) more fifth moves" } ?? "fifth moves"
    }
    func offerFifths(_ left: Int?) -> String { "Offer \(fifths(left))." }
    func offersFifths(_ who: String, _ left: Int?) -> String { "\(who) offers \(fifths(left))." }
    var pickFifth: String { "Pick a fifth move: play one that is marked." }
    func picksFifth(_ who: String) -> String { "\(who) picks one of the fifth moves." }
    func sameFifth(_ point: String) -> String {
        "\(point) is the same as a fifth move already offered, as the stones lie."
    }
    func notOfferedFifth(_ point: String) -> String { "\(point) was not offered. Pick one that is marked." }
    func outside(_ point: String, _ area: String?) -> String {
        "The opening does not allow \(point): choose a point \(area ?? "that it allows")."
    }
}
