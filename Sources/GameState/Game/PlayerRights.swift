/// The facts about a game that determine the rights of its players.
///
/// The referee's ``Game`` and a client's view of the room both conform to it. Both use the
/// decisions below, so a client offers only actions that the referee accepts.
public protocol PlayerRights {
    var terms: GameTerms { get }
    var seats: ByStone<ParticipantID?> { get }
    /// The moves in order. X's are the odd ones.
    var moves: [Point] { get }
    /// The number of stones from the opening. Players cannot take them back.
    var openingStones: Int { get }
    var isOpeningRunning: Bool { get }
    /// The offer that waits for an answer.
    var offer: Offer? { get }
    /// The refused offers: the last one of each kind and side.
    var refusals: [Refusal] { get }
    var absence: Absence? { get }
    var clock: Clock? { get }
    var hints: Hints { get }
    var isOver: Bool { get }
}

// MARK: Seats

extension PlayerRights {
    public func sits(_ participant: ParticipantID) -> Bool { seats.x == participant || seats.o == participant }

    /// Whether one participant holds both seats.
    public var isSolo: Bool { seats.x != nil && seats.x == seats.o }

    /// The first open seat.
    public var openSeat: Stone? { Stone.allCases.first { seats[$0] == nil } }

    /// The sides held by people rather than robots.
    var people: [Stone] {
        Stone.allCases.filter { stone in seats[stone].map { $0.robotLevel == nil } ?? false }
    }

    /// Returns the reason why a New Game of `sender` may not replace this game, or `nil` if it may.
    /// docs/PROTOCOL.md has the rules in a table.
    ///
    /// - Parameters:
    ///   - new: The seats of the New Game.
    ///   - attendance: Clients know which players are present, but not for how long the others
    ///     have been gone.
    public func objectionToReplacing(
        by sender: ParticipantID, seats new: ByStone<ParticipantID?> = .init(both: nil), _ attendance: Attendance
    ) -> Rejection? {
        guard sits(sender) else {
            guard strangerMayReplace(attendance) else { return .playersOnly }
            let taken = Stone.allCases.first { new[$0] != nil && isPlayerPresent($0, attendance) }
            return taken.map { .seatTaken($0) }
        }
        return isOver || mayBeAborted || isSolo || openSeat != nil ? nil : .gameRunning
    }

    /// Whether a person holds the side, and is present.
    private func isPlayerPresent(_ stone: Stone, _ attendance: Attendance) -> Bool {
        people.contains(stone) && attendance.goneFor[stone] == nil
    }

    private func strangerMayReplace(_ attendance: Attendance) -> Bool {
        if isOver { return !attendance.isReserved && !Stone.allCases.allSatisfy { isPlayerPresent($0, attendance) } }
        func areGone(for milliseconds: Int) -> Bool {
            people.allSatisfy { stone in attendance.goneFor[stone].map { $0 >= milliseconds } ?? false }
        }
        if openSeat != nil { return areGone(for: attendance.waitingGrace) }
        // A game between robots has no player who could object.
        return people.isEmpty || !terms.isRated && areGone(for: attendance.playingGrace)
    }
}

// MARK: Offers

extension PlayerRights {
    /// Returns the reason why the holder of a side may not make an offer, or `nil` if the holder
    /// may.
    public func objection(to new: Offer) -> Rejection? {
        switch new.kind {
        case .rematch: if !isOver { return .notOffered("a rematch can be offered only after the game") }
        case .draw: if isOver { return .gameOver }
        case .hints:
            if isOver { return .gameOver }
            if terms.isRated { return .notOffered("a rated game has no hints") }
            if allowsHints(for: new.by) { return .notOffered("hints are already allowed in this game") }
        case .takeback:
            if isOver { return .gameOver }
            if !terms.allowsTakebacks { return .notOffered("this game has no takebacks") }
            if movesToTakeBack(for: new.by) == nil { return .notOffered("you have no move to take back") }
        }
        guard let refused = refusals.first(where: { $0.offer == new }) else { return nil }
        if isOver { return .refusedOffer(movesLeft: nil) }
        let movesLeft = refused.move + Offer.movesAfterRefusal - moves.count
        return movesLeft > 0 ? .refusedOffer(movesLeft: movesLeft) : nil
    }

    /// Returns the other side's offer of the given kind to `participant`, if it waits for an
    /// answer.
    public func offer(_ kind: Offer.Kind, to participant: ParticipantID) -> Offer? {
        guard let offer, offer.kind == kind, seats[offer.by.opponent] == participant else { return nil }
        return offer
    }

    /// Returns the side whose takeback `participant` may carry out. This is the opponent's side if
    /// the opponent has asked for a takeback. For a participant who holds both seats, it is the
    /// side that moved last.
    public func sideOfTakeback(by participant: ParticipantID) -> Stone? {
        if let offer = offer(.takeback, to: participant) { return offer.by }
        return isSolo && sits(participant) && terms.allowsTakebacks ? .ofMove(moves.count) : nil
    }

    /// Returns the number of moves that a takeback of `side` removes, up to and including that
    /// side's last move. Returns `nil` if `side` has no move after the opening.
    public func movesToTakeBack(for side: Stone) -> Int? {
        let count = Stone.ofMove(moves.count) == side ? 1 : 2
        guard !isOpeningRunning, moves.count - count >= openingStones else { return nil }
        return count
    }

    /// Returns whether the game allows hints for `side`: against the robot, when playing alone, or
    /// after both sides have agreed. Rated games never allow them.
    public func allowsHints(for side: Stone) -> Bool {
        guard !terms.isRated else { return false }
        let other = seats[side.opponent]
        return isSolo || other == nil || other?.robotLevel != nil || hints.areAgreed
    }
}

// MARK: Ends

extension PlayerRights {
    /// Whether the game has too few moves for a result. A player may then abort it, leave it or
    /// start another.
    public var mayBeAborted: Bool { moves.count < 2 }

    /// Returns whether `participant` may end the game as a draw, because the opponent has offered
    /// it or because the participant holds both seats.
    public func mayAgreeToDraw(_ participant: ParticipantID) -> Bool {
        offer(.draw, to: participant) != nil || isSolo && sits(participant)
    }

    /// Returns the side that has won on time at `now`, in server milliseconds.
    public func winnerOnTime(at now: Int) -> Stone? { clock?.flagged(at: now)?.opponent }

    /// Returns the side that may claim a win at `now`, in server milliseconds, because the
    /// opponent has left.
    public func winnerByAbsence(at now: Int) -> Stone? {
        absence.flatMap { now >= $0.claimableAt ? $0.side.opponent : nil }
    }
}
