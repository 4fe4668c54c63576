import GRDB
import GameState
import Storage

/// Snapshots of states at some revision, so that long rooms load quickly. Deltas can always replace
/// a snapshot, so a damaged one is ignored.
enum SnapshotTable {
    static func save(
        _ archive: SharedState.Snapshot, rev: Int, room: Int64, owner: String, _ db: Database
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

    /// Returns the ledger's snapshot; nil if there is none. Throws if it is damaged.
    static func find(room: Int64, owner: String, _ db: Database) throws -> SharedState.Snapshot? {
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
