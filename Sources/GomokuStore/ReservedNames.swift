import GRDB
import GameState
import Storage

/// The names of deleted accounts. They cannot be claimed until their reservation ends.
enum ReservedNames {
    static func has(_ key: NameKey, at now: Int, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT until FROM reserved WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [key.text]).map { now < $0 } ?? false
    }

    /// - Parameter until: server milliseconds since 1970.
    static func add(_ key: NameKey, until: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO reserved (key, until) VALUES (?, ?)")
            .execute(arguments: [key.text, until])
    }

    /// Ends a reservation because the name has an owner again.
    static func remove(_ key: NameKey, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM reserved WHERE key = ?").execute(arguments: [key.text])
    }

    static func removeExpired(at now: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM reserved WHERE until <= ?").execute(arguments: [now])
    }

    /// Calls `take` with each reserved name, ordered by key.
    static func read(_ db: Database, _ take: (NameKey, _ until: Int) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT key, until FROM reserved ORDER BY key")
        while let row = try rows.next() { try take(NameKey(stored: row.sound("key")), row.sound("until")) }
    }
}
