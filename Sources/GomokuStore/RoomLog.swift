import GRDB
import GameState
import Storage

/// Appends rooms' deltas to the journal, inside the writer's transaction. Caches the newest
/// revision and the delta IDs of each ledger, so that an append usually needs no query.
struct RoomLog {
    /// The limits of the cache: rooms, and delta IDs of all rooms together. A single room may
    /// exceed the second limit.
    static let rememberedRooms = 50_000
    static let rememberedIDs = 4_000_000

    private struct Ledger {
        var rev: Int
        /// Fingerprints of the IDs of all accepted deltas.
        var ids: Set<UInt32>
    }

    private struct Known {
        let id: Int64
        /// The epoch that clients see.
        let epoch: String
        /// The revision of the shared state.
        var rev: Int
        /// Whether the room's game is over.
        var isFinished = false
        /// Whether lists may show the room.
        var isListed = false
        /// The ledgers by owner. `''` is the owner of the shared state.
        var ledgers: [String: Ledger] = [:]
        /// Whether the database has only the room's row and no deltas.
        var isNew = false
    }

    private let unfiled: PendingDeltas
    private let fingerprint: Fingerprint
    private let generation: Generation
    /// The number of the journal's newest row.
    private(set) var seq: Int64
    /// The highest room ID so far. IDs are never reused, because the journal may have deltas of a
    /// removed room.
    private var newestRoom: Int64

    private var known: [RoomName: Known] = [:]
    private var idCount = 0
    /// The `chain` of the last refused append, by room. Later appends with the same
    /// `chain` build on it and are refused too.
    private var refused: [RoomName: Int] = [:]

    // The current transaction: its row of the journal, and the deltas in that row.
    private var row = JSONWriter(reserving: 4_096)
    private var staged: [StagedDelta] = []
    /// The rooms that were moved into segments completely in this transaction.
    private var filed: [Int64] = []

    init(_ journal: Journal, _ db: Database) throws {
        unfiled = journal.unfiled
        seq = journal.seq
        fingerprint = try Fingerprint(db)
        generation = try MetaTable.generation(db)
        newestRoom = try Self.newestRoom(db)
    }

    /// Appends a delta and returns nil, or returns why it was not appended. Throws only if the
    /// database fails or is damaged.
    mutating func append(_ append: Append, _ db: Database) throws -> AppendFailure? {
        let name = append.room.name
        if !refused.isEmpty, refused[name] == append.chain { return .moved }
        let delta = append.delta
        let owner = Rows.owner(append.scope, delta)
        guard let room = try find(append.room, first: delta, db) else { return refuse(append, .moved) }
        let rev = try head(owner, name, room, db)
        let print = fingerprint.of(delta.id, by: delta.by)
        if let id = delta.id, known[name]?.ledgers[owner]?.ids.contains(print) == true,
            let stored = try find(id, print, by: delta.by, room: room, owner: owner, db)
        {
            return refuse(append, .duplicate(stored))
        }
        guard delta.rev == rev + 1 else { return refuse(append, .moved) }
        if let snapshot = append.snapshot {
            try SnapshotTable.save(snapshot, rev: delta.rev, room: room, owner: owner, db)
        }
        if let finished = append.finished { _ = try PeopleTables.change(.record(finished), db) }
        stage(append, owner, print, room)
        if !refused.isEmpty { refused[name] = nil }
        return nil
    }

    /// Adds the delta to the current transaction.
    private mutating func stage(_ append: Append, _ owner: String, _ print: UInt32, _ id: Int64) {
        let (name, delta) = (append.room.name, append.delta)
        known[name]?.ledgers[owner]?.rev = delta.rev
        if print != Fingerprint.none {
            known[name]?.ledgers[owner]?.ids.insert(print)
            idCount += 1
        }
        if owner.isEmpty {
            known[name]?.rev = delta.rev
            if let lists = append.lists { known[name]?.isListed = lists }
            if append.room.kind == .gomoku, let result = delta.delta[.result] {
                known[name]?.isFinished = result != nil
            }
        }
        guard let room = known[name] else { return }
        let start = DeltaText.write(delta, room: id, owner: owner, to: &row)
        staged.append(
            StagedDelta(
                room: id, name: name, kind: append.room.kind, owner: owner, rev: delta.rev, at: delta.at, id: print,
                part: start..<row.bytes.count, roomRev: room.rev, isFinished: room.isFinished, isListed: room.isListed))
    }

    // MARK: transactions

    /// Writes all deltas of the transaction as one row of the journal, at its end.
    func writeJournalRow(_ db: Database) throws {
        guard !staged.isEmpty else { return }
        try JournalTable.add(row.bytes, seq: seq + 1, db)
    }

    /// Makes the deltas of the committed transaction visible to readers.
    mutating func committed() {
        unfiled.filed(rooms: filed)
        filed = []
        if !staged.isEmpty {
            seq += 1
            unfiled.publish(staged, of: row.bytes)
            begin()
        }
        let isFull = known.count > Self.rememberedRooms || idCount > Self.rememberedIDs
        if isFull, known.count > 1 { clearCache() }
        if refused.count > Self.rememberedRooms { refused = [:] }
    }

    /// Clears the cache after a failed transaction, because it may contain rolled-back changes.
    mutating func clearCache() {
        known = [:]
        idCount = 0
        begin()
    }

    private mutating func begin() {
        filed = []
        staged.removeAll(keepingCapacity: true)
        row = JSONWriter(reserving: max(256, row.bytes.count))
    }

    /// Makes later appends that build on this one fail as well.
    mutating func refuse(_ append: Append) { refused[append.room.name] = append.chain }

