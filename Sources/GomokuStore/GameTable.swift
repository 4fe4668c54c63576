import GRDB
import GameState
import Storage

/// Finished games, which outlive their rooms.
enum GameTable {
    private static let columns =
        GameTerms.Field.columns.map(\.rawValue) + [
            "epoch", "number", "room", "x", "o", "xName", "oName", "result", "reason", "moves", "ended", "xRating",
            "oRating", "xAfter", "oAfter", "times",
        ]

    static func add(_ stored: StoredGame, _ db: Database) throws {
        let game = stored.game
        let (x, o) = (stored.players.x, stored.players.o)
        let facts: [(any DatabaseValueConvertible)?] = [
            game.id.epoch, game.id.number, game.room.key, x?.id.text, o?.id.text, x.map { Rows.column($0.name) },
            o.map { Rows.column($0.name) }, game.result, game.reason.rawValue, text(game.moves), game.ended,
            x?.rating, o?.rating, x?.after, o?.after, MoveTime.text(of: game.times),
        ]
        try db.cachedStatement(
            sql:
                "INSERT INTO game (\(columns.joined(separator: ", "))) VALUES (\(databaseQuestionMarks(count: columns.count)))"
        ).execute(arguments: StatementArguments(game.terms.columns + facts))
    }

    /// Returns the number of games between two participants that ended after `since` (milliseconds
    /// since 1970) and changed their ratings.
    static func counted(
        _ one: ParticipantID, _ other: ParticipantID, since: Int, _ db: Database
    ) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT (SELECT count(*) FROM game WHERE x = ?1 AND ended > ?3 AND o = ?2 AND xAfter IS NOT NULL)
                    + (SELECT count(*) FROM game WHERE x = ?2 AND ended > ?3 AND o = ?1 AND xAfter IS NOT NULL)
                """)
        return try Int.fetchOne(statement, arguments: [one.text, other.text, since]) ?? 0
    }

    // MARK: reading

    static func find(_ id: GameID, _ db: Database) throws -> StoredGame? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM game WHERE epoch = ? AND number = ?")
        return try Row.fetchOne(statement, arguments: [id.epoch, id.number]).map(stored)
    }

    /// Returns a participant's games that ended before `before`, newest first.
    static func games(of id: ParticipantID, before: Int?, limit: Int, _ db: Database) throws -> [StoredGame] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM (SELECT * FROM game WHERE x = ?1 AND ended < ?2 ORDER BY ended DESC LIMIT ?3)
                UNION SELECT * FROM (SELECT * FROM game WHERE o = ?1 AND ended < ?2 ORDER BY ended DESC LIMIT ?3)
                ORDER BY ended DESC, id DESC LIMIT ?3
                """)
        return try Row.fetchAll(statement, arguments: [id.text, before ?? .max, limit]).map(stored)
    }

    /// Returns up to `limit` rated games in rooms without a secret, newest first. Only the newest
    /// `PeopleLimits.recentGames` games are considered.
    static func recent(limit: Int, _ db: Database) throws -> [StoredGame] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM game WHERE rated = 1 AND id > (SELECT coalesce(max(id), 0) FROM game) - ?1
                ORDER BY id DESC LIMIT ?2
                """)
        // Read more than `limit` games, because no list may show games in rooms with a secret.
        return try Row.fetchAll(statement, arguments: [PeopleLimits.recentGames, 4 * limit]).map(stored)
            .filter { $0.game.room.lock == nil }.prefix(limit).map(\.self)
    }

    /// Returns the numbers of games that `id` has won, drawn and lost against others.
    static func counts(of id: ParticipantID, _ db: Database) throws -> GameCounts {
        let statement = try db.cachedStatement(
            sql: """
                SELECT side, result, count(*) AS count FROM (
                    SELECT 'x' AS side, result FROM game WHERE x = ?1 AND o IS NOT ?1
                    UNION ALL SELECT 'o', result FROM game WHERE o = ?1 AND x IS NOT ?1)
                GROUP BY side, result
                """)
        var counts = GameCounts()
        for row in try Row.fetchAll(statement, arguments: [id.text]) {
            let (side, result, count): (String, String, Int) = (row["side"], row["result"], row["count"])
            switch result {
            case "draw": counts.drawn += count
            case side: counts.won += count
            default: counts.lost += count
            }
        }
        return counts
    }

    static func stored(_ row: Row) throws -> StoredGame {
        let terms = try GameTerms(row)
        guard let room = RoomName(key: row["room"]), let reason = Game.Reason(rawValue: row["reason"]),
            let moves = moves(row["moves"], terms.size)
        else { throw Rows.Unreadable(what: "game") }
        func player(_ stone: Stone) throws -> StoredGame.Player? {
            let side = stone.rawValue
            guard let id = row[side] as String? else { return nil }
            let name = row["\(side)Name"] as String? ?? id
            return StoredGame.Player(
                id: ParticipantID(id), name: try Rows.text(name), rating: row["\(side)Rating"],
                after: row["\(side)After"])
        }
        let players = ByStone(x: try player(.x), o: try player(.o))
        let game = FinishedGame(
            id: GameID(epoch: row["epoch"], number: row["number"]), room: room, terms: terms,
            players: ByStone(x: players.x?.id, o: players.o?.id), result: row["result"], reason: reason, moves: moves,
            times: (row["times"] as String?).flatMap { MoveTime.times($0, count: moves.count) } ?? [],
            ended: row["ended"])
        return StoredGame(game: game, players: players)
    }

    // MARK: moves, such as `7,7 8,7`

    private static func text(_ moves: [Point]) -> String {
        Game.text(of: moves)
    }

    private static func moves(_ text: String, _ size: BoardSize) -> [Point]? {
        var moves: [Point] = []
        for word in text.split(separator: " ") {
            guard let point = Point(cell: word), size.contains(point) else { return nil }
            moves.append(point)
        }
        return moves
    }
}
