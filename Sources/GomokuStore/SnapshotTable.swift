import GRDB
import GameState
import Storage

/// States at some revision, so that a long room loads quickly. They follow from the deltas: one that is not as it was
/// written is as good as none.
enum SnapshotTable {
    static func save(
        _ archive: SharedState.Archive, rev: Int, room: Int64, owner: String, _ db: Database
    ) throws {
        let state = archive.text
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO snapshot (room, owner, rev, state, crc) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [room, owner, rev, state, checksum(state, rev: rev, room: room, owner: owner)])
    }

    static func checksum(_ state: String, rev: Int, room: Int64, owner: String) -> UInt32 {
        var sum = Checksum()
        sum.add(room)
        sum.add(owner)
        sum.add(rev)
        sum.add(state)
        return sum.value
    }

    /// The ledger's snapshot, nil when there is none; throws when it is not as it was written.
    static func find(room: Int64, owner: String, _ db: Database) throws -> SharedState.Archive? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT rev, state, crc FROM snapshot WHERE room = ? AND owner = ?"),
                arguments: [room, owner])
        else { return nil }
        let (rev, state, sum): (Int, String, Int64) = (
            try row.sound("rev"), try row.sound("state"), try row.sound("crc")
        )
        guard sum == Int64(checksum(state, rev: rev, room: room, owner: owner)) else {
            throw Rows.Unreadable(what: "snapshot")
        }
        return try Rows.archive(state, rev: rev)
    }
}