    private mutating func refuse(_ append: Append, _ failure: AppendFailure) -> AppendFailure {
        refuse(append)
        return failure
    }

    // MARK: rooms

    /// Returns the room's ID, and creates the room with its first delta. Returns nil if `first`
    /// cannot be appended, because the room has another epoch or does not exist.
    private mutating func find(_ header: RoomHeader, first: AcceptedDelta, _ db: Database) throws -> Int64? {
        if let room = known[header.name] { return room.epoch == header.epoch ? room.id : nil }
        let row = try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT id, epoch, rev, finished, listed FROM room WHERE name = ?"),
            arguments: [header.name.key])
        if let row {
            guard generation.shown(try row.sound("epoch")) == header.epoch else { return nil }
            var room = Known(
                id: try row.sound("id"), epoch: header.epoch, rev: try row.sound("rev"),
                isFinished: try row.sound("finished"), isListed: try row.sound("listed"))
            if let newer = unfiled.part(id: room.id)?.room {
                (room.rev, room.isFinished, room.isListed) = (newer.rev, newer.isFinished, newer.isListed)
            }
            known[header.name] = room
            return room.id
        }
        // A room is created with its first delta, so a later delta needs an existing room.
        guard first.rev == 1 else { return nil }
        newestRoom += 1
        try db.cachedStatement(
            sql: "INSERT INTO room (id, name, kind, epoch, host, created, rev, changed) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
        ).execute(arguments: [
            newestRoom, header.name.key, header.kind.rawValue, generation.stored(header.epoch), header.creator.text,
            header.created, header.created,
        ])
        known[header.name] = Known(id: newestRoom, epoch: header.epoch, rev: 0, isNew: true)
        return newestRoom
    }

    /// Returns the ID of the room that clients see under this epoch, and the epoch in its row; nil
    /// if there is no such room.
    func row(of room: RoomName, epoch: String, _ db: Database) throws -> (id: Int64, epoch: String)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, epoch FROM room WHERE name = ?"), arguments: [room.key])
        guard let row else { return nil }
        let stored: String = try row.sound("epoch")
        return generation.shown(stored) == epoch ? (try row.sound("id"), stored) : nil
    }

    /// Returns the newest revision of a ledger, and caches the ledger's IDs.
    private mutating func head(_ owner: String, _ name: RoomName, _ room: Int64, _ db: Database) throws -> Int {
        if let ledger = known[name]?.ledgers[owner] { return ledger.rev }
        var ledger = Ledger(rev: 0, ids: [])
        if known[name]?.isNew != true {
            ledger.rev = try LedgerReader.filed(room: room, owner: owner, db)
            for (_, ids) in try SegmentTable.ids(room: room, owner: owner, db) { ledger.ids.formUnion(ids) }
            for segment in unfiled.part(id: room)?.ledgers[owner] ?? [] {
                ledger.ids.formUnion(segment.ids)
                ledger.rev = max(ledger.rev, segment.last)
            }
        }
        ledger.ids.remove(Fingerprint.none)
        idCount += ledger.ids.count
        known[name]?.ledgers[owner] = ledger
        return ledger.rev
    }

    /// Returns the delta with this ID, comparing the whole ID and not only its fingerprint.
    /// Searches the current transaction, then the deltas in memory, then the segments.
    private func find(
        _ id: String, _ print: UInt32, by: ParticipantID, room: Int64, owner: String, _ db: Database
    ) throws -> AcceptedDelta? {
        for one in staged where one.room == room && one.owner == owner && one.id == print {
            let delta = try DeltaText.delta([UInt8(ascii: "[")] + row.bytes[one.part])
            if delta.by == by, delta.id.map({ $0.utf8.elementsEqual(id.utf8) }) == true { return delta }
        }
        for segment in unfiled.part(id: room)?.ledgers[owner] ?? [] {
            if let delta = try segment.delta(id: id, by: by, fingerprint: print) { return delta }
        }
        return try SegmentTable.delta(id: id, by: by, fingerprint: print, room: room, owner: owner, db)
    }

    // MARK: removing rooms

    private static let newestRoomKey = "newestRoom"

    private static func newestRoom(_ db: Database) throws -> Int64 {
        let stored = try Int64.fetchOne(db, sql: "SELECT max(id) FROM room") ?? 0
        return max(stored, Int64(try MetaTable.value(newestRoomKey, db) ?? 0))
    }

    /// Removes up to `limit` rooms, oldest first, except `kept` and rooms with deltas in this
    /// transaction. Returns the number of removed rooms. Their deltas that are not yet in segments
    /// are moved there first, so that none remain in memory.
    mutating func purge(_ retention: Retention, keeping kept: Set<RoomName>, limit: Int, _ db: Database) throws -> Int {
        try MetaTable.set(Self.newestRoomKey, Int(newestRoom), db)
        var busy = Set(staged.map(\.room))
        let rooms = unfiled.rooms().sorted { $0.value.summary.changed < $1.value.summary.changed }
        for (id, facts) in rooms {
            let isDue = retention.covers(changed: facts.summary.changed, isFinished: facts.isFinished)
            if isDue, !busy.contains(id), !kept.contains(facts.summary.name), filed.count < limit,
                let part = unfiled.part(id: id)
            {
                try SegmentFiling.carryOut(part, db)
                filed.append(id)
            } else {
                busy.insert(id)
            }
        }
        let removed = try retention.carryOut(limit: limit, db) { id, name in
            busy.contains(id) || name.map(kept.contains) == true
        }
        for case let name? in removed { known[name] = nil }
        return removed.count
    }
}
