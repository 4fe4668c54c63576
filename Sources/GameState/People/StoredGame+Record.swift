extension StoredGame {
    /// The game as a file keeps it.
    public var record: GameRecord {
        var record = GameRecord(size: game.options.size, rule: game.options.rule, moves: game.moves)
        record.opening = game.options.opening == .none ? nil : game.options.opening.rawValue
        record.clock = game.options.clock?.description
        record.names = ByStone(x: players.x?.name, o: players.o?.name)
        record.outcome = GameRecord.Outcome(rawValue: game.result)
        record.reason = game.reason.rawValue
        record.date = GameRecorder.date(game.ended)
        return record
    }
}
