import Foundation
import GRDB
import GameState
import Storage

/// A reader that turns a whole store, as it is at one moment, into records. The server can keep
/// running.
public enum StoreExport {
    /// Calls `take` with each record of a store, in the order of ``StoreRecord``.
    ///
    /// - Parameter place: the store's directory, or a backup file.
    public static func read(_ place: String, _ take: (StoreRecord) throws -> Void) throws(StoreOpenError) {
        let path = try StoreFile.existing(at: place)
        do {
            try FileHeader(path: path).check()
            try DatabaseQueue(path: path, configuration: Backup.readOnly).read { db in
                try StoreFile.examine(db, path)
                guard try Schema.version(db) == Schema.newest else {
                    throw StoreOpenError.older(path: path, version: try Schema.version(db), known: Schema.newest)
                }
                try take(.store(alive: try MetaTable.value(MetaTable.alive, db)))
                try rooms(db, take)
                try people(db, take)
                try PeopleTables.reservations(db) { try take(.reserved($0, until: $1)) }
                let games = try Row.fetchCursor(db, sql: "SELECT * FROM game ORDER BY id")
                while let row = try games.next() { try take(.game(try GameTable.stored(row))) }
            }
        } catch {
            throw StoreFile.failure(error, path)
        }
    }

    // MARK: rooms

    private static func rooms(_ db: Database, _ take: (StoreRecord) throws -> Void) throws {
        let journal = try JournalCheck(db)
        if let fault = journal.fault { throw StoreOpenError.other(path: "the journal", why: fault) }
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM room ORDER BY name")
        while let row = try rows.next() {
            let header = try Rows.header(row)
            let id: Int64 = try row.sound("id")
            let filed = try Row.fetchAll(db, sql: "SELECT owner, rev FROM own WHERE room = ?", arguments: [id])
            var heads: [String: Int] = ["": try row.sound("rev")]
            for owner in journal.owners(of: id) { heads[owner] = heads[owner] ?? 0 }
            for row in filed { heads[try row.sound("owner")] = try row.sound("rev") as Int }
            // The room was created but has no committed delta.
            guard heads.values.contains(where: { $0 > 0 }) || !journal.owners(of: id).isEmpty else { continue }
            try take(.room(header, order: try MetaTable.order(id, epoch: row.sound("epoch"), db)))
            for (owner, head) in heads.sorted(by: { $0.key < $1.key }) {
                try ledger(id, owner, head, journal, db, take)
            }
            for line in try ChatTable.lines(id, db) { try take(.chat(line)) }
        }
    }

    /// Exports the deltas in segments, then those that are only in the journal.
    private static func ledger(
        _ room: Int64, _ owner: String, _ head: Int, _ journal: JournalCheck, _ db: Database,
        _ take: (StoreRecord) throws -> Void
    ) throws {
        let whose = owner.isEmpty ? nil : ParticipantID(owner)
        var rev = 0
        try SegmentTable.read(room: room, owner: owner, from: 1, to: head, db) { segment in
            for delta in try segment.deltas(from: rev + 1, to: head) {
                try take(.delta(delta, owner: whose))
                rev = delta.rev
            }
            return true
        }
        for item in journal.items(room: room, owner: owner) where item.rev > rev {
            let delta = try DeltaText.delta(item.text)
            try take(.delta(delta, owner: whose))
            rev = delta.rev
        }
        guard rev >= head else { throw Rows.Unreadable(what: "ledger (revision \(rev + 1) is missing)") }
    }

    // MARK: people

    private static func people(_ db: Database, _ take: (StoreRecord) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM participant ORDER BY id")
        while let row = try rows.next() { try take(.person(PersonTables.person(row, db))) }
    }
}
