/// Offers, takebacks, and ends of a game other than on the board.
extension Game {
    /// Makes an offer. `nil` refuses the current offer, or withdraws it if the sender made it.
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
        if let objection = objection(to: new) { throw objection }
        offer = new
    }

    mutating func takeBack(to number: Int, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard let side = sideOfTakeback(by: situation.sender) else { throw .notOffered("a takeback") }
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
            guard mayAgreeToDraw(situation.sender) else { throw .notOffered("a draw") }
            end(Ending(winner: nil, reason: .agreement), at: situation.now)
        case .time:
            guard let winner, winner == winnerOnTime(at: situation.now) else {
                throw .bad(.reason, expected: "left alone: nobody's time is up")
            }
            end(Ending(winner: winner, reason: .time), at: situation.now)
        case .abandoned:
            guard let winner, winner == winnerByAbsence(at: situation.now), seats[winner] == situation.sender
            else { throw .bad(.reason, expected: "left alone: nobody has been away for long enough") }
            end(Ending(winner: winner, reason: .abandoned), at: situation.now)
        case .aborted:
            guard mayBeAborted else {
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
