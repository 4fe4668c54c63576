import GRDB
import GameState

/// Which stored rooms are let go of.
public struct Retention: Equatable, Sendable {
    /// Rooms whose game is over and that nobody has changed since this time, milliseconds since 1970; nil: none for
    /// that reason.
    public var finishedBefore: Int?
    /// Rooms of any kind that nobody has changed since this time; nil: none for that reason.
    public var unchangedBefore: Int?

    public init(finishedBefore: Int? = nil, unchangedBefore: Int? = nil) {
        self.finishedBefore = finishedBefore
        self.unchangedBefore = unchangedBefore
    }

    /// Removes rooms, oldest first, at most `limit`, none of `kept`; tells how many.
    func carryOut(keeping kept: Set<RoomName>, limit: Int, _ db: Database) throws -> Int {
        var removed = 0
        for (condition, before) in [("finished = 1 AND ", finishedBefore), ("", unchangedBefore)] {
            guard let before, removed < limit else { continue }
            let sql = "SELECT id, name FROM room WHERE \(condition)changed < ? ORDER BY changed"
            var ids: [Int64] = []
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [before])
            while ids.count < limit - removed, let row = try rows.next() {
                if let name = RoomName(key: row["name"]), kept.contains(name) { continue }
                ids.append(row["id"])
            }
            for id in ids { try Self.remove(id, db) }
            removed += ids.count
        }
        return removed
    }

    private static func remove(_ room: Int64, _ db: Database) throws {
        for table in ["delta", "own", "snapshot", "chat"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE room = ?").execute(arguments: [room])
        }
        try MetaTable.forgetOrder(room, db)
        try db.cachedStatement(sql: "DELETE FROM room WHERE id = ?").execute(arguments: [room])
    }
}
