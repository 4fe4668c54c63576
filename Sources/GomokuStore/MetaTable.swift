import GRDB
import GameState
import Storage

/// Single facts about the whole store, and in which order people came into each room: the room's epoch, then their
/// ids, with a blank between.
enum MetaTable {
    /// When the server was last known to run, milliseconds since 1970.
    static let alive = "alive"
    /// The store's ``Generation``; absent in the first one.
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

    /// When a server was last known to run: its last heartbeat, or what it stored since.
    static func lastAlive(_ db: Database) throws -> Int? {
        let changed = try Int.fetchOne(db, sql: "SELECT max(changed) FROM room")
        return try [value(alive, db), changed].compactMap { $0 }.max()
    }

    // MARK: the order of joining

    private static func key(_ room: Int64) -> String { "order \(room)" }

    /// Keeps who came into the room, the first first. `epoch` is the one in the room's row.
    static func keepOrder(_ people: [ParticipantID], of room: Int64, epoch: String, _ db: Database) throws {
        try setText(key(room), ([epoch] + people.map(\.text)).joined(separator: " "), db)
    }

    /// Who came into the room, as far as it is kept. `epoch` is the one in the room's row; another one is that of a room
    /// that has gone.
    static func order(_ room: Int64, epoch: String, _ db: Database) throws -> [ParticipantID] {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key(room)])
        let words = text?.split(separator: " ") ?? []
        return words.first == epoch[...] ? words.dropFirst().map { ParticipantID(String($0)) } : []
    }

    static func forgetOrder(_ room: Int64, _ db: Database) throws {
        try remove(key(room), db)
    }
}
