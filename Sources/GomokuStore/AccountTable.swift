import Foundation
import GRDB
import GameState

/// Claimed names, and the further tokens of those who have one.
enum AccountTable {
    /// Nil once it is claimed.
    static func claim(_ account: Account, _ db: Database) throws -> ClaimFailure? {
        let known = try db.cachedStatement(sql: "SELECT 1 FROM participant WHERE id = ?")
        guard try Row.fetchOne(known, arguments: [account.participant.text]) != nil else {
            return .unavailable("You came when nothing could be stored. Say hello again, then claim the name.")
        }
        let owned = try db.cachedStatement(sql: "SELECT 1 FROM account WHERE participant = ?")
        if try Row.fetchOne(owned, arguments: [account.participant.text]) != nil { return .alreadyClaimed }
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO account (participant, key, name, since, salt, hash, rounds, block, parallel)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            account.participant.text, account.key.text, account.name, account.since, Data(account.password.salt),
            Data(account.password.hash), account.password.rounds, account.password.blockSize,
            account.password.parallelism,
        ])
        return db.changesCount == 1 ? nil : .nameTaken
    }

    static func find(_ key: NameKey, _ db: Database) throws -> Account? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE key = ?")
        return try Row.fetchOne(statement, arguments: [key.text]).map(account)
    }

    static func account(_ row: Row) -> Account {
        let salt: Data = row["salt"]
        let hash: Data = row["hash"]
        let password = PasswordHash(
            salt: Array(salt), hash: Array(hash), rounds: row["rounds"], blockSize: row["block"],
            parallelism: row["parallel"])
        return Account(
            participant: ParticipantID(row["participant"]), name: row["name"], password: password, since: row["since"])
    }

    /// Keeps the token; the oldest over the limit is let go of.
    static func addToken(_ hash: [UInt8], of participant: ParticipantID, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO token (hash, participant) VALUES (?, ?)")
            .execute(arguments: [Data(hash), participant.text])
        try db.cachedStatement(
            sql: """
                DELETE FROM token WHERE participant = ?1
                AND id <= (SELECT id FROM token WHERE participant = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [participant.text, PeopleLimits.tokens])
    }
}
