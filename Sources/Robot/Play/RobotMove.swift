import GameState

/// What the robot does in a game of a room, as the delta a player would send.
public enum RobotMove {
    /// A move, a step of the opening, or its resignation where nothing legal is left; nil when nothing is awaited from
    /// anybody, or `stop` was raised.
    ///
    /// - Parameter milliseconds: about what a step of an opening may take; moves obey `limits`.
    public static func delta(
        for game: Game, with searcher: Searcher, level: Level, limits: SearchLimits, milliseconds: Int,
        stop: StopFlag? = nil
    ) -> Delta? {
        guard let turn = game.turn else { return nil }
        let resignation = Intent.resign(turn).delta
        if let opening = game.runningOpening {
            let decision = OpeningAdviser.decision(in: opening, with: searcher, milliseconds: milliseconds, stop: stop)
            return stop?.isRaised == true
                ? nil : decision.map { Intent.decide($0, after: opening.stones.count).delta } ?? resignation
        }
        guard searcher.setPosition(moves: game.moves) else { return nil }
        let result = searcher.bestMove(level: level, limits: limits, stop: stop)
        if stop?.isRaised == true { return nil }
        // Under renju every point that is left may be forbidden to X.
        return result.map { Intent.move(game.moves.count + 1, to: $0.move).delta } ?? resignation
    }

    /// Agrees to take back what `offer` asks for, or declines a draw; nil for a rematch, and where nothing can be taken
    /// back.
    public static func answer(to offer: Offer, in game: Game) -> Delta? {
        switch offer.kind {
        case .rematch, .hints: return nil
        case .draw: return Intent.offer(nil).delta
        case .takeback:
            guard let count = game.movesToTakeBack(for: offer.by) else { return nil }
            return Intent.takeBack(to: game.moves.count - count, from: game.moves.count).delta
        }
    }
}
