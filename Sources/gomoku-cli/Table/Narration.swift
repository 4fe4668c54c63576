import Client
import GameState

/// Sentences about changes of a game.
enum Narration {
    /// Returns a sentence about a change, or nil. The user's own actions need one only for a game's
    /// end, a hint, or consent to hints.
    static func sentence(
        from old: GameView, to new: GameView, by: ParticipantID, me: ParticipantID?, words: any Words,
        name: (ParticipantID) -> String
    ) -> String? {
        if new.number != old.number, let number = new.number {
            return by == me ? nil : words.gameStarted(name: name(by), number: number, terms: words.terms(new))
        }
        // The server writes this delta, so its author says nothing about the side.
        for stone in Stone.allCases where new.hints.taken[stone] > old.hints.taken[stone] {
            guard let holder = new.seats[stone], holder != me else { return nil }
            return words.tookHint(name(holder))
        }
        let sides = Stone.allCases.filter { me != nil && new.seats[$0] == me }
        if new.isOver, !old.isOver { return words.outcome(new, mine: sides) }
        if new.hints.areAgreed, !old.hints.areAgreed {
            return sides.isEmpty ? words.hintsAllowedToOthers : words.hintsAllowed
        }
        if let refusal = new.refusals.first(where: { refusal in
            refusal.offer == old.offer && !old.refusals.contains(refusal)
        }), by != me, old.moves.count == new.moves.count {
            return words.offersRefused(refusal.offer.kind)
        }
        if by == me { return nil }
        if new.openingSteps.count > old.openingSteps.count, case .choose(let choice) = new.openingSteps.last {
            return words.choicesMade(choice, name: name(by))
        }
        if new.moves.count == old.moves.count + 1, let point = new.lastMove {
            return words.plays(name: name(by), point: new.size.name(of: point))
        }
        if new.moves.count < old.moves.count {
            return words.movesTakenBack((new.moves.count + 1)...old.moves.count)
        }
        for stone in Stone.allCases where new.seats[stone] != old.seats[stone] {
            guard let holder = new.seats[stone] else { return words.seatIsOpen(words.side(stone)) }
            return words.seatTaken(name: name(holder), side: words.side(stone))
        }
        if let offer = new.offer, offer != old.offer, me == nil || new.seats[offer.by.opponent] != me {
            return words.offersOfOthers(offer.kind, name: name(by))
        }
        return nil
    }
}
