import Client
import GameState

/// Hints about the keys that have an effect now.
enum PlayHints {
    /// Returns the keys with their actions, most useful first.
    static func now(_ model: PlayModel) -> [KeyHint] {
        let (enter, escape) = (model.words.keyNames(.enter), model.words.keyNames(.escape))
        switch model.input {
        case .chat: return hints(model, (enter, .saysIt), (escape, .leaves))
        case .resign: return hints(model, ("y", .resign), ("n", .goOn))
        case .abort: return hints(model, ("y", .abortIt), ("n", .goOn))
        case .newGame: return hints(model, (enter, .starts), (escape, .leaves))
        case .abuse: return hints(model, (enter, .saysIt), (escape, .leaves))
        case .people: return hints(model, (enter, .mutes), (escape, .leaves))
        case .report: return hints(model, (model.words.keyNames(.upDown), .scroll), ("q", .goesBack), ("l", .lobby))
        case .help: return hints(model, (model.words.keyNames(.anyKey), .goesBack))
        case .board: break
        }
        let always = hints(model, ("c", .chat), ("p", .people), ("?", .help), ("q", .quit))
        if model.lookBack != nil { return lookingBack(model) + always }
        let back = model.game.moves.isEmpty ? [] : hints(model, ("[", .lookBack))
        var after = model.game.isOver && !model.game.moves.isEmpty ? hints(model, ("a", .report)) : []
        if model.game.isOver || model.rights.sides.isEmpty { after += hints(model, ("l", .lobby)) }
        if model.mode == .watch { return after + back + always }
        return hints(model, atTable(model)) + after + back + hints(model, bothSides(model)) + always
    }

    private static func bothSides(_ model: PlayModel) -> [(String, KeyAction)] {
        let game = model.game
        let others = Stone.allCases.contains { game.seats[$0] != nil && game.seats[$0] != model.player }
        let isPossible = game.number == nil || game.isOver || model.rights.seat != nil && !others
        return isPossible ? [("b", .bothSides)] : []
    }

    private static func lookingBack(_ model: PlayModel) -> [KeyHint] {
        let name = model.words.keyNames
        return hints(
            model, (name(.left), .back), (name(.right), .forward), (name(.escape), .toLive), (name(.home), .toStart),
            (name(.space), model.lookBack?.nextStep == nil ? .playMoves : .pause), (name(.pageUp), .tenBack),
            (name(.pageDown), .tenForward))
    }

    private static func hints(_ model: PlayModel, _ hints: (String, KeyAction)...) -> [KeyHint] {
        self.hints(model, hints)
    }

    private static func hints(_ model: PlayModel, _ hints: [(String, KeyAction)]) -> [KeyHint] {
        hints.map { (key: $0.0, words: model.words.keys($0.1)) }
    }

    private static func atTable(_ model: PlayModel) -> [(String, KeyAction)] {
        let rights = model.rights
        let game = model.game
        let me = model.player
        var hints: [(String, KeyAction)] = []
        let arrows = model.words.keyNames(.arrowsEnter)
        if !rights.choices.isEmpty {
            hints.append((rights.choices.count == 1 ? "1" : "1-\(rights.choices.count)", .choose))
        } else if rights.move != nil {
            hints.append((arrows, .move))
        } else if rights.fifth {
            hints.append((arrows, .offer))
        }
        if game.mayAnswer(me) != nil {
            hints += [("y", .accept), ("x", .refuse)]
        } else if game.mayWithdraw(me) != nil {
            hints.append(("x", .withdraw))
        }
        if model.invites { hints.append(("w", .copyLink)) }
        if let seat = rights.seat { hints.append(("j", .sit(side: model.words.side(seat)))) }
        if game.mayOffer(.rematch, me) != nil || game.rematchAtOnce(me) != nil { hints.append(("g", .again)) }
        if rights.newGame, !model.isForOthers { hints.append(("n", .newGame)) }
        if game.mayOffer(.takeback, me) != nil || game.takingBackAlone(me) != nil { hints.append(("u", .undo)) }
        if game.mayOffer(.draw, me) != nil, game.moves.count >= 2 { hints.append(("d", .draw)) }
        if game.mayAbort(me) {
            hints.append(("r", .abort))
        } else if rights.resign != nil {
            hints.append(("r", .resign))
        }
        if model.mayAskForHint { hints.append(("t", .hint)) }
        return hints
    }
}
