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
        if let opening = game.runningOpening {
            let decision = OpeningAdviser.decision(in: opening, with: searcher, milliseconds: milliseconds, stop: stop)
            return stop?.isRaised == true ? nil : decision.map { delta(for: $0, in: opening) } ?? resignation(of: turn)
        }
        guard searcher.setPosition(moves: game.moves) else { return nil }
        let result = searcher.bestMove(level: level, limits: limits, stop: stop)
        if stop?.isRaised == true { return nil }
        // Under renju every point that is left may be forbidden to X.
        return result.map { delta(for: $0.move, number: game.moves.count + 1) } ?? resignation(of: turn)
    }

    /// A stone on `point` as move `number`.
    public static func delta(for point: Point, number: Int) -> Delta {
        Delta(changes: [
            .init("move", .string(String(number))), .init("col\(number)", .string(String(point.column))),
            .init("row\(number)", .string(String(point.row))),
        ])
    }

    /// A step of an opening.
    public static func delta(for decision: OpeningDecision, in opening: OpeningState) -> Delta {
        switch decision {
        case .place(let point), .pick(let point): delta(for: point, number: opening.stones.count + 1)
        case .choose(let choice): Delta(changes: [.init("choice", .string(choice.rawValue))])
        case .offer(let point): Delta(changes: [.init("fifth", .string("\(point.column),\(point.row)"))])
        }
    }

    /// Agrees to take back what `offer` asks for, or declines a draw; nil for a rematch, and where nothing can be taken
    /// back.
    public static func answer(to offer: Offer, in game: Game) -> Delta? {
        switch offer.kind {
        case .rematch: return nil
        case .draw: return Delta(changes: [.init("offer", nil)])
        case .takeback:
            guard let count = game.movesToTakeBack(for: offer.by) else { return nil }
            let number = game.moves.count - count
            var changes = [Delta.Change("move", .string(String(number)))]
            for move in (number + 1)...game.moves.count {
                changes += [.init("col\(move)", nil), .init("row\(move)", nil)]
            }
            return Delta(changes: changes)
        }
    }

    public static func resignation(of stone: Stone) -> Delta {
        Delta(changes: [
            .init("result", .string(stone.opponent.rawValue)), .init("reason", .string(Game.Reason.resign.rawValue)),
        ])
    }
}
