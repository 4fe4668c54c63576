import GameState

extension StoredGame {
    /// The game as a record for a file.
    public var record: GameRecord {
        var record = GameRecord(terms: game.terms, moves: game.moves)
        record.take(game.times)
        record.names = ByStone(x: players.x?.name, o: players.o?.name)
        record.outcome = GameRecord.Outcome(rawValue: game.result)
        record.reason = game.reason.rawValue
        record.date = GameRecorder.date(game.ended)
        return record
    }
}
