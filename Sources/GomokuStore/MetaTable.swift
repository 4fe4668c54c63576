import GRDB

/// Single facts about the whole store.
enum MetaTable {
    /// When the server was last known to run, milliseconds since 1970.
    static let alive = "alive"

    static func set(_ key: String, _ value: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").execute(arguments: [
            key, value,
        ])
    }

    static func value(_ key: String, _ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
    }

    /// When a server was last known to run: its last heartbeat, or what it stored since.
    static func lastAlive(_ db: Database) throws -> Int? {
        let changed = try Int.fetchOne(db, sql: "SELECT max(changed) FROM room")
        return try [value(alive, db), changed].compactMap { $0 }.max()
    }
}
