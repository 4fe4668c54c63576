import GameState
import Wire

/// Terms, offers and claims that a client may request, with the deltas for these requests.
extension GameView {
    /// Returns the delta that starts the next game. Seats that are `nil` stay open.
    public func newGame(_ terms: GameTerms, seats: ByStone<ParticipantID?>) -> Delta {
        Intent.newGame(.init(number: (number ?? 0) + 1, terms: terms, seats: seats)).delta
    }

    /// The delta that starts a rematch: the same terms with exchanged sides.
    public var acceptedRematch: Delta {
        newGame(terms, seats: ByStone(x: seats.o, o: seats.x))
    }

    // MARK: Offers

    /// Returns the side of a participant who plays against an opponent. Returns `nil` for a
    /// participant who holds both seats.
    private func side(of participant: ParticipantID?) -> Stone? {
        guard let participant, seats.x != seats.o else { return nil }
        return Stone.allCases.first { seats[$0] == participant }
    }

    /// Returns the side for which `participant` may make this offer now. Returns `nil` if the
    /// referee would reject it or no opponent would accept it.
    public func mayOffer(_ kind: Offer.Kind, _ participant: ParticipantID?) -> Stone? {
        guard number != nil, let side = side(of: participant), seats[side.opponent] != nil, offer == nil else {
            return nil
        }
        // The computer declines every draw. Against it, a rematch and hints need no consent.
        if isAgainstComputer(participant), kind != .takeback { return nil }
        return objection(to: Offer(kind, by: side)) == nil ? side : nil
    }

    /// Returns the delta with which `participant` starts a rematch without an offer. Only a rematch
    /// against the computer needs no offer.
    public func rematchAtOnce(_ participant: ParticipantID?) -> Delta? {
        isOver && isAgainstComputer(participant) ? acceptedRematch : nil
    }

    /// Returns whether `participant` plays against the computer.
    public func isAgainstComputer(_ participant: ParticipantID?) -> Bool {
        side(of: participant).map { seats[$0.opponent]?.robotLevel != nil } ?? false
    }

    /// Returns the offer that `participant` may accept or refuse.
    public func mayAnswer(_ participant: ParticipantID?) -> Offer? {
        guard let offer, side(of: participant) == offer.by.opponent else { return nil }
        return offer
    }

    /// Returns the offer of `participant` that still waits for an answer.
    public func mayWithdraw(_ participant: ParticipantID?) -> Offer? {
        guard let offer, side(of: participant) == offer.by else { return nil }
        return offer
    }

    public func offering(_ offer: Offer) -> Delta { Intent.offer(offer).delta }

    /// The delta that refuses the opponent's offer, or withdraws the sender's own offer.
    public var refusing: Delta { Intent.offer(nil).delta }

    /// Returns the delta that accepts `offer`, or `nil` if it can no longer be accepted.
    public func accepting(_ offer: Offer) -> Delta? {
        switch offer.kind {
        case .draw: return ending(nil, .agreement)
        case .rematch: return acceptedRematch
        case .hints: return Intent.allowHints.delta
        case .takeback: return movesToTakeBack(for: offer.by).map(takingBack)
        }
    }

    /// Returns the delta with which a participant who holds both seats takes back the last move.
    public func takingBackAlone(_ participant: ParticipantID?) -> Delta? {
        guard let participant, isSolo, !isOver, let side = sideOfTakeback(by: participant) else { return nil }
        return movesToTakeBack(for: side).map(takingBack)
    }

    /// Returns the delta that takes back the last `count` moves.
    public func takingBack(_ count: Int) -> Delta {
        Intent.takeBack(to: moves.count - count, from: moves.count).delta
    }

    // MARK: Openings

    public func choosing(_ choice: OpeningChoice) -> Delta { Intent.choose(choice).delta }

    public func offeringFifth(_ point: Point) -> Delta { Intent.offerFifth(point).delta }

    /// Returns whether `delta` is a step of an opening that places no stone.
    public func isStep(_ delta: Delta) -> Bool { delta[.choice] != nil || delta[.fifth] != nil }

    // MARK: Ends

    /// Returns whether `participant` may abort the game.
    public func mayAbort(_ participant: ParticipantID?) -> Bool {
        guard let participant, number != nil, !isOver else { return false }
        return mayBeAborted && sits(participant)
    }

    public var aborting: Delta { ending(nil, .aborted) }

    /// Returns the reason for which `participant` may claim a win at `now`, in server milliseconds.
    /// Either the opponent's time is up, or the opponent has left.
    public func mayClaim(_ participant: ParticipantID?, now: Int) -> Game.Reason? {
        guard !isOver, let side = side(of: participant) else { return nil }
        if winnerOnTime(at: now) == side { return .time }
        return winnerByAbsence(at: now) == side ? .abandoned : nil
    }

    /// Returns the delta that claims a win for `participant`'s side.
    public func claiming(_ reason: Game.Reason, by participant: ParticipantID?) -> Delta? {
        side(of: participant).map { ending($0, reason) }
    }

    private func ending(_ winner: Stone?, _ reason: Game.Reason) -> Delta {
        Intent.claim(winner: winner, reason: reason).delta
    }
}
