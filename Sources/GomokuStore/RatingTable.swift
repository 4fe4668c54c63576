import GRDB
import GameState
import Storage

/// Ratings, per participant, rule and speed.
enum RatingTable {
    static func save(_ kept: StoredRating, of participant: ParticipantID, _ db: Database) throws {
        let rating = kept.rating
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO rating (participant, rule, speed, rating, deviation, volatility, games, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            participant.text, kept.kind.rule.rawValue, kept.kind.speed.rawValue, rating.rating, rating.deviation,
            rating.volatility, rating.games, kept.asOf,
        ])
    }

    /// Returns the best participants of each rule and speed, up to `limit` of each. Only owners of
    /// claimed names are ranked.
    static func leaders(limit: Int, _ db: Database) throws -> [RankedPerson] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM (
                    SELECT rating.*, account.name AS name,
                        row_number() OVER (PARTITION BY rule, speed ORDER BY rating - 2 * deviation DESC, rating.participant)
                            AS place
                    FROM rating JOIN account ON account.participant = rating.participant)
                WHERE place <= ? ORDER BY rule, speed, place
                """)
        return try Row.fetchAll(statement, arguments: [limit]).compactMap(ranked)
    }

    /// Returns up to `limit` participants of one rule and speed after the first `from`, in the
    /// order of ``leaders(limit:_:)``.
    static func ranking(_ kind: RatingKind, from: Int, limit: Int, _ db: Database) throws -> [RankedPerson] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rating.*, account.name AS name FROM rating JOIN account ON account.participant = rating.participant
                WHERE rule = ? AND speed = ? ORDER BY rating - 2 * deviation DESC, rating.participant LIMIT ? OFFSET ?
                """)
        return try Row.fetchAll(
            statement, arguments: [kind.rule.rawValue, kind.speed.rawValue, limit, from]
        ).compactMap(ranked)
    }

    private static func ranked(_ row: Row) throws -> RankedPerson? {
        try rating(row).map {
            RankedPerson(id: ParticipantID(row["participant"]), name: try Rows.text(row["name"]), kept: $0)
        }
    }

    /// Returns the rating of a row; nil if this program does not know its rule or speed.
    static func rating(_ row: Row) -> StoredRating? {
        guard let rule = Rule(rawValue: row["rule"]), let speed = Speed(rawValue: row["speed"]) else { return nil }
        let rating = Glicko2.Rating(
            rating: row["rating"], deviation: row["deviation"], volatility: row["volatility"], games: row["games"])
        return StoredRating(kind: RatingKind(rule: rule, speed: speed), rating: rating, asOf: row["at"])
    }
}
