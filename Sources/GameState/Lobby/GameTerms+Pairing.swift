extension GameTerms {
    /// A room's first New Game, between these two, that the lobby tells of.
    public func newGame(_ seats: ByStone<ParticipantID>) -> Delta {
        var terms = self
        terms.isListed = true
        return Intent.newGame(.init(number: 1, terms: terms, seats: ByStone(x: seats.x, o: seats.o))).delta
    }
}
