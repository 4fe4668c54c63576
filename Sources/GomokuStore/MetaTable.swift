import GRDB
import GameState

/// Single facts about the whole store, and in which order people came into each room: the room's epoch, then their
/// ids, with a blank between.
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

    // MARK: the order of joining

    private static func key(_ room: Int64) -> String { "order \(room)" }

    /// Keeps who came into the room, the first first; nothing where there is no such room.
    static func keepOrder(_ people: [ParticipantID], in room: RoomName, epoch: String, _ db: Database) throws {
        guard
            let id = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM room WHERE name = ? AND epoch = ?"),
                arguments: [room.key, epoch])
        else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").execute(arguments: [
            key(id), ([epoch] + people.map(\.text)).joined(separator: " "),
        ])
    }

    /// Who came into the room, as far as it is kept: an epoch that is not the room's is of one that has gone.
    static func order(_ room: Int64, epoch: String, _ db: Database) throws -> [ParticipantID] {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key(room)])
        let words = text?.split(separator: " ") ?? []
        return words.first == epoch[...] ? words.dropFirst().map { ParticipantID(String($0)) } : []
    }

    static func forgetOrder(_ room: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM meta WHERE key = ?").execute(arguments: [key(room)])
    }
}
