extension GameTerms {
    /// A room's first New Game, between these two, that the lobby tells of.
    public func newGame(_ seats: ByStone<ParticipantID>) -> Delta {
        var terms = self
        terms.isListed = true
        var delta = Delta(changes: [.init(GameKey.game, .string("1"))])
        for field in Field.allCases { delta[field.rawValue] = terms[field].map { .some(.string($0)) } }
        for stone in Stone.allCases { delta[GameKey.seat(stone)] = .string(seats[stone].text) }
        return delta
    }
}
