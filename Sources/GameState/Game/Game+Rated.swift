/// The requirements of a rated game: two different people with claimed names, and a clock.
extension Game {
    /// Rejects a seat in a rated game for a robot, and for a sender without a claimed name.
    static func mayPlayRated(_ seat: ParticipantID, _ situation: Referee.Situation) throws(Rejection) {
        guard seat.robotLevel == nil else { throw .notClaimed(isRobot: true) }
        guard situation.isClaimed else { throw .notClaimed(isRobot: false) }
    }

    /// Returns the rejection for a participant on both sides of a rated game.
    static func twoPlayers(_ stone: Stone) -> Rejection {
        .bad(.seat(stone), expected: "another participant, because a rated game needs two different players")
    }

    /// Rejects a rated game in which one participant holds both seats.
    static func canBeRated(_ seats: ByStone<ParticipantID?>) throws(Rejection) {
        guard seats.x == nil || seats.x != seats.o else { throw twoPlayers(.o) }
    }
}

extension Referee {
    /// Decides whether the new game is rated. Rejects the request if the game cannot be rated as
    /// requested.
    ///
    /// A rematch seats the opponent without asking again. It is therefore rated if and only if the
    /// previous game was, and a rated rematch keeps the terms.
    func rated(_ asked: Intent.NewGame, _ situation: Situation) throws(Rejection) -> Intent.NewGame {
        var terms = asked.terms
        if let game, isRematch(asked, situation) {
            let wasRated = game.terms.isRated
            guard !asked.specifiesRated || terms.isRated == wasRated else {
                throw .bad(
                    .term(.rated), expected: "absent or the same as in the previous game, because this is its rematch")
            }
            terms.isRated = wasRated
            // The rematch of a listed game is listed too, because its spectators stay for the
            // rematch.
            terms.isListed = terms.isListed || game.terms.isListed
            guard !wasRated || terms == game.terms else {
                throw .bad(
                    .term(.rated),
                    expected:
                        "used with the rule, size, opening, clock and takebacks of the previous game, because this is its rematch"
                )
            }
        }
        if terms.isRated { try Game.canBeRated(asked.seats) }
        return Intent.NewGame(number: asked.number, terms: terms, seats: asked.seats)
    }

    /// Returns whether `new` accepts the offered rematch, with both players in exchanged seats.
    private func isRematch(_ new: Intent.NewGame, _ situation: Situation) -> Bool {
        guard let game, let offer = game.offer, offer.kind == .rematch, let host = game.seats[offer.by],
            game.seats[offer.by.opponent] == situation.sender, host != situation.sender
        else { return false }
        return new.seats[offer.by.opponent] == host
    }

    /// Starts a game for the players that the server has paired. Returns `nil` if no game can start
    /// now.
    ///
    /// - Parameter delta: A New Game as a client would send it, except that it may seat anyone. The
    ///   caller ensures that the players of a rated game have claimed names.
    public mutating func start(_ delta: Delta) -> Delta? {
        guard case .newGame(let new)? = try? Intent(delta), new.number == (game?.number ?? 0) + 1,
            game?.isOver ?? true, !new.terms.isRated || (try? Game.canBeRated(new.seats)) != nil,
            let next = try? Game(number: new.number, terms: new.terms, seats: new.seats)
        else { return nil }
        return replaceGame(next)
    }
}
