import Foundation
import GRDB
import GameState

/// Claimed names and their passwords.
enum AccountTable {
    /// Nil once it is claimed.
    static func claim(_ account: Account, device: String?, _ db: Database) throws -> ClaimFailure? {
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
        guard db.changesCount == 1 else { return .nameTaken }
        try SessionTable.begin(with: account, device: device, db)
        return nil
    }

    /// Keeps every account under the key of its name as this program makes them. Of two names that were different and
    /// look the same now, the one that was claimed later is no longer found by its name; its tokens let in as before.
    static func renewKeys(_ db: Database) throws {
        let accounts = try Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY since, participant").map(account)
        try db.execute(sql: "UPDATE account SET key = participant")
        for account in accounts {
            try db.execute(
                sql: "UPDATE OR IGNORE account SET key = ? WHERE participant = ?",
                arguments: [account.key.text, account.participant.text])
        }
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

    /// Another password, and no session but `kept`.
    static func setPassword(
        _ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8], _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE account SET salt = ?, hash = ?, rounds = ?, block = ?, parallel = ? WHERE participant = ?
                """
        ).execute(arguments: [
            Data(password.salt), Data(password.hash), password.rounds, password.blockSize, password.parallelism,
            participant.text,
        ])
        try SessionTable.end(.allBut(kept), of: participant, db)
    }
}
