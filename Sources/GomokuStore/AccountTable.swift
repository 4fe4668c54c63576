import Foundation
import GRDB
import GameState
import Storage

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
        guard try FormerNames.owner(of: account.key, db) == nil,
            try !ReservedNames.has(account.key, at: account.since, db)
        else { return .nameTaken }
        guard try add(account, db) else { return .nameTaken }
        try ReservedNames.remove(account.key, db)
        try SessionTable.begin(with: account, device: device, db)
        return nil
    }

    /// False where somebody has the name.
    static func add(_ account: Account, _ db: Database) throws -> Bool {
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
        return db.changesCount == 1
    }

    /// Another name, also for the owner of one; nil once it is stored.
    static func giveName(_ participant: ParticipantID, to name: String, _ db: Database) throws -> ClaimFailure? {
        let key = NameKey(name)
        if let other = try find(key, db), other.participant != participant { return .nameTaken }
        try db.cachedStatement(sql: "UPDATE account SET name = ?, key = ? WHERE participant = ?")
            .execute(arguments: [name, key.text, participant.text])
        if db.changesCount > 0 { try ReservedNames.remove(key, db) }
        try db.cachedStatement(sql: "UPDATE participant SET name = ? WHERE id = ?")
            .execute(arguments: [name, participant.text])
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

    /// By the name of now, or the one before it.
    static func find(_ key: NameKey, _ db: Database) throws -> Account? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE key = ?")
        if let row = try Row.fetchOne(statement, arguments: [key.text]) { return account(row) }
        return try FormerNames.owner(of: key, db).flatMap { try find(owner: $0, db) }
    }

    private static func find(owner: ParticipantID, _ db: Database) throws -> Account? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE participant = ?")
        return try Row.fetchOne(statement, arguments: [owner.text]).map(account)
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

    /// Another name, once.
    static func rename(
        _ participant: ParticipantID, to name: String, at now: Int, _ db: Database
    ) throws -> RenameFailure? {
        guard let account = try find(owner: participant, db) else { return .notClaimed }
        guard try !FormerNames.has(participant, db) else { return .alreadyRenamed }
        let key = NameKey(name)
        if let owner = try find(key, db), owner.participant != participant { return .nameTaken }
        guard try !ReservedNames.has(key, at: now, db) else { return .nameTaken }
        try ReservedNames.remove(key, db)
        try db.cachedStatement(sql: "UPDATE account SET key = ?, name = ? WHERE participant = ?")
            .execute(arguments: [key.text, name, participant.text])
        try FormerNames.add(account.key, of: participant, db)
        return nil
    }

    /// No name, no session, no rating; games and chat lines stay with no name.
    static func forget(_ participant: ParticipantID, at now: Int, _ db: Database) throws {
        let id = participant.text
        let names = [try find(owner: participant, db)?.key, try FormerNames.key(of: participant, db)]
        try ReservedNames.removeExpired(at: now, db)
        for name in names.compactMap(\.self) {
            try ReservedNames.add(name, until: now + PeopleLimits.reservedMilliseconds, db)
        }
        for table in ["account", "token", "rating"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE participant = ?", arguments: [id])
        }
        try FormerNames.remove(participant, db)
        try db.execute(sql: "DELETE FROM participant WHERE id = ?", arguments: [id])
        for side in ["x", "o"] {
            try db.execute(sql: "UPDATE game SET \(side)Name = '' WHERE \(side) = ?", arguments: [id])
        }
        try db.execute(sql: "UPDATE chat SET name = '' WHERE by = ?", arguments: [id])
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
