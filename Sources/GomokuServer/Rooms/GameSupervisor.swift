import GameState

/// Looks after what happens by itself at a table with a game: flags that fall, and players who leave.
final class GameSupervisor {
    /// A player who is away for this long, in milliseconds, is said to be gone; a lost line is often back before.
    static let quietGrace = 10_000
    /// From then on the other may claim the game after this long, in milliseconds.
    static let announcedGrace = 60_000

    private unowned let table: LiveRoom
    private let services: RoomServices
    private var flag: (any RoomTimer)?
    private var absence: (any RoomTimer)?
    /// Since when a player is away.
    private var awaySince: [ParticipantID: Int] = [:]

    init(_ table: LiveRoom, services: RoomServices) {
        self.table = table
        self.services = services
    }

    /// The game may have another deadline now.
    func look() {
        guard let deadline = table.room.game?.clock?.deadline, table.room.game?.isOver == false else {
            flag?.cancel()
            return
        }
        if flag == nil { flag = services.timer { [unowned self] in table.happened(.tick) } }
        flag?.schedule(afterMilliseconds: max(1, deadline - services.now() + 1))
    }

    /// Whoever the turn has come to on a clock: how long is the line now? The pong is here before the move is.
    func measureLag() {
        guard let game = table.room.game, !game.isOver, game.clock?.runningSince != nil, let side = game.turn,
            let player = game.seats[side]
        else { return }
        for connection in table.audience.everybody where connection.participant.id == player {
            connection.outlet.measureRoundTrip()
        }
    }

    /// One of its connections has gone; perhaps it was the last.
    func mayHaveLeft(_ participant: ParticipantID) {
        // In a room that somebody has opened a game is under way from its second move on; whom the server has brought
        // together is to come.
        guard let game = table.room.game, !game.isOver, game.moves.count >= 2 || table.room.host == Room.server,
            !game.isSolo,
            game.sits(participant), !table.audience.isPresent(participant)
        else { return }
        awaySince[participant] = services.now()
        if absence == nil { absence = services.timer { [unowned self] in announce() } }
        absence?.schedule(afterMilliseconds: Self.quietGrace)
    }

    /// Players may be away of whom nobody has seen that they left: they have not come yet, or the server was stopped
    /// meanwhile.
    func mayBeAway() {
        for player in table.players where awaySince[player] == nil { mayHaveLeft(player) }
    }

    func cameBack(_ participant: ParticipantID) {
        awaySince[participant] = nil
        // Nobody is announced while another is: whoever is still away is looked for again.
        if !awaySince.isEmpty { absence?.schedule(afterMilliseconds: Self.quietGrace) }
        guard let game = table.room.game, let gone = game.absence, game.seats[gone.side] == participant else { return }
        table.happened(.absence(nil))
    }

    private func announce() {
        guard let game = table.room.game, game.absence == nil else { return }
        let side = Stone.allCases.first { stone in
            guard let player = game.seats[stone], let since = awaySince[player] else { return false }
            return services.now() - since >= Self.quietGrace && !table.audience.isPresent(player)
        }
        if let side { table.happened(.absence(Absence(side: side, claimableAt: services.now() + Self.announcedGrace))) }
        // A second player may have left later.
        if awaySince.count > 1, side == nil { absence?.schedule(afterMilliseconds: Self.quietGrace) }
    }
}
