/// What a rated game asks for: two different people with claimed names, and a clock.
extension Game {
    /// Whether `seat`, which the sender takes in a rated game, may be taken.
    static func mayPlayRated(_ seat: ParticipantID, _ situation: Referee.Situation) throws(Rejection) {
        guard seat.robotLevel == nil else { throw .notClaimed(isRobot: true) }
        guard situation.isClaimed else { throw .notClaimed(isRobot: false) }
    }

    /// Somebody on both sides of a rated game.
    static func twoPlayers(_ stone: Stone) -> Rejection {
        .bad(.seat(stone), expected: "somebody else's: two different people play a rated game")
    }

    /// Whether these players can play a rated game.
    static func canBeRated(_ seats: ByStone<ParticipantID?>) throws(Rejection) {
        guard seats.x == nil || seats.x != seats.o else { throw twoPlayers(.o) }
    }
}

extension Referee {
    /// Settles whether the New Game that `new` asks for is rated, and whether it can be.
    ///
    /// A rematch seats somebody who is not asked again, so it is rated exactly when the game before was, and then it is
    /// played on the same terms.
    func rated(_ asked: Intent.NewGame, _ situation: Situation) throws(Rejection) -> Intent.NewGame {
        var terms = asked.terms
        if let game, isRematch(asked, situation) {
            let wasRated = game.terms.isRated
            guard !asked.saysRated || terms.isRated == wasRated else {
                throw .bad(.term(.rated), expected: "left out: a rematch is rated if the game before was")
            }
            terms.isRated = wasRated
            // Whoever watched stays.
            terms.isListed = terms.isListed || game.terms.isListed
            guard !wasRated || terms == game.terms else {
                throw .bad(
                    .term(.rated),
                    expected:
                        "with the rule, size, opening, clock and takebacks of the game before: this is its rematch")
            }
        }
        if terms.isRated { try Game.canBeRated(asked.seats) }
        return Intent.NewGame(number: asked.number, terms: terms, seats: asked.seats)
    }

    /// Whether `new` accepts the rematch that stands offered: both in exchanged seats.
    private func isRematch(_ new: Intent.NewGame, _ situation: Situation) -> Bool {
        guard let game, let offer = game.offer, offer.kind == .rematch, let host = game.seats[offer.by],
            game.seats[offer.by.opponent] == situation.sender, host != situation.sender
        else { return false }
        return new.seats[offer.by.opponent] == host
    }

    /// A New Game that the server starts by itself, for whomever it has paired; nil when it cannot be started now.
    ///
    /// - Parameter delta: as a New Game of a client, except that it may seat anybody. That those whom it seats in a
    ///   rated
    ///   game have claimed names is for the server to see to.
    public mutating func start(_ delta: Delta) -> Delta? {
        guard case .newGame(let new)? = try? Intent(delta), new.number == (game?.number ?? 0) + 1,
            game?.isOver ?? true, !new.terms.isRated || (try? Game.canBeRated(new.seats)) != nil,
            let next = try? Game(number: new.number, terms: new.terms, seats: new.seats)
        else { return nil }
        return become(next)
    }
}
