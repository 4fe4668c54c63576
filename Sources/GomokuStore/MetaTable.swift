import GRDB
import GameState
import Storage

/// Single values about the whole store, and the order in which participants joined each room. A
/// join order is one text: the room's epoch, then the participants' IDs, separated by spaces.
enum MetaTable {
    /// The key of the time at which a server was last known to run, in milliseconds since 1970.
    static let alive = "alive"
    /// The key of the store's ``Generation``, which is absent in the first generation.
    static let generation = "generation"

    static func set(_ key: String, _ value: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").execute(arguments: [
            key, value,
        ])
    }

    static func value(_ key: String, _ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
    }

    static func setText(_ key: String, _ value: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").execute(arguments: [
            key, value,
        ])
    }

    static func text(_ key: String, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
    }

    static func remove(_ key: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM meta WHERE key = ?").execute(arguments: [key])
    }

    static func generation(_ db: Database) throws -> Generation { Generation(try text(generation, db) ?? "") }

    /// Returns the time at which a server was last known to run: that of its last heartbeat or of
    /// the newest change.
    static func lastAlive(_ db: Database) throws -> Int? {
        let changed = try Int.fetchOne(db, sql: "SELECT max(changed) FROM room")
        return try [value(alive, db), changed].compactMap { $0 }.max()
    }

    // MARK: join order

    private static func key(_ room: Int64) -> String { "order \(room)" }

    /// Stores the join order of a room, first participant first. `epoch` is the one in the room's
    /// row.
    static func writeOrder(_ people: [ParticipantID], of room: Int64, epoch: String, _ db: Database) throws {
        try setText(key(room), ([epoch] + people.map(\.text)).joined(separator: " "), db)
    }

    /// Returns the stored join order of a room. `epoch` is the one in the room's row. An order with
    /// another epoch belongs to a room that was removed, and is ignored.
    static func order(_ room: Int64, epoch: String, _ db: Database) throws -> [ParticipantID] {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key(room)])
        let words = text?.split(separator: " ") ?? []
        return words.first == epoch[...] ? words.dropFirst().map { ParticipantID(String($0)) } : []
    }

    static func deleteOrder(_ room: Int64, _ db: Database) throws {
        try remove(key(room), db)
    }
}
