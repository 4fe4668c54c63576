/// Offers, takebacks, and how a game ends other than on the board.
extension Game {
    /// Makes an offer, or refuses or withdraws the standing one (nil).
    mutating func offer(_ new: Offer?, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard let new else {
            guard let standing = offer else { throw .notOffered("anything") }
            if seats[standing.by] == situation.sender { offer = nil } else { refuse(standing) }
            return
        }
        guard seats[new.by] == situation.sender else {
            throw .bad(
                .offer, expected: "your own side's, such as \"\(new.kind.rawValue) \(new.by.opponent.rawValue)\"")
        }
        switch new.kind {
        case .rematch: guard isOver else { throw .notOffered("the end of this game yet; a rematch comes after it") }
        case .draw: guard !isOver else { throw .gameOver }
        case .hints: if let objection = objectionToHints(offeredBy: new.by) { throw objection }
        case .takeback:
            guard !isOver else { throw .gameOver }
            guard terms.allowsTakebacks else { throw .notOffered("takebacks in this game") }
            guard movesToTakeBack(for: new.by) != nil else { throw .notOffered("a move of yours to take back") }
        }
        if let refused = refusals.first(where: { $0.offer == new }) {
            let movesLeft = refused.move + Offer.movesAfterRefusal - moves.count
            if movesLeft > 0 || isOver { throw .refusedOffer(movesLeft: isOver ? nil : movesLeft) }
        }
        offer = new
    }

    mutating func takeBack(to number: Int, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        let side: Stone
        if let offer, offer.kind == .takeback, seats[offer.by.opponent] == situation.sender {
            side = offer.by
        } else if isSolo, terms.allowsTakebacks {
            // Whoever plays both sides asks nobody.
            side = .ofMove(moves.count)
        } else {
            throw .notOffered("a takeback")
        }
        guard let count = movesToTakeBack(for: side) else { throw .notOffered("a move that can be taken back") }
        guard number == moves.count - count else { throw .wrongMoveNumber(expected: moves.count - count) }
        takeBack(count)
        offer = nil
        clock?.handed(to: side, at: situation.now)
    }

    mutating func claim(winner: Stone?, reason: Reason, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        switch reason {
        case .resign:
            guard let winner, seats[winner.opponent] == situation.sender else {
                throw .bad(.result, expected: "the other side, which wins when you resign")
            }
            end(Ending(winner: winner, reason: .resign), at: situation.now)
        case .agreement:
            guard winner == nil else { throw .bad(.result, expected: "\"draw\"") }
            let isAccepted = offer.map { $0.kind == .draw && seats[$0.by.opponent] == situation.sender } ?? false
            guard isAccepted || isSolo else { throw .notOffered("a draw") }
            end(Ending(winner: nil, reason: .agreement), at: situation.now)
        case .time:
            guard let loser = clock?.flagged(at: situation.now), winner == loser.opponent else {
                throw .bad(.reason, expected: "left alone: nobody's time is up")
            }
            end(Ending(winner: loser.opponent, reason: .time), at: situation.now)
        case .abandoned:
            guard let absence, let winner, winner == absence.side.opponent, seats[winner] == situation.sender,
                situation.now >= absence.claimableAt
            else { throw .bad(.reason, expected: "left alone: nobody has been away for long enough") }
            end(Ending(winner: winner, reason: .abandoned), at: situation.now)
        case .aborted:
            guard moves.count < 2 else {
                throw .bad(.reason, expected: "\"resign\" after the second move; it is too late to abort")
            }
            guard winner == nil else {
                throw .bad(.result, expected: "\"draw\", for a game that did not take place")
            }
            end(Ending(winner: nil, reason: .aborted), at: situation.now)
        case .five, .forbidden, .full:
            throw .bad(.reason, expected: "left to the referee: this game is not over by it")
        }
    }
}
