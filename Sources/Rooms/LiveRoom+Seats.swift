import GameState

/// The participants who sit at the board.
extension LiveRoom {
    /// The participants who sit at the board, without robots, each once.
    package var players: [ParticipantID] {
        guard let seats = room.game?.seats else { return [] }
        let ids = [seats.x, seats.o].compactMap { $0 }.filter { $0.robotLevel == nil }
        return ids.count == 2 && ids[0] == ids[1] ? [ids[0]] : ids
    }

    /// Whether a participant sits at a game in progress.
    package func isPlaying(_ participant: ParticipantID) -> Bool {
        room.game.map { !$0.isOver && $0.sits(participant) } ?? false
    }

    /// The participants whose names the room tells while they are away: the players of a game, the
    /// owner of an analysis and the authors of its comments, and the participants in a race.
    package var lasting: [ParticipantID] {
        switch room.kind {
        case .gomoku, .open, .puzzles, .lobby: players
        case .analysis: room.authors.contains(room.creator) ? room.authors : room.authors + [room.creator]
        case .race: room.race.map { Array($0.racers.keys) } ?? []
        }
    }

    /// The participants in ``lasting`` who are not in the room, if their names are known.
    package var seated: [Participant] { lasting.filter { !audience.isPresent($0) }.compactMap { names[$0] } }

    /// The participants in ``lasting``, present or not, if their names are known.
    package var named: [Participant] { lasting.compactMap { audience.participant($0) ?? names[$0] } }

    /// Returns the participant with that ID. Unless the participant is present or sits at the
    /// board, the name is the ID.
    package func participant(_ id: ParticipantID) -> Participant {
        if let name = id.robotName { return Participant(id: id, name: name, isBot: true) }
        return audience.participant(id) ?? names[id] ?? Participant(id: id, name: id.text)
    }

    /// Returns the round-trip times of both players, in milliseconds, if `participant` is one of
    /// them. Each call starts new measurements.
    package func lags(for participant: ParticipantID) -> ByStone<Int?>? {
        guard let game = room.game, game.sits(participant) else { return nil }
        return ByStone(x: lag(of: game.seats.x), o: lag(of: game.seats.o))
    }

    private func lag(of player: ParticipantID?) -> Int? {
        guard let player else { return nil }
        audience.measureRoundTrip(to: player)
        return audience.roundTrip(to: player)
    }

    /// Starts the game of two players whom the lobby has paired. Calls `done` with whether the game
    /// is stored.
    package func begin(_ terms: GameTerms, _ players: ByStone<Participant>, _ done: @escaping (Bool) -> Void) {
        let seats = ByStone(x: players.x.id, o: players.o.id)
        remember([players.x, players.o])
        happened(.newGame(terms.newGame(seats)))
        whenSettled { [self] isSettled in
            let isStored =
                isSettled && room.game?.number == 1 && room.game?.seats == ByStone(x: seats.x, o: seats.o)
            if isStored { startAbsenceTimers() }
            done(isStored)
        }
    }
}
