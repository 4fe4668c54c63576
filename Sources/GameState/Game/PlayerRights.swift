/// The facts of a game that decide what its players may do.
///
/// The referee's ``Game`` and a client's view of a room's keys conform to it. Both use the decisions below, so that a
/// client offers only what the referee accepts.
public protocol PlayerRights {
    var terms: GameTerms { get }
    var seats: ByStone<ParticipantID?> { get }
    /// In order; the odd ones are X's.
    var moves: [Point] { get }
    /// The number of stones that the opening has placed. They cannot be taken back.
    var openingStones: Int { get }
    var isOpeningRunning: Bool { get }
    /// The offer that waits for an answer.
    var offer: Offer? { get }
    /// Offers that were refused, the last one of each kind and side.
    var refusals: [Refusal] { get }
    var absence: Absence? { get }
    var clock: Clock? { get }
    var hints: Hints { get }
    var isOver: Bool { get }
}

// MARK: seats

extension PlayerRights {
    public func sits(_ participant: ParticipantID) -> Bool { seats.x == participant || seats.o == participant }

    /// Whether both seats are the same participant's.
    public var isSolo: Bool { seats.x != nil && seats.x == seats.o }

    /// The first open seat.
    public var openSeat: Stone? { Stone.allCases.first { seats[$0] == nil } }

    /// The sides that people hold, not robots.
    var people: [Stone] {
        Stone.allCases.filter { stone in seats[stone].map { $0.robotLevel == nil } ?? false }
    }

    /// Returns why a New Game of `sender` may not replace this game; nil if it may. The rules are a table in
    /// docs/PROTOCOL.md.
    ///
    /// - Parameter attendance: a client, which does not know the players' absences, passes one without absences.
    public func objectionToReplacing(by sender: ParticipantID, _ attendance: Attendance) -> Rejection? {
        guard sits(sender) else { return strangerMayReplace(attendance) ? nil : .playersOnly }
        return isOver || mayBeAborted || isSolo || openSeat != nil ? nil : .gameRunning
    }

    private func strangerMayReplace(_ attendance: Attendance) -> Bool {
        if isOver { return !attendance.isReserved }
        func areGone(for milliseconds: Int) -> Bool {
            people.allSatisfy { stone in attendance.goneFor[stone].map { $0 >= milliseconds } ?? false }
        }
        if openSeat != nil { return areGone(for: attendance.waitingGrace) }
        // A game between robots has no player who could mind.
        return people.isEmpty || !terms.isRated && areGone(for: attendance.playingGrace)
    }
}

// MARK: offers

extension PlayerRights {
    /// Returns why `new` may not be offered by the holder of its side; nil if it may.
    public func objection(to new: Offer) -> Rejection? {
        switch new.kind {
        case .rematch: if !isOver { return .notOffered("the end of this game yet; a rematch comes after it") }
        case .draw: if isOver { return .gameOver }
        case .hints:
            if isOver { return .gameOver }
            if terms.isRated { return .notOffered("hints in a rated game") }
            if allowsHints(for: new.by) { return .notOffered("an agreement: there are hints in this game already") }
        case .takeback:
            if isOver { return .gameOver }
            if !terms.allowsTakebacks { return .notOffered("takebacks in this game") }
            if movesToTakeBack(for: new.by) == nil { return .notOffered("a move of yours to take back") }
        }
        guard let refused = refusals.first(where: { $0.offer == new }) else { return nil }
        if isOver { return .refusedOffer(movesLeft: nil) }
        let movesLeft = refused.move + Offer.movesAfterRefusal - moves.count
        return movesLeft > 0 ? .refusedOffer(movesLeft: movesLeft) : nil
    }

    /// The other side's offer of that kind to `participant`, if it waits for an answer.
    public func offer(_ kind: Offer.Kind, to participant: ParticipantID) -> Offer? {
        guard let offer, offer.kind == kind, seats[offer.by.opponent] == participant else { return nil }
        return offer
    }

    /// The side whose takeback `participant` may carry out: the opponent who asked for one, or, alone at the board, the
    /// side that moved last.
    public func sideOfTakeback(by participant: ParticipantID) -> Stone? {
        if let offer = offer(.takeback, to: participant) { return offer.by }
        return isSolo && sits(participant) && terms.allowsTakebacks ? .ofMove(moves.count) : nil
    }

    /// The number of moves that a takeback of `side` removes, up to its own last move; nil if `side` has no move after
    /// the opening.
    public func movesToTakeBack(for side: Stone) -> Int? {
        let count = Stone.ofMove(moves.count) == side ? 1 : 2
        guard !isOpeningRunning, moves.count - count >= openingStones else { return nil }
        return count
    }

    /// Whether `side` may ask for a hint, as far as the game decides it: against the robot, alone, or when both sides
    /// have agreed; in a rated game never.
    public func allowsHints(for side: Stone) -> Bool {
        guard !terms.isRated else { return false }
        let other = seats[side.opponent]
        return isSolo || other == nil || other?.robotLevel != nil || hints.areAgreed
    }
}

// MARK: ends

extension PlayerRights {
    /// Whether there are too few moves for a result: a player may call the game off, leave it or start another.
    public var mayBeAborted: Bool { moves.count < 2 }

    /// Whether `participant` may end the game as a draw: the other side has offered it, or both sides are theirs.
    public func mayAgreeToDraw(_ participant: ParticipantID) -> Bool {
        offer(.draw, to: participant) != nil || isSolo && sits(participant)
    }

    /// The side that has won because the other side's time is up at `now`, in server milliseconds.
    public func winnerOnTime(at now: Int) -> Stone? { clock?.flagged(at: now)?.opponent }

    /// The side that may claim the game at `now`, in server milliseconds, because the other has left.
    public func winnerByAbsence(at now: Int) -> Stone? {
        absence.flatMap { now >= $0.claimableAt ? $0.side.opponent : nil }
    }
}
