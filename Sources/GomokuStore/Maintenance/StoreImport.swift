import Foundation
import GRDB
import GameState
import Storage

/// The creation of a store from another store's records.
public enum StoreImport {
    /// Creates a store in `directory`, which must not have one. Either the complete store is on the
    /// disk afterwards, or nothing is. The files belong to the owner of `directory`.
    ///
    /// - Parameter records: calls its argument with each record, in the order of ``StoreRecord``;
    ///   may throw.
    public static func put(
        into directory: String, now: Int, _ records: (_ take: (StoreRecord) throws -> Void) throws -> Void
    ) throws(StoreOpenError) {
        FileSystem.makeNewFilesPrivate()
        try DurableStore.make(directory)
        let lock = try DirectoryLock(directory)
        defer { withExtendedLifetime(lock) {} }
        try FileSystem.giveToOwner(of: directory, [DirectoryLock.path(in: directory)])
        let path = StoreFile.path(in: directory)
        guard !FileManager.default.fileExists(atPath: path) else { throw .holdsStore(path: path) }
        let incoming = "\(path).importing"
        FileSystem.remove(incoming)
        do {
            try write(incoming, now: now, records)
            try Backup.verify(incoming)
            try FileSystem.giveToOwner(of: directory, [incoming])
            try FileSystem.sync(incoming)
            try FileSystem.rename(incoming, to: path)
        } catch {
            FileSystem.remove(incoming)
            // Name the path of the store in the error, because the incomplete file is gone.
            throw StoreFile.failure(error, path)
        }
    }

    private static func write(
        _ path: String, now: Int, _ records: (_ take: (StoreRecord) throws -> Void) throws -> Void
    ) throws {
        let queue = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
        try queue.inDatabase { db in try Schema.migrate(db) }
        try queue.inTransaction(.immediate) { db in
            // Begin a new generation, because clients of the other store may have been shown
            // changes that were made after the export.
            let generation = Generation(random: .random(in: .min ... .max))
            try MetaTable.setText(MetaTable.generation, generation.text, db)
            var writer = try RecordWriter(db, now: now)
            try records { try writer.apply($0) }
            try writer.finish()
            return .commit
        }
        try queue.close()
    }
}

/// A writer of records that stores each ledger as segments, with an empty journal.
private struct RecordWriter {
    private let db: Database
    private let now: Int
    private let fingerprint: Fingerprint
    private var order = StoreRecordOrder()
    private var room: OpenRoom?
    private var rooms: Int64 = 0

    /// The room to which the current records belong.
    private struct OpenRoom {
        let id: Int64
        var facts: RoomFacts
        var chatLines = 0
        var owner = ""
        var segment: Segment?
    }

    init(_ db: Database, now: Int) throws {
        self.db = db
        self.now = now
        fingerprint = try Fingerprint(db)
    }

    mutating func apply(_ record: StoreRecord) throws {
        try order.apply(record)
        switch record {
        case .store(let alive): if let alive { try MetaTable.set(MetaTable.alive, alive, db) }
        case .room(let header, let people):
            try closeRoom()
            try open(header, people)
        case .delta(let delta, let owner): try add(delta, owner?.text ?? "")
        case .chat(let line):
            guard var room else { return }
            room.chatLines += 1
            self.room = room
            try ChatTable.insert(line, number: room.chatLines, room: room.id, db)
        case .person(let person):
            try closeRoom()
            try add(person)
        case .reserved(let name, let until):
            try closeRoom()
            try PeopleTables.reserve(name, until: until, db)
        case .game(let game):
            try closeRoom()
            try GameTable.add(game, db)
        }
    }

    mutating func finish() throws { try closeRoom() }

    private mutating func open(_ header: RoomHeader, _ people: [ParticipantID]) throws {
        rooms += 1
        room = OpenRoom(id: rooms, facts: RoomFacts(header))
        try db.cachedStatement(
            sql: "INSERT INTO room (id, name, kind, epoch, host, created, rev, changed) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
        ).execute(arguments: [
            rooms, header.name.key, header.kind.rawValue, header.epoch, header.creator.text, header.created,
            header.created,
        ])
        if !people.isEmpty { try MetaTable.writeOrder(people, of: rooms, epoch: header.epoch, db) }
    }

    private mutating func add(_ delta: AcceptedDelta, _ owner: String) throws {
        guard var room else { return }
        if room.owner != owner || room.segment == nil {
            try save(&room)
            room.owner = owner
            room.segment = Segment(first: delta.rev)
        }
        var writer = JSONWriter(reserving: 192)
        let start = DeltaText.write(delta, room: room.id, owner: owner, to: &writer)
        let part = writer.bytes[start...]
        if let segment = room.segment, !segment.hasPlace(for: part.count) {
            try SegmentTable.add(segment, room: room.id, owner: owner, db)
            room.segment = Segment(first: delta.rev)
        }
        room.segment?.append(part, id: fingerprint.of(delta.id, by: delta.by))
        room.facts.apply(delta, owner: owner.isEmpty ? nil : delta.by)
        self.room = room
    }

    /// Writes the rest of the current ledger.
    private func save(_ room: inout OpenRoom) throws {
        guard let segment = room.segment else { return }
        try SegmentTable.add(segment, room: room.id, owner: room.owner, db)
        if !room.owner.isEmpty {
            try db.cachedStatement(sql: "INSERT INTO own (room, owner, rev) VALUES (?, ?, ?)")
                .execute(arguments: [room.id, room.owner, segment.last])
        }
        room.segment = nil
    }

    private mutating func closeRoom() throws {
        guard var room else { return }
        try save(&room)
        self.room = nil
        try db.cachedStatement(
            sql: "UPDATE room SET rev = ?, changed = ?, listed = ?, finished = ? WHERE id = ?"
        ).execute(arguments: [
            room.facts.rev, room.facts.changed, room.facts.isListed, room.facts.isFinished, room.id,
        ])
    }

    private func add(_ person: PersonRecord) throws {
        if let key = person.key, try PersonTables.owner(of: key, db) != nil {
            throw StoreRecordOrder.Fault(description: "the name of \(person.id) belongs to another participant")
        }
        try PersonTables.replace(nil, with: person, now: now, db)
    }
}
