import GRDB
import GameState

/// The newest chat messages of each room.
enum ChatTable {
    /// Adds a chat message and deletes the room's oldest messages beyond `limit`.
    static func add(_ line: ChatMessage, of room: Int64, limit: Int, _ db: Database) throws {
        let newest =
            try Int.fetchOne(db.cachedStatement(sql: "SELECT max(n) FROM chat WHERE room = ?"), arguments: [room]) ?? 0
        try insert(line, number: newest + 1, room: room, db)
        try db.cachedStatement(sql: "DELETE FROM chat WHERE room = ? AND n <= ?").execute(arguments: [
            room, newest + 1 - limit,
        ])
    }

    static func insert(_ line: ChatMessage, number: Int, room: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql:
                "INSERT INTO chat (room, n, by, name, bot, at, id, text, spectators) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            room, number, line.by.id.text, Rows.column(line.by.name), line.by.isBot, line.at, Rows.column(line.id),
            Rows.column(line.text), line.isForSpectators,
        ])
    }

    /// Returns a room's chat messages, oldest first.
    static func lines(_ room: Int64, _ db: Database) throws -> [ChatMessage] {
        try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM chat WHERE room = ? ORDER BY n"), arguments: [room]).map
        { row in
            ChatMessage(
                by: Participant(id: ParticipantID(row["by"]), name: try Rows.text(row["name"]), isBot: row["bot"]),
                at: row["at"],
                id: try Rows.text(row["id"]), text: try Rows.text(row["text"]), isForSpectators: row["spectators"])
        }
    }
}
