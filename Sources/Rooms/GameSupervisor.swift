import GameState

/// A detector of events of a game that no participant causes: fallen flags and absent players. A
/// value; the room performs the effects.
struct GameSupervisor {
    /// The time after which an absent player is announced as gone, in milliseconds. It is not 0,
    /// because a lost connection is often back soon.
    static let quietGrace = 10_000
    /// The time from that announcement until the opponent may claim a win, in milliseconds.
    static let announcedGrace = 60_000

    /// A reason to wake the room.
    enum Alarm {
        /// A flag may have fallen (``Room/Event/tick``).
        case flag
        /// A player may have been away for too long (``announce(in:_:now:)``).
        case absence
    }

    enum Effect: Equatable {
        case wake(Alarm, afterMilliseconds: Int)
        case cancel(Alarm)
        case happened(Room.Event)
    }

    /// The times since which players have been away.
    private var awaySince: [ParticipantID: Int] = [:]
    /// Whether an alarm for a flag is set.
    private(set) var isFlagSet = false

    // MARK: flags

    /// Sets the alarm for a fallen flag again, because the game's deadline may have changed.
    package mutating func update(for game: Game?, now: Int) -> Effect? {
        guard let game, let deadline = game.clock?.deadline, !game.isOver else {
            defer { isFlagSet = false }
            return isFlagSet ? .cancel(.flag) : nil
        }
        isFlagSet = true
        return .wake(.flag, afterMilliseconds: max(1, deadline - now + 1))
    }

    /// Returns the player who has the turn in a game with a running clock. The room measures the
    /// round-trip time to this player when the turn begins, so that the pong arrives before the
    /// move.
    static func timedPlayer(_ game: Game?) -> ParticipantID? {
        guard let game, !game.isOver, game.clock?.runningSince != nil, let side = game.turn else { return nil }
        return game.seats[side]
    }

    // MARK: absences

    /// Sets an alarm if the participant is a player without a connection.
    mutating func mayHaveLeft(_ participant: ParticipantID, _ room: Room, _ audience: some PresentPlayers, now: Int)
        -> Effect?
    {
        // In a room that a participant created, a game is under way from its second move on. In a
        // paired game, players are expected from the start.
        guard let game = room.game, !game.isOver, game.moves.count >= 2 || room.creator == Room.server, !game.isSolo,
            game.sits(participant), !audience.isPresent(participant)
        else { return nil }
        awaySince[participant] = now
        return .wake(.absence, afterMilliseconds: Self.quietGrace)
    }

    /// Sets an alarm if players are away although the room did not see them leave. Either they have
    /// not come yet, or the server was stopped meanwhile.
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
        // Only one absence is announced at a time, so look again for another player who is still
        // away.
        if !awaySince.isEmpty { effects.append(.wake(.absence, afterMilliseconds: Self.quietGrace)) }
        if let game, let gone = game.absence, game.seats[gone.side] == participant {
            effects.append(.happened(.absence(nil)))
        }
        return effects
    }

    /// Announces a player who has been away for too long.
    func announce(in game: Game?, _ audience: some PresentPlayers, now: Int) -> Effect? {
        guard let game, game.absence == nil else { return nil }
        let side = Stone.allCases.first { stone in
            guard let player = game.seats[stone], let since = awaySince[player] else { return false }
            return now - since >= Self.quietGrace && !audience.isPresent(player)
        }
        if let side { return .happened(.absence(Absence(side: side, claimableAt: now + Self.announcedGrace))) }
        // The other player may have left later, so look again.
        return awaySince.count > 1 ? .wake(.absence, afterMilliseconds: Self.quietGrace) : nil
    }
}
