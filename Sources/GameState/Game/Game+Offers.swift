/// Offers, takebacks, and ends of a game other than on the board.
extension Game {
    /// Makes an offer. `nil` refuses the current offer, or withdraws it if the sender made it.
    mutating func offer(_ new: Offer?, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard let new else {
            guard let standing = offer else { throw .notOffered("there is no offer to refuse or withdraw") }
            if seats[standing.by] == situation.sender { offer = nil } else { refuse(standing) }
            return
        }
        guard seats[new.by] == situation.sender else {
            throw .bad(
                .offer,
                expected: "an offer of your own side, such as \"\(new.kind.rawValue) \(new.by.opponent.rawValue)\"")
        }
        if let objection = objection(to: new) { throw objection }
        offer = new
    }

    mutating func takeBack(to number: Int, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard let side = sideOfTakeback(by: situation.sender) else {
            throw .notOffered("your opponent has not asked for a takeback")
        }
        guard let count = movesToTakeBack(for: side) else { throw .notOffered("there is no move to take back") }
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
                throw .bad(.result, expected: "your opponent's side, which wins when you resign")
            }
            end(Ending(winner: winner, reason: .resign), at: situation.now)
        case .agreement:
            guard winner == nil else { throw .bad(.result, expected: "\"draw\"") }
            guard mayAgreeToDraw(situation.sender) else { throw .notOffered("your opponent has not offered a draw") }
            end(Ending(winner: nil, reason: .agreement), at: situation.now)
        case .time:
            guard let winner, winner == winnerOnTime(at: situation.now) else {
                throw .bad(.reason, expected: "another reason, because the loser's time has not run out")
            }
            end(Ending(winner: winner, reason: .time), at: situation.now)
        case .abandoned:
            guard let winner, winner == winnerByAbsence(at: situation.now), seats[winner] == situation.sender
            else {
                throw .bad(.reason, expected: "another reason, because your opponent has not been away for long enough")
            }
            end(Ending(winner: winner, reason: .abandoned), at: situation.now)
        case .aborted:
            guard mayBeAborted else {
                throw .bad(.reason, expected: "\"resign\", because a game cannot be aborted after its second move")
            }
            guard winner == nil else {
                throw .bad(.result, expected: "\"draw\" or absent when you abort a game")
            }
            end(Ending(winner: nil, reason: .aborted), at: situation.now)
        case .five, .forbidden, .full:
            throw .bad(.reason, expected: "another reason, because only the server sets this one")
        }
    }
}
