import GRDB
import GameState

/// Reads rooms, on the reader's thread.
struct RoomReader {
    let db: Database
    let limits: Limits

    func room(_ name: RoomName) throws -> StoredRoom? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM room WHERE name = ?"), arguments: [name.key])
        else { return nil }
        let id: Int64 = row["id"]
        let owners = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT owner, rev FROM own WHERE room = ? ORDER BY owner"), arguments: [id])
        return StoredRoom(
            header: try Rows.header(row),
            shared: try part(
                of: id, owner: "", head: row["rev"], kept: limits.historyPerRoom, bytes: limits.historyBytesPerRoom),
            own: try owners.map { row in
                (
                    ParticipantID(row["owner"]),
                    try part(
                        of: id, owner: row["owner"], head: row["rev"], kept: limits.historyPerRoom / 4,
                        bytes: limits.ownHistoryBytes)
                )
            },
            chat: try ChatTable.lines(id, db), order: try MetaTable.order(id, epoch: row["epoch"], db))
    }

    /// The newest snapshot, and every delta after it; some before it as well, for those who come back.
    private func part(of room: Int64, owner: String, head: Int, kept: Int, bytes: Int) throws -> StoredRoom.Part {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT rev, state FROM snapshot WHERE room = ? AND owner = ?"),
            arguments: [room, owner])
        let snapshot =
            try row.map { try Rows.archive($0["state"], rev: $0["rev"]) }
            ?? SharedState.Archive(rev: 0, forgottenBefore: 0, entries: [])
        let earlier = try deltas(
            of: room, owner: owner, after: max(0, head - kept), to: snapshot.rev, limit: .max, bytes: bytes,
            newestFirst: true)
        return StoredRoom.Part(
            snapshot: snapshot,
            deltas: earlier.reversed()
                + (try deltas(of: room, owner: owner, after: snapshot.rev, to: head, limit: .max, bytes: .max)))
    }

    func history(_ name: RoomName, from: Int, to: Int, limit: Int, bytes: Int) throws -> [AcceptedDelta] {
        guard
            let id = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM room WHERE name = ?"), arguments: [name.key])
        else { return [] }
        return try deltas(of: id, owner: "", after: from - 1, to: to, limit: limit, bytes: bytes)
    }

    /// At most `limit`, and no other once they have `bytes` together.
    private func deltas(
        of room: Int64, owner: String, after: Int, to: Int, limit: Int, bytes: Int, newestFirst: Bool = false
    ) throws -> [AcceptedDelta] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT rev, by, at, id, changes FROM delta
                    WHERE room = ? AND owner = ? AND rev > ? AND rev <= ? ORDER BY rev \(newestFirst ? "DESC" : "ASC") LIMIT ?
                    """),
            arguments: [room, owner, after, to, limit])
        var deltas: [AcceptedDelta] = []
        var left = bytes
        while left > 0, let row = try rows.next() {
            let accepted = try Rows.accepted(row)
            deltas.append(accepted)
            left -= accepted.size
        }
        return deltas
    }

    func rooms(before: Int?, limit: Int, listedOnly: Bool) throws -> [RoomSummary] {
        let condition = listedOnly ? "listed = 1 AND " : ""
        return try Row.fetchAll(
            db,
            sql:
                "SELECT name, kind, rev, changed FROM room WHERE \(condition)changed < ? ORDER BY changed DESC LIMIT ?",
            arguments: [before ?? .max, limit]
        ).compactMap { row in
            guard let name = RoomName(key: row["name"]), let kind = RoomKind(rawValue: row["kind"]) else { return nil }
            return RoomSummary(name: name, kind: kind, rev: row["rev"], changed: row["changed"])
        }
    }
}
