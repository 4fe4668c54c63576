import Client
import GameState

/// An earlier position of the game on the screen. The game continues meanwhile.
struct LookBack: Equatable {
    /// The number of moves on the board, which is less than that of the game.
    let moves: Int
    /// The time of the next step, in milliseconds of the loop's clock, or nil if the moves are not
    /// being played.
    var nextStep: Int?

    /// The interval between moves that are being played, in milliseconds.
    static let stepMilliseconds = 600
    /// The number of moves that page up and page down skip.
    static let page = 10
}

extension PlayModel {
    /// Whether the arrow keys move a cursor. Otherwise they step through the moves.
    var hasCursor: Bool { mode == .play && !rights.sides.isEmpty && !game.isOver && lookBack == nil }

    /// Shows the position after the given number of moves, or the current one if there are no more
    /// moves.
    mutating func look(at moves: Int) {
        let moves = max(0, moves)
        lookBack = moves < game.moves.count ? LookBack(moves: moves) : nil
        (typed, linesBack) = ("", 0)
        if news?.isWarning == true { news = nil }
    }

    /// Returns to the current position if the earlier one is no longer part of the game. The list
    /// of moves of a new game shows its end.
    mutating func keepLookingBack(after old: GameView) {
        linesBack = game.number == old.number ? min(linesBack, game.moves.count / 2) : 0
        guard let lookBack else { return }
        if game.number != old.number || lookBack.moves >= game.moves.count { self.lookBack = nil }
    }

    /// Handles the keys that step through the moves. Returns nil for other keys.
    mutating func pressToLookBack(_ key: Key, now: Int) -> [Effect]? {
        let count = game.moves.count
        let moves = lookBack?.moves ?? count
        switch key {
        case .move(let number): look(at: number)
        case .character("["): look(at: moves - 1)
        case .character("]"): look(at: moves + 1)
        case .escape where lookBack != nil:
            look(at: count)
            news = nil
        case .left where !hasCursor: look(at: moves - 1)
        case .right where !hasCursor: look(at: moves + 1)
        case .up where !hasCursor, .pageUp where !hasCursor: look(at: moves - LookBack.page)
        case .down where !hasCursor, .pageDown where !hasCursor: look(at: moves + LookBack.page)
        case .home where !hasCursor: look(at: 0)
        case .end where !hasCursor: look(at: count)
        case .character(" ") where lookBack != nil: return playMoves(now: now)
        case .enter where lookBack != nil, .click where lookBack != nil, .paste where lookBack != nil: refuseToPlay()
        default: return nil
        }
        return []
    }

    /// Says that no stone can be placed in an earlier position.
    mutating func refuseToPlay() { news = Message(text: words.notFromEarlier, isWarning: true) }

    /// Starts or stops to show one move after another.
    private mutating func playMoves(now: Int) -> [Effect] {
        guard lookBack?.nextStep == nil else {
            lookBack?.nextStep = nil
            return []
        }
        lookBack?.nextStep = now + LookBack.stepMilliseconds
        return [.wake(afterMilliseconds: LookBack.stepMilliseconds)]
    }

    /// Shows the next move if moves are being played and its time has come.
    mutating func playNextMove(now: Int) -> [Effect] {
        guard let step = lookBack?.nextStep, let moves = lookBack?.moves, step <= now else { return [] }
        look(at: moves + 1)
        return lookBack == nil ? [] : playMoves(now: now)
    }

    /// Scrolls the moves or the chat by lines.
    mutating func scroll(_ pane: Pane, _ wheel: Wheel, by count: Int = 1) {
        let change = wheel == .up ? count : -count
        switch pane {
        case .moves: linesBack = max(0, min(linesBack + change, game.moves.count / 2))
        case .chat: newerChat = max(0, min(newerChat + change, chat.count - 1))
        }
    }

    /// Handles the keys that scroll the chat while the user types. Returns false for other keys.
    mutating func pressToScrollChat(_ key: Key) -> Bool {
        switch key {
        case .up: scroll(.chat, .up)
        case .down: scroll(.chat, .down)
        case .pageUp: scroll(.chat, .up, by: LookBack.page)
        case .pageDown: scroll(.chat, .down, by: LookBack.page)
        case .scroll(let pane, let wheel): scroll(pane, wheel)
        default: return false
        }
        return true
    }

    // MARK: Picture

    /// The number of the latest move on the board.
    var shownMoves: Int { lookBack?.moves ?? game.moves.count }

    /// The board of the position on the screen.
    var shownBoard: Board {
        guard let lookBack else { return game.board }
        var board = Board(size: game.size)
        for (number, point) in game.moves.prefix(lookBack.moves).enumerated() { board[point] = .ofMove(number + 1) }
        return board
    }

    /// Returns the sentence about an earlier position on the screen, or nil if the current one is
    /// shown.
    var lookBackSentence: String? {
        guard let lookBack else { return nil }
        let count = game.moves.count
        let place: String
        if lookBack.moves == 0 {
            place = words.beforeFirstMove
        } else {
            let point = game.size.name(of: game.moves[lookBack.moves - 1])
            place = words.moveOf(
                count: count, number: lookBack.moves, point: point, side: words.side(.ofMove(lookBack.moves)))
        }
        return game.isOver ? place : "\(place) \(words.gameGoesOn)"
    }
}
