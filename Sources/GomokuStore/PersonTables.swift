import Foundation
import GRDB
import GameState
import Storage

/// The tables that make up a person's record: `participant`, `account`, `token` (sessions),
/// `rating`, and two rows of `meta` for the former name, one keyed by name and one by participant.
enum PersonTables {
    // MARK: reading

    static func find(_ id: ParticipantID, _ db: Database) throws -> PersonRecord? {
        let row = try row("SELECT * FROM participant WHERE id = ?", id.text, db)
        return try row.map { try person($0, db) }
    }

    /// Returns the record of the person with this row of `participant`.
    static func person(_ row: Row, _ db: Database) throws -> PersonRecord {
        let id: String = try row.sound("id")
        let claimed = try self.row("SELECT * FROM account WHERE participant = ?", id, db)
        let account = claimed.map(account)
        return PersonRecord(
            id: ParticipantID(id), name: try account?.name ?? Rows.text(row.sound("name")),
            isBot: try row.sound("bot"), tokenHash: try row.bytes("token"), account: account,
            key: claimed.map { NameKey(stored: $0["key"]) },
            formerName: try MetaTable.text(renamed(id), db).map { NameKey(stored: $0) },
            sessions: try rows("SELECT * FROM token WHERE participant = ?", id, db).map(session),
            ratings: try rows("SELECT * FROM rating WHERE participant = ?", id, db).compactMap(RatingTable.rating))
    }

    private static func row(_ sql: String, _ word: String, _ db: Database) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [word])
    }

    private static func rows(_ sql: String, _ word: String, _ db: Database) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [word])
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

    private static func session(_ row: Row) throws -> StoredSession {
        let hash: Data = row["hash"]
        let device: String? = row["device"] == nil ? nil : try Rows.text(row["device"])
        return StoredSession(tokenHash: Array(hash), device: device, since: row["since"], seen: row["seen"])
    }

    // MARK: writing

    /// Replaces a person's record. Adds it if `before` is nil, and deletes it if `after` is nil.
    ///
    /// - Parameter now: the time of the visit to note for a new person.
    static func replace(_ before: PersonRecord?, with after: PersonRecord?, now: Int, _ db: Database) throws {
        guard let after else {
            if let before { try delete(before.id, db) }
            return
        }
        let id = after.id.text
        func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
            try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
        }
        // The owner of a claimed name has sessions instead of this token, but the column must be
        // unique and not null.
        func token() -> Data { Data(after.tokenHash ?? (0..<32).map { _ in UInt8.random(in: 0...255) }) }
        if before == nil {
            try run(
                "INSERT INTO participant (id, token, name, bot, seen) VALUES (?, ?, ?, ?, ?)", id, token(),
                Rows.column(after.name), after.isBot, now)
        } else if before?.participant != after.participant {
            try run(
                "UPDATE participant SET name = ?, bot = ? WHERE id = ?", Rows.column(after.name), after.isBot, id)
        }
        var ended = Dictionary(grouping: before?.sessions ?? [], by: \.tokenHash)
        for session in after.sessions {
            let hash = Data(session.tokenHash)
            if let known = ended.removeValue(forKey: session.tokenHash)?.first {
                if known.lastUsed != session.lastUsed {
                    try run("UPDATE token SET seen = ? WHERE hash = ?", session.lastUsed, hash)
                }
            } else {
                try run(
                    "INSERT INTO token (hash, participant, since, seen, device) VALUES (?, ?, ?, ?, ?)", hash, id,
                    session.since, session.lastUsed, session.device.map(Rows.column))
            }
        }
        for token in ended.keys { try run("DELETE FROM token WHERE hash = ?", Data(token)) }
        if let before, before.tokenHash != after.tokenHash {
            try run("UPDATE participant SET token = ? WHERE id = ?", token(), id)
        }
        if let account = after.account, let key = after.key, account != before?.account {
            let password = account.password
            try run(
                """
                INSERT INTO account (participant, key, name, since, salt, hash, rounds, block, parallel)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (participant) DO UPDATE SET key = excluded.key,
                    name = excluded.name, since = excluded.since, salt = excluded.salt, hash = excluded.hash,
                    rounds = excluded.rounds, block = excluded.block, parallel = excluded.parallel
                """, id, key.text, account.name, account.since, Data(password.salt), Data(password.hash),
                password.rounds, password.blockSize, password.parallelism)
        }
        if let former = after.formerName, former != before?.formerName {
            try MetaTable.setText(formerKey(former), id, db)
            try MetaTable.setText(renamed(id), former.text, db)
        }
        for kept in after.ratings where before?.ratings.contains(kept) != true {
            try RatingTable.save(kept, of: after.id, db)
        }
    }

    /// Deletes a person. Finished games and chat messages stay, without the name.
    private static func delete(_ id: ParticipantID, _ db: Database) throws {
        if let former = try MetaTable.text(renamed(id.text), db) {
            try MetaTable.remove(formerKey(NameKey(stored: former)), db)
            try MetaTable.remove(renamed(id.text), db)
        }
        for statement in [
            "DELETE FROM account WHERE participant = ?", "DELETE FROM token WHERE participant = ?",
            "DELETE FROM rating WHERE participant = ?", "DELETE FROM participant WHERE id = ?",
            "UPDATE game SET xName = '' WHERE x = ?", "UPDATE game SET oName = '' WHERE o = ?",
            "UPDATE chat SET name = '' WHERE by = ?",
        ] { try db.execute(sql: statement, arguments: [id.text]) }
    }

    // MARK: former names

    private static func formerKey(_ name: NameKey) -> String { "former:\(name.text)" }
    private static func renamed(_ id: String) -> String { "renamed:\(id)" }

    /// Returns the owner of a current name.
    static func owner(of name: NameKey, _ db: Database) throws -> ParticipantID? {
        let claimed = try db.cachedStatement(sql: "SELECT participant FROM account WHERE key = ?")
        return try String.fetchOne(claimed, arguments: [name.text]).map { ParticipantID($0) }
    }

    static func formerOwner(of name: NameKey, _ db: Database) throws -> ParticipantID? {
        try MetaTable.text(formerKey(name), db).map { ParticipantID($0) }
    }

    /// Returns the keys of all names that have an owner, current and former.
    static func names(_ db: Database) throws -> FastDatabaseValueCursor<String> {
        // `;` follows `:` in ASCII, so the range covers exactly the keys with the prefix. SQLite
        // reads them from the index alone.
        try String.fetchCursor(
            db,
            sql: """
                SELECT key FROM account
                UNION ALL SELECT substr(key, 8) FROM meta WHERE key >= 'former:' AND key < 'former;'
                """)
    }

    /// Recomputes the name key of every account. If two names look the same under the new keys, the
    /// account that claimed its name later is no longer found by name. Its tokens remain valid.
    static func renewKeys(_ db: Database) throws {
        let accounts = try Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY since, participant").map(account)
        try db.execute(sql: "UPDATE account SET key = participant")
        for account in accounts {
            try db.execute(
                sql: "UPDATE OR IGNORE account SET key = ? WHERE participant = ?",
                arguments: [account.key.text, account.participant.text])
        }
    }
}
