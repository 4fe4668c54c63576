import GRDB
import GameState

/// Appends deltas to rooms, inside the writer's transaction. Remembers where rooms end, so that an append is one statement.
struct RoomLog {
    /// Rooms whose end is remembered.
    static let rememberedLimit = 20_000

    private struct Known {
        let id: Int64
        var rev: Int
        /// Revisions of private states.
        var own: [String: Int] = [:]
    }

    private var known: [RoomName: Known] = [:]
    /// Rooms appended to in this transaction, with the time of the newest delta.
    private var changed: [RoomName: Int] = [:]
    private var changedOwn: [RoomName: Set<String>] = [:]
    /// The life in which an append of that room was refused last.
    private var refused: [RoomName: Int] = [:]

    /// Appends, or says why not; throws only when the database does.
    mutating func append(_ append: Append, _ db: Database) throws -> AppendFailure? {
        let name = append.room.name
        if refused[name] == append.life { return .moved }
        guard var room = try find(append.room, db) else { return refuse(append, .moved) }
        let delta = append.delta
        let owner = Rows.owner(append.scope, delta)
        let head = try owner.isEmpty ? room.rev : ownHead(owner, &room, db)
        guard delta.rev == head + 1 else { return refuse(append, try duplicate(of: append, room.id, owner, db)) }
        do {
            try db.cachedStatement(
                sql: "INSERT INTO delta (room, owner, rev, by, at, id, changes) VALUES (?, ?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [room.id, owner, delta.rev, delta.by.text, delta.at, delta.id, Rows.text(delta.delta)])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return refuse(append, try duplicate(of: append, room.id, owner, db))
        }
        if owner.isEmpty {
            room.rev = delta.rev
        } else {
            room.own[owner] = delta.rev
            changedOwn[name, default: []].insert(owner)
        }
        if let snapshot = append.snapshot {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO snapshot (room, owner, rev, state) VALUES (?, ?, ?, ?)")
                .execute(arguments: [room.id, owner, delta.rev, Rows.text(snapshot)])
        }
        known[name] = room
        changed[name] = delta.at
        refused[name] = nil
        return nil
    }

    /// At the end of a transaction: what is kept once for a room, however many deltas it got.
    mutating func settle(_ db: Database) throws {
        let update = try db.cachedStatement(sql: "UPDATE room SET rev = ?, changed = ? WHERE id = ?")
        let updateOwn = try db.cachedStatement(sql: "INSERT OR REPLACE INTO own (room, owner, rev) VALUES (?, ?, ?)")
        for (name, time) in changed {
            guard let room = known[name] else { continue }
            try update.execute(arguments: [room.rev, time, room.id])
            for owner in changedOwn[name] ?? [] {
                try updateOwn.execute(arguments: [room.id, owner, room.own[owner] ?? 0])
            }
        }
        changed = [:]
        changedOwn = [:]
        if known.count > Self.rememberedLimit { known = [:] }
        if refused.count > Self.rememberedLimit { refused = [:] }
    }

    /// The transaction was void: nothing remembered may be true.
    mutating func forget() {
        known = [:]
        changed = [:]
        changedOwn = [:]
    }

    /// What builds on this append is refused as well.
    mutating func refuse(_ append: Append) { refused[append.room.name] = append.life }

    private mutating func refuse(_ append: Append, _ failure: AppendFailure) -> AppendFailure {
        refuse(append)
        return failure
    }

    /// Rooms that nobody has changed since `before`, with all that belongs to them; at most `limit` of them.
    mutating func purge(before: Int, limit: Int, _ db: Database) throws -> Int {
        let ids = try Int64.fetchAll(
            db, sql: "SELECT id FROM room WHERE changed < ? ORDER BY changed LIMIT ?", arguments: [before, limit])
        for id in ids {
            for table in ["delta", "own", "snapshot"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE room = ?", arguments: [id])
            }
            try db.execute(sql: "DELETE FROM room WHERE id = ?", arguments: [id])
        }
        if !ids.isEmpty { known = [:] }
        return ids.count
    }

    /// The room, made when this is its first delta; nil when a room of this name has another life.
    private mutating func find(_ header: RoomHeader, _ db: Database) throws -> Known? {
        if let room = known[header.name] { return room }
        let row = try Row.fetchOne(
            db, sql: "SELECT id, epoch, rev FROM room WHERE name = ?", arguments: [header.name.text])
        if let row {
            guard row["epoch"] == header.epoch else { return nil }
            return Known(id: row["id"], rev: row["rev"])
        }
        try db.cachedStatement(
            sql: "INSERT INTO room (name, kind, epoch, host, created, rev, changed) VALUES (?, ?, ?, ?, ?, 0, ?)"
        ).execute(arguments: [
            header.name.text, header.kind.rawValue, header.epoch, header.host.text, header.created, header.created,
        ])
        let room = Known(id: db.lastInsertedRowID, rev: 0)
        known[header.name] = room
        return room
    }

    private func ownHead(_ owner: String, _ room: inout Known, _ db: Database) throws -> Int {
        if let rev = room.own[owner] { return rev }
        let rev = try Int.fetchOne(
            db, sql: "SELECT rev FROM own WHERE room = ? AND owner = ?", arguments: [room.id, owner]) ?? 0
        room.own[owner] = rev
        return rev
    }

    private func duplicate(of append: Append, _ room: Int64, _ owner: String, _ db: Database) throws -> AppendFailure {
        guard let id = append.delta.id,
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM delta WHERE room = ? AND owner = ? AND by = ? AND id = ?",
                arguments: [room, owner, append.delta.by.text, id])
        else { return .moved }
        return .duplicate(try Rows.accepted(row))
    }
}
