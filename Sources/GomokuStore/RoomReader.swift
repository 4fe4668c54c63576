import GRDB
import GameState
import Storage

/// Reads rooms on the reader's thread.
struct RoomReader {
    let db: Database
    let limits: Limits
    let generation: Generation

    /// Returns a stored room; nil if there is none.
    ///
    /// - Parameter part: the room's deltas that were not in segments just before this transaction;
    ///   nil if there were none.
    func room(_ name: RoomName, _ part: PendingDeltas.Part?) throws -> StoredRoom? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM room WHERE name = ?"), arguments: [name.key])
        else { return nil }
        let id: Int64 = try row.sound("id")
        let unfiled = part?.id == id ? part?.ledgers ?? [:] : [:]
        var owners: [String: Int] = [:]
        let stored = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT owner, rev FROM own WHERE room = ?"), arguments: [id])
        for row in stored { owners[try row.sound("owner")] = try row.sound("rev") as Int }
        for owner in unfiled.keys where !owner.isEmpty { owners[owner] = owners[owner] ?? 0 }
        func ledger(_ owner: String, _ filed: Int) -> LedgerReader {
            LedgerReader(room: id, owner: owner, filed: filed, unfiled: unfiled[owner] ?? [], db)
        }
        let shared = ledger("", try row.sound("rev"))
        // Without any delta, the room was created after `part` was copied, and its first delta is
        // not visible here yet.
        guard shared.head > 0 || !owners.isEmpty else { return nil }
        return StoredRoom(
            header: try Rows.header(row, in: generation),
            shared: try self.part(shared, kept: limits.historyPerRoom, bytes: limits.historyBytesPerRoom),
            own: try owners.sorted { $0.key < $1.key }.map { owner, filed in
                (
                    ParticipantID(owner),
                    try self.part(ledger(owner, filed), kept: limits.historyPerRoom / 4, bytes: limits.ownHistoryBytes)
                )
            },
            chat: try ChatTable.lines(id, db), order: try MetaTable.order(id, epoch: row.sound("epoch"), db))
    }

    /// Returns the newest snapshot, all deltas after it, and some earlier deltas for clients that
    /// reconnect.
    private func part(_ ledger: LedgerReader, kept: Int, bytes: Int) throws -> StoredRoom.Part {
        let head = ledger.head
        // Ignore a damaged snapshot, because the deltas are complete. Also ignore one of a commit
        // whose deltas this reader does not see yet.
        var snapshot = try? SnapshotTable.find(room: ledger.room, owner: ledger.owner, db)
        if let rev = snapshot?.rev, rev > head { snapshot = nil }
        let state = snapshot ?? SharedState.Snapshot(rev: 0, forgottenBefore: 0, entries: [])
        let earlier = try ledger.newest(from: head - kept + 1, to: state.rev, bytes: bytes)
        return StoredRoom.Part(snapshot: state, deltas: earlier + (try ledger.deltas(from: state.rev + 1, to: head)))
    }

    func history(_ name: RoomName, _ part: PendingDeltas.Part?, from: Int, to: Int, limit: Int, bytes: Int) throws
        -> [AcceptedDelta]
    {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT id, rev FROM room WHERE name = ?"), arguments: [name.key])
        else { return [] }
        let id: Int64 = try row.sound("id")
        let unfiled = part?.id == id ? part?.ledgers[""] ?? [] : []
        return try LedgerReader(room: id, owner: "", filed: try row.sound("rev"), unfiled: unfiled, db)
            .deltas(from: from, to: to, limit: limit, bytes: bytes)
    }

    /// Returns rooms, most recently changed first. The database's columns are outdated for rooms
    /// with deltas that are not yet in segments. `unfiled` has the facts of those rooms, as they
    /// were just before this query.
    func rooms(_ unfiled: [Int64: PendingDeltas.Facts], before: Int?, limit: Int, listedOnly: Bool) throws
        -> [RoomSummary]
    {
        let before = before ?? .max
        var found = unfiled.values.filter { $0.summary.changed < before && ($0.isListed || !listedOnly) }.map(\.summary)
        let condition = listedOnly ? "listed = 1 AND " : ""
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT id, name, kind, rev, changed FROM room WHERE \(condition)changed < ? ORDER BY changed DESC",
            arguments: [before])
        var left = limit
        while left > 0, let row = try rows.next() {
            guard unfiled[try row.sound("id")] == nil else { continue }
            left -= 1
            guard let name = RoomName(key: try row.sound("name")), let kind = RoomKind(rawValue: try row.sound("kind"))
            else { continue }
            found.append(
                RoomSummary(name: name, kind: kind, rev: try row.sound("rev"), changed: try row.sound("changed")))
        }
        return Array(found.sorted { $0.changed > $1.changed }.prefix(limit))
    }
}
