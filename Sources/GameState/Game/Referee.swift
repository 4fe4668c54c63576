/// A judge of the deltas in a `gomoku` room, which also derives their consequences.
///
/// The referee detects conflicts by itself. Of two New Games or two moves with the same number it
/// accepts at most one, whatever guards the sender sets (docs/PROTOCOL.md, "Guards").
public struct Referee: Sendable {
    /// The current game, or `nil` before the first one.
    public private(set) var game: Game?

    public init(game: Game? = nil) { self.game = game }

    /// The circumstances of a request, besides the game.
    struct Situation {
        let sender: ParticipantID
        /// The server time in milliseconds.
        let now: Int
        /// The measured round trip to the sender, in milliseconds.
        let lag: Int
        /// Whether the sender has claimed a name.
        var isClaimed = false
        /// The players' absences, and whether the room is reserved. `nil` skips the checks that
        /// depend on them.
        var attendance: Attendance?
    }

    /// Applies a request, or throws a rejection and changes nothing.
    ///
    /// - Parameters:
    ///   - now: The server time in milliseconds since 1970.
    ///   - lag: The measured round trip to the sender, in milliseconds.
    ///   - isClaimed: Whether the sender has claimed a name, as rated games require.
    ///   - attendance: The players' absences, and whether the room is reserved. If they are no
    ///     longer known (`nil`), any sender may start a New Game or change seats.
    /// - Returns: The whole delta, with the request in canonical form and its consequences.
    public mutating func judge(
        _ delta: Delta, by sender: ParticipantID, now: Int, lag: Int = 0, isClaimed: Bool = false,
        attendance: Attendance? = Attendance()
    ) throws(Rejection) -> Delta {
        let situation = Situation(sender: sender, now: now, lag: lag, isClaimed: isClaimed, attendance: attendance)
        let intent = try Intent(delta)
        if case .newGame(let new) = intent { return replaceGame(try started(new, situation)) }
        guard var next = game else { throw .noGame }
        if case .offer(let offer) = intent {
            try next.offer(offer, situation)
            return replaceGame(next)
        }
        guard !next.isOver else { throw .gameOver }
        switch intent {
        case .newGame, .offer: break
        case .play(let seats, let move):
            for change in seats { try next.seat(change, situation) }
            if let move { try next.play(move, situation) }
        case .takeBack(let number, _): try next.takeBack(to: number, situation)
        case .claim(let winner, let reason): try next.claim(winner: winner, reason: reason, situation)
        case .allowHints: try next.allowHints(situation)
        case .choose(let choice): try next.decide(.choose(choice), situation)
        case .offerFifth(let point): try next.decide(.offer(point), situation)
        }
        let full = replaceGame(
            next,
            unless: { full in
                guard case .play(_, .some(let move)) = intent else { return nil }
                return Self.wrongClaim(move.claims, in: full)
            })
        return try full.get()
    }

    /// Ends the game if a side has lost on time at `now`. Returns `nil` if nothing has changed.
    public mutating func tick(now: Int) -> Delta? {
        guard let loser = game?.clock?.flagged(at: now), var next = game, !next.isOver else { return nil }
        next.end(Game.Ending(winner: loser.opponent, reason: .time), at: now)
        return replaceGame(next)
    }

    /// Resumes the clock after a restart of the server, without charging for the downtime. Returns
    /// `nil` if no clock was running.
    public mutating func resumeClock(now: Int, lastAlive: Int) -> Delta? {
        guard var next = game, !next.isOver, next.clock?.runningSince != nil || (next.clock?.isSuspended ?? false)
        else { return nil }
        next.clock?.resume(at: now, lastAlive: lastAlive)
        return replaceGame(next)
    }

    /// Suspends the clock for an orderly stop of the server.
    public mutating func suspendClock(now: Int) -> Delta? {
        guard var next = game, next.clock?.runningSince != nil else { return nil }
        next.clock?.suspend(at: now)
        return replaceGame(next)
    }

    /// Announces a player's absence, or (`nil`) the player's return.
    public mutating func setAbsence(_ absence: Absence?) -> Delta? {
        guard var next = game, !next.isOver, next.absence != absence else { return nil }
        next.absence = absence
        return replaceGame(next)
    }

    mutating func replaceGame(_ next: Game) -> Delta {
        let delta = next.delta(from: game)
        game = next
        return delta
    }

    private mutating func replaceGame(_ next: Game, unless wrong: (Delta) -> Rejection?) -> Result<Delta, Rejection> {
        let delta = next.delta(from: game)
        if let rejection = wrong(delta) { return .failure(rejection) }
        game = next
        return .success(delta)
    }

    /// Returns a rejection if the sender expected a result of the move that `full` does not
    /// contain.
    private static func wrongClaim(_ claims: Delta, in full: Delta) -> Rejection? {
        let wrong = claims.changes.first { (full[$0.key] ?? nil) != $0.value }
        return wrong.map { .badValue(key: $0.key, expected: "absent, because this move has a different result") }
    }

    private func started(_ asked: Intent.NewGame, _ situation: Situation) throws(Rejection) -> Game {
        let expected = (game?.number ?? 0) + 1
        guard asked.number == expected else {
            throw asked.number == game?.number ? .gameStarted : .gameNumber(expected: expected)
        }
        if let game, let attendance = situation.attendance,
            let objection = game.objectionToReplacing(by: situation.sender, seats: asked.seats, attendance)
        {
            throw objection
        }
        let new = try rated(asked, situation)
        for stone in Stone.allCases {
            guard let seat = new.seats[stone] else { continue }
            // A participant who accepts a rematch may seat both players, in exchanged seats.
            if let game, let offer = game.offer, offer.kind == .rematch, game.seats[offer.by] == seat,
                game.seats[offer.by.opponent] == situation.sender, stone == offer.by.opponent
            {
                continue
            }
            try Game.mayTake(stone, seat, situation.sender)
            if new.terms.isRated { try Game.mayPlayRated(seat, situation) }
        }
        do {
            return try Game(number: new.number, terms: new.terms, seats: new.seats)
        } catch {
            throw .bad(.term(.opening), expected: error.description)
        }
    }
}

extension Clock {
    /// Whether the clock is suspended because the server stopped.
    ///
    /// During a game, nothing else stops the clock of a side that has moved. `usedBefore` may be 0,
    /// if the server stopped in the same millisecond as a move.
    var isSuspended: Bool { runningSince == nil && accounts[turn].hasBegun }
}
