import GameState

/// The robot's actions in a game of a room, as the deltas that a player would send.
public enum RobotMove {
    /// Returns a move, a step of the opening, or a resignation if no legal move is left. Returns
    /// nil if no player's action is awaited, or if `stop` was raised.
    ///
    /// - Parameter milliseconds: the approximate time limit of an opening step. Moves obey
    ///   `limits`.
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
        // Under renju, every remaining point may be forbidden to X.
        return result.map { Intent.move(game.moves.count + 1, to: $0.move).delta } ?? resignation
    }

    /// Returns the robot's answer to an offer: it agrees to a takeback and declines a draw.
    ///
    /// Nil if the offer is a rematch or hints, or if no move can be taken back.
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
