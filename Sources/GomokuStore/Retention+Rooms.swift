import GRDB
import GameState
import Storage

extension Retention {
    /// Removes up to `limit` rooms, oldest first, except those for which `isKept` returns true.
    /// Returns the names of the removed rooms.
    func carryOut(limit: Int, _ db: Database, isKept: (Int64, RoomName?) -> Bool) throws -> [RoomName?] {
        var removed: [RoomName?] = []
        for (condition, before) in [("finished = 1 AND ", finishedBefore), ("", unchangedBefore)] {
            guard let before, removed.count < limit else { continue }
            let sql = "SELECT id, name FROM room WHERE \(condition)changed < ? ORDER BY changed"
            var rooms: [(id: Int64, name: RoomName?)] = []
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [before])
            while rooms.count < limit - removed.count, let row = try rows.next() {
                let (id, name): (Int64, RoomName?) = (row["id"], RoomName(key: row["name"]))
                if !isKept(id, name) { rooms.append((id, name)) }
            }
            // Overwrite the deleted content, so that it cannot be recovered from the file. This
            // writes the pages once more.
            if !rooms.isEmpty { try db.execute(sql: "PRAGMA secure_delete = ON") }
            defer { if !rooms.isEmpty { try? db.execute(sql: "PRAGMA secure_delete = FAST") } }
            for room in rooms { try Self.remove(room.id, db) }
            removed += rooms.map(\.name)
        }
        return removed
    }

    private static func remove(_ room: Int64, _ db: Database) throws {
        for table in ["segment", "own", "snapshot", "chat"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE room = ?").execute(arguments: [room])
        }
        try MetaTable.deleteOrder(room, db)
        try db.cachedStatement(sql: "DELETE FROM room WHERE id = ?").execute(arguments: [room])
    }
}
