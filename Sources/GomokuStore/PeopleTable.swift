import Foundation
import GRDB
import GameState
import Storage

/// Participants, by ID and by the hash of their token.
enum PeopleTable {
    static func save(_ stored: StoredParticipant, seen: Int, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO participant (id, token, name, bot, seen) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET name = excluded.name, bot = excluded.bot, seen = excluded.seen
                """
        ).execute(arguments: [
            stored.participant.id.text, Data(stored.tokenHash), Rows.column(stored.participant.name),
            stored.participant.isBot, seen,
        ])
    }

    /// The columns of a participant. A claimed name takes precedence over the name that a client
    /// sent.
    private static let columns = """
        participant.id AS id, coalesce(account.name, participant.name) AS name, bot, account.participant IS NOT NULL AS claimed
        FROM participant LEFT JOIN account ON account.participant = participant.id
        """

    static func find(tokenHash: [UInt8], _ db: Database) throws -> Participant? {
        let hash = Data(tokenHash)
        let statement = try db.cachedStatement(sql: "SELECT \(columns) WHERE token = ?")
        if let row = try Row.fetchOne(statement, arguments: [hash]) { return try participant(row) }
        let further = try db.cachedStatement(
            sql: "SELECT \(columns) WHERE participant.id = (SELECT participant FROM token WHERE hash = ?)")
        return try Row.fetchOne(further, arguments: [hash]).map(participant)
    }

    static func find(_ ids: [ParticipantID], _ db: Database) throws -> [Participant] {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) WHERE participant.id = ?")
        return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0.text]).map(participant) }
    }

    private static func participant(_ row: Row) throws -> Participant {
        Participant(
            id: ParticipantID(row["id"]), name: try Rows.text(row["name"]), isBot: row["bot"], isClaimed: row["claimed"]
        )
    }
}
