import GRDB
import GameState

/// Appends deltas to rooms, inside the writer's transaction. Remembers where rooms end, so that an append is one
/// statement.
struct RoomLog {
    /// Ends that are remembered, of rooms and of private states.
    static let rememberedLimit = 20_000

    struct Known {
        let id: Int64
        let epoch: String
        var rev: Int
        /// Whether the game on the table is over, in a room that has one.
        var isFinished = false
        /// Whether anybody may be told of it.
        var isListed = false
    }

    private struct OwnKey: Hashable {
        let room: Int64
        let owner: String
    }

    private var known: [RoomName: Known] = [:]
    /// Revisions of private states.
    private var own: [OwnKey: Int] = [:]
    /// Rooms appended to in this transaction, with the time of the newest delta.
    private var changed: [RoomName: Int] = [:]
    private var changedOwn: Set<OwnKey> = []
    /// The life in which an append of that room was refused last.
    private var refused: [RoomName: Int] = [:]

    /// Appends, or says why not; throws only when the database does.
    mutating func append(_ append: Append, _ db: Database) throws -> AppendFailure? {
        let name = append.room.name
        if refused[name] == append.life { return .moved }
        let delta = append.delta
        let owner = Rows.owner(append.scope, delta)
        guard var room = try find(append.room, first: delta, db) else { return refuse(append, .moved) }
        let key = OwnKey(room: room.id, owner: owner)
        let head = try owner.isEmpty ? room.rev : ownHead(key, db)
        guard delta.rev == head + 1 else { return refuse(append, try duplicate(of: append, room.id, owner, db)) }
        do {
            try db.cachedStatement(
                sql: "INSERT INTO delta (room, owner, rev, by, at, id, changes) VALUES (?, ?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [
                room.id, owner, delta.rev, delta.by.text, delta.at, delta.id.map(Rows.column), Rows.text(delta.delta),
            ])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return refuse(append, try duplicate(of: append, room.id, owner, db))
        }
        if owner.isEmpty {
            room.rev = delta.rev
            room.isListed = append.lists ?? room.isListed
            if append.room.kind == .gomoku, let result = delta.delta[.result] { room.isFinished = result != nil }
        } else {
            own[key] = delta.rev
            changedOwn.insert(key)
        }
        if let snapshot = append.snapshot {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO snapshot (room, owner, rev, state) VALUES (?, ?, ?, ?)")
                .execute(arguments: [room.id, owner, delta.rev, Rows.text(snapshot)])
        }
        known[name] = room
        changed[name] = delta.at
        refused[name] = nil
        if let finished = append.finished { try GameTable.record(finished, db) }
        return nil
    }

    /// At the end of a transaction: what is kept once for a room, however many deltas it got.
    mutating func settle(_ db: Database) throws {
        let update = try db.cachedStatement(
            sql: "UPDATE room SET rev = ?, changed = ?, finished = ?, listed = ? WHERE id = ?")
        for (name, time) in changed {
            guard let room = known[name] else { continue }
            try update.execute(arguments: [room.rev, time, room.isFinished, room.isListed, room.id])
        }
        let updateOwn = try db.cachedStatement(sql: "INSERT OR REPLACE INTO own (room, owner, rev) VALUES (?, ?, ?)")
        for key in changedOwn { try updateOwn.execute(arguments: [key.room, key.owner, own[key] ?? 0]) }
        changed = [:]
        changedOwn = []
        if known.count + own.count > Self.rememberedLimit { forget() }
        if refused.count > Self.rememberedLimit { refused = [:] }
    }

    /// The transaction was void, or rooms are gone: nothing remembered may be true.
    mutating func forget() {
        known = [:]
        own = [:]
        changed = [:]
        changedOwn = []
    }

    /// What builds on this append is refused as well.
    mutating func refuse(_ append: Append) { refused[append.room.name] = append.life }

    private mutating func refuse(_ append: Append, _ failure: AppendFailure) -> AppendFailure {
        refuse(append)
        return failure
    }

    /// The room, made when this is its first delta; nil when there is none that `first` may be appended to: it has
    /// another life, or is gone.
    private mutating func find(_ header: RoomHeader, first: AcceptedDelta, _ db: Database) throws -> Known? {
        if let room = known[header.name] { return room.epoch == header.epoch ? room : nil }
        let row = try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT id, epoch, rev, finished, listed FROM room WHERE name = ?"),
            arguments: [header.name.key])
        if let row {
            guard row["epoch"] == header.epoch else { return nil }
            return Known(
                id: row["id"], epoch: header.epoch, rev: row["rev"], isFinished: row["finished"],
                isListed: row["listed"])
        }
        // A room without a delta is none.
        guard first.rev == 1 else { return nil }
        try db.cachedStatement(
            sql: "INSERT INTO room (name, kind, epoch, host, created, rev, changed) VALUES (?, ?, ?, ?, ?, 0, ?)"
        ).execute(arguments: [
            header.name.key, header.kind.rawValue, header.epoch, header.host.text, header.created, header.created,
        ])
        let room = Known(id: db.lastInsertedRowID, epoch: header.epoch, rev: 0)
        known[header.name] = room
        return room
    }

    private func ownHead(_ key: OwnKey, _ db: Database) throws -> Int {
        if let rev = own[key] { return rev }
        return try Int.fetchOne(
            try db.cachedStatement(sql: "SELECT rev FROM own WHERE room = ? AND owner = ?"),
            arguments: [key.room, key.owner]) ?? 0
    }

    private func duplicate(of append: Append, _ room: Int64, _ owner: String, _ db: Database) throws -> AppendFailure {
        guard let id = append.delta.id,
            let row = try Row.fetchOne(
                try db.cachedStatement(sql: "SELECT * FROM delta WHERE room = ? AND owner = ? AND by = ? AND id = ?"),
                arguments: [room, owner, append.delta.by.text, Rows.column(id)])
        else { return .moved }
        return .duplicate(try Rows.accepted(row))
    }
}
