/// Seats, moves, and the steps of an opening.
extension Game {
    /// Rejects a seat for anyone but the sender or the built-in robot.
    static func mayTake(_ stone: Stone, _ seat: ParticipantID, _ sender: ParticipantID) throws(Rejection) {
        guard seat == sender || seat.robotLevel != nil else {
            throw .bad(.seat(stone), expected: "your own id, or robot:1 to robot:10")
        }
    }

    /// Rejects a change of seats by a participant who may not make it. Participants without a seat
    /// may only take an open seat themselves.
    private func checkMaySeat(_ change: Intent.SeatChange, by sender: ParticipantID) throws(Rejection) {
        guard !sits(sender), !people.isEmpty else { return }
        guard openSeat != nil, change.participant == sender else { throw .playersOnly }
    }

    mutating func seat(_ change: Intent.SeatChange, _ situation: Referee.Situation) throws(Rejection) {
        if situation.attendance != nil { try checkMaySeat(change, by: situation.sender) }
        let holder = seats[change.stone]
        if let participant = change.participant {
            try Self.mayTake(change.stone, participant, situation.sender)
            guard holder == nil || holder == participant else { throw .seatTaken(change.stone) }
            if terms.isRated {
                try Self.mayPlayRated(participant, situation)
                guard seats[change.stone.opponent] != participant else { throw Self.twoPlayers(change.stone) }
            }
        } else {
            guard holder == nil || holder == situation.sender || holder?.robotLevel != nil else {
                throw .seatTaken(change.stone)
            }
            guard holder == nil || mayBeAborted else { throw .seatHeld(change.stone) }
        }
        // The agreement on hints ends, because a new player has not consented.
        if holder != change.participant { hints.areAgreed = false }
        seats[change.stone] = change.participant
    }

    mutating func play(_ move: Intent.Move, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard move.number == moves.count + 1 else { throw .wrongMoveNumber(expected: moves.count + 1) }
        let point = Point(column: move.column, row: move.row)
        if let opening = runningOpening {
            if case .pick = opening.awaited { return try decide(.pick(point), situation) }
            return try decide(.place(point), situation)
        }
        let side = Stone.ofMove(move.number)
        guard seats[side] == situation.sender else { throw .notYourTurn(expected: side) }
        let verdict = try verdict(at: point)
        guard clock?.moved(by: side, at: situation.now, lag: situation.lag) ?? true else {
            // The time was up, so the stone is not played.
            return end(Ending(winner: side.opponent, reason: .time), at: situation.now)
        }
        play(point, verdict: verdict)
        moved(at: situation.now)
    }

    /// Applies the sender's step of the opening. Rejects it unless it is the sender's turn.
    mutating func decide(_ decision: OpeningDecision, _ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard var opening = runningOpening, let side = turn else {
            throw .notOffered("no opening is in progress")
        }
        guard seats[side] == situation.sender else { throw .notYourTurn(expected: side) }
        let holder = opening.holder(of: .x)
        do {
            try opening.apply(decision)
        } catch {
            throw Rejection(error, size: size)
        }
        self.opening = opening
        let isExchanged = opening.holder(of: .x) != holder
        if isExchanged {
            seats = ByStone(x: seats.o, o: seats.x)
            hints.taken = ByStone(x: hints.taken.o, o: hints.taken.x)
        }
        for point in opening.stones.dropFirst(moves.count) {
            board[point] = .ofMove(moves.count + 1)
            moves.append(point)
        }
        let next = turn
        let isInTime = clock?.moved(by: side, at: situation.now, lag: situation.lag, next: next) ?? true
        if isExchanged { clock?.exchangeSides(at: situation.now) }
        guard isInTime else { return end(Ending(winner: side.opponent, reason: .time), at: situation.now) }
        moved(at: situation.now)
    }

    /// Finishes a move that was played. An open offer to the side that moved counts as refused. If
    /// the move ended the game, the clock stops.
    private mutating func moved(at now: Int) {
        if let offer, offer.kind != .rematch, Stone.ofMove(moves.count) != offer.by { refuse(offer) }
        if ending != nil {
            offer = nil
            absence = nil
            clock?.finish(at: now)
        }
    }

    mutating func refuse(_ offer: Offer) {
        refusals.removeAll { $0.offer == offer }
        refusals.append(Refusal(offer, move: moves.count))
        self.offer = nil
    }
}

extension Rejection {
    /// Converts a refused step of an opening to a rejection.
    init(_ error: OpeningError, size: BoardSize) {
        switch error {
        case .notUnderRule: self = .bad(.term(.opening), expected: "\(error)")
        case .finished: self = .notOffered("the opening is over")
        case .otherKind(let phase):
            self = .bad(.phase, expected: "one that allows this step; it is \(phase.rawValue) now")
        case .notOfferedChoice(_, let phase):
            self = .bad(.choice, expected: "one of the choices of the phase \(phase.rawValue)")
        case .offBoard: self = .offBoard(size: size)
        case .occupied(let point): self = .occupied(point: size.name(of: point))
        case .outsideArea(let point, let phase): self = .outsideOpening(point: size.name(of: point), phase: phase)
        case .symmetric(let point, _): self = .outsideOpening(point: size.name(of: point), phase: .offer)
        case .notOffered: self = .notOffered("that point is not one of the offered fifth moves")
        }
    }
}
