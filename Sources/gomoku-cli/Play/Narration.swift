import GameState

/// What a change of the game is in words.
enum Narration {
    /// Nil where nothing is to be said; one's own doings need no words but the end of a game.
    static func sentence(
        from old: GameView, to new: GameView, by: ParticipantID, me: ParticipantID?, name: (ParticipantID) -> String
    ) -> String? {
        if new.number != old.number, let number = new.number {
            return by == me ? nil : "\(name(by)) has started game \(number): \(new.rule.rawValue)."
        }
        if new.isOver, !old.isOver {
            let sides = Stone.allCases.filter { me != nil && new.seats[$0] == me }
            return Words.outcome(new, mine: sides)
        }
        if by == me { return nil }
        if new.moves.count == old.moves.count + 1, let point = new.lastMove {
            return Words.move(.ofMove(new.moves.count), new.size.name(of: point), by: name(by))
        }
        if new.moves.count < old.moves.count { return "Move \(old.moves.count) was taken back." }
        for stone in Stone.allCases where new.seats[stone] != old.seats[stone] {
            guard let holder = new.seats[stone] else { return "The seat of \(Words.side(stone)) is open." }
            return "\(name(holder)) plays \(Words.side(stone))."
        }
        if let offer = new.offer, offer != old.offer { return "Offered: \(offer)." }
        return nil
    }
}
