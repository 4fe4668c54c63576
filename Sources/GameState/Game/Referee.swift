/// Judges every delta of a `gomoku` room: what may happen, and what follows from it.
///
/// The referee guards on its own: two New Games or two moves with the same number can never both go
/// through, whatever the sender says about guards (PROTOCOL.md, conflict resolution, rule 4).
public struct Referee: Sendable {
    /// The game on the table; nil before the first.
    public private(set) var game: Game?

    public init(game: Game? = nil) { self.game = game }

    /// A request, and what it is judged by besides the game.
    struct Situation {
        let sender: ParticipantID
        /// Server milliseconds.
        let now: Int
        /// How long the request was on its way, measured, in milliseconds.
        let lag: Int
        /// Whether the sender's name is claimed.
        var isClaimed = false
        /// Nil: whoever asks is allowed to, as far as it is a question of who.
        var attendance: Attendance?
    }

    /// Applies what `delta` asks for, or throws and leaves everything as it was.
    ///
    /// - Parameters:
    ///   - now: server time, milliseconds since 1970.
    ///   - lag: how long the message was on its way by measurement, in milliseconds.
    ///   - isClaimed: whether the sender's name is claimed, as rated games ask for.
    ///   - attendance: who has gone, and whom the room is for; nil where that is not known any more: then a New Game
    ///     is taken from anybody.
    /// - Returns: the whole delta: what was asked, written canonically, and what follows from it.
    public mutating func judge(
        _ delta: Delta, by sender: ParticipantID, now: Int, lag: Int = 0, isClaimed: Bool = false,
        attendance: Attendance? = Attendance()
    ) throws(Rejection) -> Delta {
        let situation = Situation(sender: sender, now: now, lag: lag, isClaimed: isClaimed, attendance: attendance)
        let intent = try Intent(delta)
        if case .newGame(let new) = intent { return become(try started(new, situation)) }
        guard var next = game else { throw .noGame }
        if case .offer(let offer) = intent {
            try next.offer(offer, situation)
            return become(next)
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
        let full = become(
            next,
            unless: { full in
                guard case .play(_, .some(let move)) = intent else { return nil }
                return Self.wrongClaim(move.claims, in: full)
            })
        return try full.get()
    }

    /// What happened by itself at `now`: somebody's time is up. Nil when nothing did.
    public mutating func tick(now: Int) -> Delta? {
        guard let loser = game?.clock?.flagged(at: now), var next = game, !next.isOver else { return nil }
        next.end(Game.Ending(winner: loser.opponent, reason: .time), at: now)
        return become(next)
    }

    /// The server was away: the time meanwhile is nobody's. Nil when no clock runs.
    public mutating func resumeClock(now: Int, lastAlive: Int) -> Delta? {
        guard var next = game, !next.isOver, next.clock?.runningSince != nil || (next.clock?.isSuspended ?? false)
        else { return nil }
        next.clock?.resume(at: now, lastAlive: lastAlive)
        return become(next)
    }

    /// The server stops in good order.
    public mutating func suspendClock(now: Int) -> Delta? {
        guard var next = game, next.clock?.runningSince != nil else { return nil }
        next.clock?.suspend(at: now)
        return become(next)
    }

    /// A player has left for so long that it is announced, or is back (nil).
    public mutating func setAbsence(_ absence: Absence?) -> Delta? {
        guard var next = game, !next.isOver, next.absence != absence else { return nil }
        next.absence = absence
        return become(next)
    }

    mutating func become(_ next: Game) -> Delta {
        let delta = next.delta(from: game)
        game = next
        return delta
    }

    private mutating func become(_ next: Game, unless wrong: (Delta) -> Rejection?) -> Result<Delta, Rejection> {
        let delta = next.delta(from: game)
        if let rejection = wrong(delta) { return .failure(rejection) }
        game = next
        return .success(delta)
    }

    /// A claim that is not what the move does.
    private static func wrongClaim(_ claims: Delta, in full: Delta) -> Rejection? {
        let wrong = claims.changes.first { (full[$0.key] ?? nil) != $0.value }
        return wrong.map { .badValue(key: $0.key, expected: "left to the referee: that is not what this move does") }
    }

    private func started(_ asked: Intent.NewGame, _ situation: Situation) throws(Rejection) -> Game {
        let expected = (game?.number ?? 0) + 1
        guard asked.number == expected else {
            throw asked.number == game?.number ? .gameStarted : .gameNumber(expected: expected)
        }
        if let game, let attendance = situation.attendance,
            let objection = game.objectionToReplacing(by: situation.sender, attendance)
        {
            throw objection
        }
        let new = try rated(asked, situation)
        for stone in Stone.allCases {
            guard let seat = new.seats[stone] else { continue }
            // A rematch that was offered may be started by the other with both in exchanged seats.
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
    /// Whether a server that stopped has stopped it.
    /// While the game goes on nothing else stops the clock of a side that has moved; `usedBefore` may be 0, when the server
    /// stopped in the millisecond of a move.
    var isSuspended: Bool { runningSince == nil && accounts[turn].hasBegun }
}
