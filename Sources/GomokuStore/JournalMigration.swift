import GRDB
import GameState

/// The part of the migration to version 8 that SQL alone cannot do: it turns one row per delta into
/// segments.
enum JournalMigration {
    static let version = 8

    static func run(_ db: Database) throws {
        try Fingerprint.makeKey(db)
        try fileAll(db)
        try sumSnapshots(db)
        try db.execute(sql: "DROP TABLE delta")
        try db.execute(sql: view)
    }

    /// A collector that combines rows into segments. It begins a new segment for each ledger, after
    /// a gap, and when the current segment is full.
    private struct Writer {
        let db: Database
        let fingerprint: Fingerprint
        var room: Int64 = 0
        var owner = ""
        var segment = Segment(first: 0)

        mutating func migrate(_ row: Row) throws {
            let (room, owner, rev): (Int64, String, Int) = (
                try row.sound("room"), try row.sound("owner"), try row.sound("rev")
            )
            let id = try (row["id"] as String?).map(Rows.text)
            let by = ParticipantID(try row.sound("by"))
            let changes: String = try row.sound("changes")
            do { _ = try Rows.delta(changes) } catch {
                throw Rows.Unreadable(what: "delta of revision \(rev) of room \(room)")
            }
            var writer = JSONWriter(reserving: changes.utf8.count + 128)
            writer.beginArray()
            writer.integer(rev)
            writer.string(by.text)
            writer.integer(try row.sound("at"))
            if let id { writer.string(id) } else { writer.null() }
            writer.raw(changes.utf8)
            writer.endArray()
            let part = writer.bytes.dropFirst()
            if room != self.room || owner != self.owner || rev != segment.last + 1 || !segment.hasPlace(for: part.count)
            {
                try finish()
                (self.room, self.owner, segment) = (room, owner, Segment(first: rev))
            }
            segment.append(part, id: fingerprint.of(id, by: by))
        }

        func finish() throws {
            if segment.count > 0 { try SegmentTable.add(segment, room: room, owner: owner, db) }
        }
    }

    private static func fileAll(_ db: Database) throws {
        var writer = Writer(db: db, fingerprint: try Fingerprint(db))
        let rows = try Row.fetchCursor(
            db, sql: "SELECT room, owner, rev, by, at, id, changes FROM delta ORDER BY room, owner, rev")
        while let row = try rows.next() { try writer.migrate(row) }
        try writer.finish()
    }

    private static func sumSnapshots(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT room, owner, rev FROM snapshot")
        for row in rows {
            let (room, owner, rev): (Int64, String, Int) = (row["room"], row["owner"], row["rev"])
            let state =
                try String.fetchOne(
                    db.cachedStatement(sql: "SELECT state FROM snapshot WHERE room = ? AND owner = ?"),
                    arguments: [room, owner]) ?? ""
            let sum = SnapshotTable.checksum(state, rev: rev, room: room, owner: owner)
            try db.cachedStatement(sql: "UPDATE snapshot SET crc = ? WHERE room = ? AND owner = ?").execute(
                arguments: [sum, room, owner])
        }
    }

    /// A view for use with `sqlite3`: one row per delta, whether the delta is in a segment or in
    /// the journal.
    private static let view = """
        CREATE VIEW delta AS
        SELECT segment.room AS room, segment.owner AS owner,
            json_extract(item.value, '$[0]') AS rev, json_extract(item.value, '$[1]') AS by,
            json_extract(item.value, '$[2]') AS at, json_extract(item.value, '$[3]') AS id,
            json_extract(item.value, '$[4]') AS changes
        FROM segment, json_each('[' || segment.body || ']') AS item
        UNION ALL
        SELECT room.id, json_extract(item.value, '$[1]'),
            json_extract(item.value, '$[2]'), json_extract(item.value, '$[3]'), json_extract(item.value, '$[4]'),
            json_extract(item.value, '$[5]'), json_extract(item.value, '$[6]')
        FROM journal, json_each('[' || journal.body || ']') AS item
            JOIN room ON room.id = json_extract(item.value, '$[0]')
            LEFT JOIN own ON own.room = room.id AND own.owner = json_extract(item.value, '$[1]')
        WHERE json_extract(item.value, '$[2]')
            > CASE json_extract(item.value, '$[1]') WHEN '' THEN room.rev ELSE coalesce(own.rev, 0) END
        """
}
