import GameState
import Storage

/// The texts of finished games in Redis, and the commands that record them.
enum GameText {
    static func text(_ stored: StoredGame) -> [UInt8] { stored.text }

    static func game(_ text: [UInt8]) throws(RedisTexts.Unreadable) -> StoredGame {
        guard let game = StoredGame(text: text) else { throw RedisTexts.Unreadable(what: "game") }
        return game
    }

    /// Returns the commands that add a game to the lists and count it.
    ///
    /// - Parameter isOld: whether the game ended too long ago to limit the rating of its players'
    ///   next games.
    static func commands(recording stored: StoredGame, isOld: Bool = false) -> [[[UInt8]]] {
        let game = stored.game
        let id = bytes("\(game.id)")
        var commands = [
            [bytes("SET"), RedisKeys.game(game.id), text(stored)],
            // Keep all games in the order in which they were settled, so that ratings can be
            // recomputed.
            [bytes("RPUSH"), RedisKeys.games, id],
        ]
        for player in Set(Stone.allCases.compactMap { game.players[$0] }) {
            commands.append([bytes("ZADD"), RedisKeys.games(of: player), bytes(game.ended), id])
            var counts = GameCounts()
            counts.add(game, of: player)
            for (field, count) in [("won", counts.won), ("lost", counts.lost), ("drawn", counts.drawn)]
            where count > 0 { commands.append([bytes("HINCRBY"), RedisKeys.person(player), bytes(field), bytes(1)]) }
        }
        if let x = stored.players.x, let o = stored.players.o, x.after != nil, !isOld {
            let pair = RedisKeys.pair(x.id, o.id)
            commands += [
                [bytes("ZADD"), pair, bytes(game.ended), id],
                [bytes("ZREMRANGEBYRANK"), pair, bytes(0), bytes(-1 - RatingRule.gamesOfTwo)],
                // Two days are enough, because games limit the pair's ratings for one day.
                [bytes("PEXPIRE"), pair, bytes(2 * RatingRule.milliseconds)],
            ]
        }
        if game.terms.isRated, game.room.lock == nil {
            commands += [
                [bytes("LPUSH"), RedisKeys.recent, id],
                [bytes("LTRIM"), RedisKeys.recent, bytes(0), bytes(RedisKeys.recentKept - 1)],
            ]
        }
        return commands
    }
}
