import Client
import GameState

/// What a change of the game is in words.
enum Narration {
    /// Nil where nothing is to be said; one's own doings need no words but the end of a game.
    static func sentence(
        from old: GameView, to new: GameView, by: ParticipantID, me: ParticipantID?, name: (ParticipantID) -> String
    ) -> String? {
        if new.number != old.number, let number = new.number {
            return by == me ? nil : "\(name(by)) has started game \(number): \(terms(new))."
        }
        if new.isOver, !old.isOver {
            let sides = Stone.allCases.filter { me != nil && new.seats[$0] == me }
            return Words.outcome(new, mine: sides)
        }
        if let refusal = new.refusals.first(where: { refusal in
            refusal.offer == old.standing && !old.refusals.contains(refusal)
        }), by != me, old.moves.count == new.moves.count {
            return Words.refused(refusal.offer)
        }
        if by == me { return nil }
        if new.openingSteps.count > old.openingSteps.count, case .choose(let choice) = new.openingSteps.last {
            return OpeningWords.chosen(choice, by: name(by))
        }
        if new.moves.count == old.moves.count + 1, let point = new.lastMove {
            return Words.move(.ofMove(new.moves.count), new.size.name(of: point), by: name(by))
        }
        if new.moves.count < old.moves.count { return "Move \(old.moves.count) was taken back." }
        for stone in Stone.allCases where new.seats[stone] != old.seats[stone] {
            guard let holder = new.seats[stone] else { return "The seat of \(Words.side(stone)) is open." }
            return "\(name(holder)) plays \(Words.side(stone))."
        }
        if let offer = new.standing, offer != old.standing, me == nil || new.seats[offer.by.opponent] != me {
            return Words.isOffered(offer, by: name(by))
        }
        return nil
    }

    /// What a game is played by, in a few words.
    static func terms(_ game: GameView) -> String {
        var words = [game.rule.rawValue]
        if game.terms.opening != .none { words.append(OpeningWords.name(game.terms.opening)) }
        if let clock = game.terms.clock { words.append(Words.clock(clock)) }
        if game.terms.isRated { words.append("rated") }
        return words.joined(separator: ", ")
    }
}
