import Foundation
import GRDB
import GameState
import Storage

/// The tokens of those who have claimed a name. (That of a guest is kept with the participant.)
enum SessionTable {
    /// The token with which the name was claimed is the first session's.
    static func begin(with account: Account, device: String?, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO token (hash, participant, since, seen, device)
                SELECT token, id, ?, ?, ? FROM participant WHERE id = ?
                """
        ).execute(arguments: [account.since, account.since, device.map(Rows.column), account.participant.text])
        try db.cachedStatement(sql: "UPDATE participant SET token = randomblob(32) WHERE id = ?")
            .execute(arguments: [account.participant.text])
    }

    /// Keeps one more; the one over the limit that was not used for longest is let go of.
    static func add(_ session: StoredSession, of participant: ParticipantID, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO token (hash, participant, since, seen, device) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [
                Data(session.tokenHash), participant.text, session.since, session.seen,
                session.device.map(Rows.column),
            ])
        try db.cachedStatement(
            sql: """
                DELETE FROM token WHERE participant = ?1 AND id NOT IN
                (SELECT id FROM token WHERE participant = ?1 ORDER BY seen DESC, id DESC LIMIT ?2)
                """
        ).execute(arguments: [participant.text, PeopleLimits.sessions])
    }

    static func all(of participant: ParticipantID, _ db: Database) throws -> [StoredSession] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM token WHERE participant = ?")
        return try Row.fetchAll(statement, arguments: [participant.text]).map { row in
            let hash: Data = row["hash"]
            let device: String? = row["device"] == nil ? nil : try Rows.text(row["device"])
            return StoredSession(tokenHash: Array(hash), device: device, since: row["since"], seen: row["seen"])
        }
    }

    static func end(_ ended: EndedSessions, of participant: ParticipantID, _ db: Database) throws {
        for session in try all(of: participant, db) where ended.contains(session.tokenHash) {
            try db.cachedStatement(sql: "DELETE FROM token WHERE hash = ?").execute(arguments: [Data(session.tokenHash)]
            )
        }
    }

    static func saw(_ tokenHash: [UInt8], at time: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE token SET seen = ? WHERE hash = ? AND seen <= ?")
            .execute(arguments: [time, Data(tokenHash), time - PeopleLimits.seenMilliseconds])
    }
}
