import GameState

/// Who sits at the board.
extension Table {
    /// Everybody who sits there and is no robot, once each.
    var players: [ParticipantID] {
        guard let seats = room.game?.seats else { return [] }
        let ids = [seats.x, seats.o].compactMap { $0 }.filter { $0.robotLevel == nil }
        return ids.count == 2 && ids[0] == ids[1] ? [ids[0]] : ids
    }

    /// Those of them who are not here just now, as far as their names are known.
    var seated: [Participant] { players.filter { !audience.isPresent($0) }.compactMap { names[$0] } }

    /// How somebody is called who is here or sits at the board.
    func name(of id: ParticipantID) -> String {
        if let level = id.robotLevel { return "Robot \(level)" }
        return audience.participant(id)?.name ?? names[id]?.name ?? id.text
    }

    /// Begins the game of two whom the lobby has brought together, and calls `done` once it is stored, or is known not to be.
    func begin(_ options: Game.Options, seats: ByStone<ParticipantID?>, players: [Participant], _ done: @escaping (Bool) -> Void) {
        remember(players)
        happened(.paired(options, seats))
        whenSettled { [self] in
            let isStored = room.game?.number == 1 && room.game?.seats == seats
            if isStored { watch.mayBeAway() }
            done(isStored)
        }
    }
}
