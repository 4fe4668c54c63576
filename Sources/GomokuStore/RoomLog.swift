import GRDB
import GameState
import Storage

/// Takes deltas of rooms into the journal, inside the writer's transaction. Remembers where ledgers end and which ids
/// they have, so that an append asks the database nothing.
struct RoomLog {
    /// Rooms that are remembered, and ids of theirs in all. One room with more is remembered alone.
    static let rememberedRooms = 50_000
    static let rememberedIDs = 4_000_000

    private struct Ledger {
        var rev: Int
        /// Fingerprints of every id that was ever accepted.
        var ids: Set<UInt32>
    }

    private struct Known {
        let id: Int64
        /// As clients see it.
        let epoch: String
        /// Revision of the shared state.
        var rev: Int
        /// Whether the game on the table is over, in a room that has one.
        var isFinished = false
        /// Whether anybody may be told of it.
        var isListed = false
        /// By owner; `''`: the shared state.
        var ledgers: [String: Ledger] = [:]
        /// Nothing of it is in the database but its row.
        var isNew = false
    }

    private let unfiled: Unfiled
    private let fingerprint: Fingerprint
    private let generation: Generation
    /// The journal's newest row.
    private(set) var seq: Int64
    /// The newest room's id: none is ever given twice, for the journal may have deltas of a room that is gone.
    private var newestRoom: Int64

    private var known: [RoomName: Known] = [:]
    private var idCount = 0
    /// The life in which an append of that room was refused last.
    private var refused: [RoomName: Int] = [:]

    // Of the transaction under way: the journal's row, and what is in it.
    private var row = JSONWriter(reserving: 4_096)
    private var staged: [StagedDelta] = []
    /// Rooms all of which was filed in it.
    private var filed: [Int64] = []

    init(_ journal: Journal, _ db: Database) throws {
        unfiled = journal.unfiled
        seq = journal.seq
        fingerprint = try Fingerprint(db)
        generation = try MetaTable.generation(db)
        newestRoom = try Self.newestRoom(db)
    }

    /// Appends, or says why not; throws only when the database does.
    mutating func append(_ append: Append, _ db: Database) throws -> AppendFailure? {
        let name = append.room.name
        if !refused.isEmpty, refused[name] == append.life { return .moved }
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

    /// From here on it goes in with the transaction.
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

    /// At the end of a transaction: all of its deltas as one row.
    func settle(_ db: Database) throws {
        guard !staged.isEmpty else { return }
        try JournalTable.add(row.bytes, seq: seq + 1, db)
    }

    /// The commit has returned: whoever reads may have its deltas.
    mutating func committed() {
        unfiled.filed(rooms: filed)
        filed = []
        if !staged.isEmpty {
            seq += 1
            unfiled.publish(staged, of: row.bytes)
            begin()
        }
        let isFull = known.count > Self.rememberedRooms || idCount > Self.rememberedIDs
        if isFull, known.count > 1 { forget() }
        if refused.count > Self.rememberedRooms { refused = [:] }
    }

    /// The transaction was void: nothing remembered may be true.
    mutating func forget() {
        known = [:]
        idCount = 0
        begin()
    }

    private mutating func begin() {
        filed = []
        staged.removeAll(keepingCapacity: true)
        row = JSONWriter(reserving: max(256, row.bytes.count))
    }

    /// What builds on this append is refused as well.
    mutating func refuse(_ append: Append) { refused[append.room.name] = append.life }

    private mutating func refuse(_ append: Append, _ failure: AppendFailure) -> AppendFailure {
        refuse(append)
        return failure
    }

    // MARK: rooms

    /// The room's id, made when this is its first delta; nil when there is none that `first` may be appended to: it has
    /// another life, or is gone.
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
        // A room without a delta is none.
        guard first.rev == 1 else { return nil }
        newestRoom += 1
        try db.cachedStatement(
            sql: "INSERT INTO room (id, name, kind, epoch, host, created, rev, changed) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
        ).execute(arguments: [
            newestRoom, header.name.key, header.kind.rawValue, generation.stored(header.epoch), header.host.text,
            header.created, header.created,
        ])
        known[header.name] = Known(id: newestRoom, epoch: header.epoch, rev: 0, isNew: true)
        return newestRoom
    }

    /// The room that clients see with this epoch: its id, and the epoch in its row. Nil when there is no such room.
    func row(of room: RoomName, epoch: String, _ db: Database) throws -> (id: Int64, epoch: String)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, epoch FROM room WHERE name = ?"), arguments: [room.key])
        guard let row else { return nil }
        let stored: String = try row.sound("epoch")
        return generation.shown(stored) == epoch ? (try row.sound("id"), stored) : nil
    }

    /// The newest revision of a ledger; its ids are remembered from here on.
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

    /// The delta that has this id for certain: in this transaction, not filed, or filed.
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

    // MARK: rooms that go

    private static let newestRoomKey = "newestRoom"

    private static func newestRoom(_ db: Database) throws -> Int64 {
        let stored = try Int64.fetchOne(db, sql: "SELECT max(id) FROM room") ?? 0
        return max(stored, Int64(try MetaTable.value(newestRoomKey, db) ?? 0))
    }

    /// Removes rooms, oldest first, at most `limit`, none of `kept` and none with deltas of this transaction; tells how
    /// many. Those that are not filed are filed first: a room that goes has nothing in memory.
    mutating func purge(_ retention: Retention, keeping kept: Set<RoomName>, limit: Int, _ db: Database) throws -> Int {
        try MetaTable.set(Self.newestRoomKey, Int(newestRoom), db)
        var busy = Set(staged.map(\.room))
        let rooms = unfiled.rooms().sorted { $0.value.summary.changed < $1.value.summary.changed }
        for (id, facts) in rooms {
            let isDue = retention.covers(changed: facts.summary.changed, isFinished: facts.isFinished)
            if isDue, !busy.contains(id), !kept.contains(facts.summary.name), filed.count < limit,
                let part = unfiled.part(id: id)
            {
                try Filing.carryOut(part, db)
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
