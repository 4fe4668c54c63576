import Client
import GameState

/// The facts about a table whose changes may alert the user.
struct AlertSituation: Equatable {
    let isKnown: Bool
    let game: Int?
    /// Whether the user has to act and plays only one side.
    let isMyTurn: Bool
    /// The offer that the user may answer.
    let offer: Offer?
    let seats: ByStone<ParticipantID?>
    let isOver: Bool

    init(_ model: PlayModel) {
        let rights = model.rights
        isKnown = model.mirror.isKnown
        game = model.game.number
        isMyTurn = rights.sides.count == 1 && (rights.move != nil || rights.fifth || !rights.choices.isEmpty)
        offer = model.game.mayAnswer(model.player)
        seats = ByStone(x: model.game.seats.x, o: model.game.seats.o)
        isOver = model.game.isOver
    }
}

extension PlayModel {
    /// Returns the reason to call the user after a change, or nil.
    ///
    /// - Parameter old: the situation before the change.
    func alert(after change: RoomMirror.Change, from old: AlertSituation) -> Alert? {
        guard mode == .play, old.isKnown, let me else { return nil }
        switch change {
        case .said(let line):
            guard line.by.id != me.id, !muted.contains(line.by.id) else { return nil }
            return Alert(kind: .chat, text: words.said(line))
        case .continued(let deltas, _):
            guard let last = deltas.last, last.by != me.id else { return nil }
            return alert(from: old, by: last.by, me: me.id)
        case .restored: return alert(from: old, by: nil, me: me.id)
        case .people, .none, .own, .gap: return nil
        }
    }

    private func alert(from old: AlertSituation, by author: ParticipantID?, me: ParticipantID) -> Alert? {
        let new = AlertSituation(self)
        if let offer = new.offer, offer != old.offer, let holder = game.seats[offer.by] {
            return Alert(kind: .offer, text: words.offersToYou(offer.kind, name: name(holder)))
        }
        let wasPlayer = old.seats.x == me || old.seats.o == me
        if new.game != old.game, let number = new.game, let author, wasPlayer || !rights.sides.isEmpty {
            return Alert(
                kind: .seat, text: words.gameStarted(name: name(author), number: number, terms: words.terms(game)))
        }
        if new.isOver, !old.isOver, wasPlayer {
            return Alert(kind: .end, text: words.outcome(game, mine: rights.sides))
        }
        if new.isMyTurn, !old.isMyTurn {
            return Alert(kind: .turn, text: words.turn(game, rights: rights, mode: mode, name: name))
        }
        for stone in Stone.allCases where new.seats[stone] != old.seats[stone] {
            // An exchange of sides during an opening gives no seat to a new player.
            guard let holder = new.seats[stone], holder != me, holder != old.seats[stone.opponent],
                old.seats[stone] == me || new.seats[stone.opponent] == me
            else { continue }
            return Alert(kind: .seat, text: words.seatTaken(name: name(holder), side: words.side(stone)))
        }
        return nil
    }

    /// Returns whether an alert still applies: the turn or the offer that it announced may be over.
    func isCurrent(_ alert: Alert) -> Bool {
        switch alert.kind {
        case .turn: AlertSituation(self).isMyTurn
        case .offer: game.mayAnswer(player) != nil
        case .end: game.isOver
        case .chat, .seat: true
        }
    }

    /// The title of the window.
    var windowTitle: String {
        let table = words.tableTitle(room.text, watching: mode == .watch)
        guard AlertSituation(self).isMyTurn, let turn = game.turn else { return table }
        return "\(words.yourTurnBrief(words.side(turn))) · \(table)"
    }
}
