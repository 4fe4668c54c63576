extension GameTerms {
    /// Returns the delta that starts the first game in a room that the lobby made for two players.
    /// The lobby lists that game.
    public func newGame(_ seats: ByStone<ParticipantID>) -> Delta {
        var terms = self
        terms.isListed = true
        return Intent.newGame(.init(number: 1, terms: terms, seats: ByStone(x: seats.x, o: seats.o))).delta
    }
}
