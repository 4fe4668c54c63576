import GameState

/// Looks after what happens by itself in a room with a game: flags that fall, and players who leave. A value: what is
/// to be done about it is the room's business.
struct GameSupervisor {
    /// A player who is away for this long, in milliseconds, is said to be gone; a lost line is often back before.
    static let quietGrace = 10_000
    /// From then on the other may claim the game after this long, in milliseconds.
    static let announcedGrace = 60_000

    /// What a room is to be woken for.
    enum Alarm {
        /// A flag may have fallen: time goes by (``Room/Event/tick``).
        case flag
        /// Somebody may have been away for too long: ``announce(in:_:now:)``.
        case absence
    }

    enum Effect: Equatable {
        case wake(Alarm, afterMilliseconds: Int)
        case letSleep(Alarm)
        case happened(Room.Event)
    }

    /// Since when a player is away.
    private var awaySince: [ParticipantID: Int] = [:]
    /// An alarm is set for a flag.
    private(set) var isFlagSet = false

    // MARK: flags

    /// The game may have another deadline now.
    package mutating func look(at game: Game?, now: Int) -> Effect? {
        guard let game, let deadline = game.clock?.deadline, !game.isOver else {
            defer { isFlagSet = false }
            return isFlagSet ? .letSleep(.flag) : nil
        }
        isFlagSet = true
        return .wake(.flag, afterMilliseconds: max(1, deadline - now + 1))
    }

    /// Whoever the turn has come to on a clock: how long is the line now? The pong is here before the move is.
    static func toMeasure(_ game: Game?) -> ParticipantID? {
        guard let game, !game.isOver, game.clock?.runningSince != nil, let side = game.turn else { return nil }
        return game.seats[side]
    }

    // MARK: absences

    /// One of its connections has gone; perhaps it was the last.
    mutating func mayHaveLeft(_ participant: ParticipantID, _ room: Room, _ audience: some PresentPlayers, now: Int)
        -> Effect?
    {
        // In a room that somebody has opened a game is under way from its second move on; whom the server has brought
        // together is to come.
        guard let game = room.game, !game.isOver, game.moves.count >= 2 || room.host == Room.server, !game.isSolo,
            game.sits(participant), !audience.isPresent(participant)
        else { return nil }
        awaySince[participant] = now
        return .wake(.absence, afterMilliseconds: Self.quietGrace)
    }

    /// Players may be away of whom nobody has seen that they left: they have not come yet, or the server was stopped
    /// meanwhile.
    mutating func mayBeAway(_ players: [ParticipantID], _ room: Room, _ audience: some PresentPlayers, now: Int)
        -> Effect?
    {
        var effect: Effect?
        for player in players where awaySince[player] == nil {
            effect = mayHaveLeft(player, room, audience, now: now) ?? effect
        }
        return effect
    }

    mutating func cameBack(_ participant: ParticipantID, _ game: Game?) -> [Effect] {
        var effects: [Effect] = []
        awaySince[participant] = nil
        // Nobody is announced while another is: whoever is still away is looked for again.
        if !awaySince.isEmpty { effects.append(.wake(.absence, afterMilliseconds: Self.quietGrace)) }
        if let game, let gone = game.absence, game.seats[gone.side] == participant {
            effects.append(.happened(.absence(nil)))
        }
        return effects
    }

    /// Tells who has been away for too long.
    func announce(in game: Game?, _ audience: some PresentPlayers, now: Int) -> Effect? {
        guard let game, game.absence == nil else { return nil }
        let side = Stone.allCases.first { stone in
            guard let player = game.seats[stone], let since = awaySince[player] else { return false }
            return now - since >= Self.quietGrace && !audience.isPresent(player)
        }
        if let side { return .happened(.absence(Absence(side: side, claimableAt: now + Self.announcedGrace))) }
        // A second player may have left later.
        return awaySince.count > 1 ? .wake(.absence, afterMilliseconds: Self.quietGrace) : nil
    }
}
