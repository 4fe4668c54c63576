import GameState
import Wire

/// What is agreed before a game, offers, and claims: what a client may ask for, and the deltas that ask it.
extension GameView {
    /// The delta that starts the next game; seats that are not given stay open.
    public func newGame(_ terms: GameTerms, seats: ByStone<ParticipantID?>) -> Delta {
        Intent.newGame(.init(number: (number ?? 0) + 1, terms: terms, seats: seats)).delta
    }

    /// The delta that accepts a rematch: the same game with sides exchanged.
    public var acceptedRematch: Delta {
        newGame(terms, seats: ByStone(x: seats.o, o: seats.x))
    }

    // MARK: offers

    /// The sides `participant` holds and nobody else does: whoever holds both asks nobody.
    private func side(of participant: ParticipantID?) -> Stone? {
        guard let participant, seats.x != seats.o else { return nil }
        return Stone.allCases.first { seats[$0] == participant }
    }

    /// The side for which `participant` may offer this now; nil if the referee refuses it or no opponent can answer.
    public func mayOffer(_ kind: Offer.Kind, _ participant: ParticipantID?) -> Stone? {
        guard number != nil, let side = side(of: participant), seats[side.opponent] != nil, offer == nil else {
            return nil
        }
        return objection(to: Offer(kind, by: side)) == nil ? side : nil
    }

    /// The offer that `participant` may accept or refuse.
    public func mayAnswer(_ participant: ParticipantID?) -> Offer? {
        guard let offer, side(of: participant) == offer.by.opponent else { return nil }
        return offer
    }

    /// The offer of `participant`'s own that still waits for an answer.
    public func mayWithdraw(_ participant: ParticipantID?) -> Offer? {
        guard let offer, side(of: participant) == offer.by else { return nil }
        return offer
    }

    public func offering(_ offer: Offer) -> Delta { Intent.offer(offer).delta }

    /// Refuses the standing offer, or withdraws one's own.
    public var refusing: Delta { Intent.offer(nil).delta }

    /// The delta that accepts `offer`; nil when it can no longer be.
    public func accepting(_ offer: Offer) -> Delta? {
        switch offer.kind {
        case .draw: return ending(nil, .agreement)
        case .rematch: return acceptedRematch
        case .hints: return Intent.allowHints.delta
        case .takeback: return movesToTakeBack(for: offer.by).map(takingBack)
        }
    }

    /// The delta with which a participant who plays both sides takes the last move back.
    public func takingBackAlone(_ participant: ParticipantID?) -> Delta? {
        guard let participant, isSolo, !isOver, let side = sideOfTakeback(by: participant) else { return nil }
        return movesToTakeBack(for: side).map(takingBack)
    }

    /// The delta that takes the last `count` moves back.
    public func takingBack(_ count: Int) -> Delta {
        Intent.takeBack(to: moves.count - count, from: moves.count).delta
    }

    // MARK: openings

    public func choosing(_ choice: OpeningChoice) -> Delta { Intent.choose(choice).delta }

    public func offeringFifth(_ point: Point) -> Delta { Intent.offerFifth(point).delta }

    /// Whether `delta` is a step of an opening that places no stone.
    public func isStep(_ delta: Delta) -> Bool { delta[.choice] != nil || delta[.fifth] != nil }

    // MARK: ends

    /// Whether `participant` may call the game off.
    public func mayAbort(_ participant: ParticipantID?) -> Bool {
        guard let participant, number != nil, !isOver else { return false }
        return mayBeAborted && sits(participant)
    }

    public var aborting: Delta { ending(nil, .aborted) }

    /// What `participant` may claim at `now`, server time in milliseconds: the other side's time is up, or it has left.
    public func mayClaim(_ participant: ParticipantID?, now: Int) -> Game.Reason? {
        guard !isOver, let side = side(of: participant) else { return nil }
        if winnerOnTime(at: now) == side { return .time }
        return winnerByAbsence(at: now) == side ? .abandoned : nil
    }

    /// The delta that claims the game for `participant`'s side.
    public func claiming(_ reason: Game.Reason, by participant: ParticipantID?) -> Delta? {
        side(of: participant).map { ending($0, reason) }
    }

    private func ending(_ winner: Stone?, _ reason: Game.Reason) -> Delta {
        Intent.claim(winner: winner, reason: reason).delta
    }
}
