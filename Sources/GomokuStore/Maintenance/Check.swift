import Foundation
import GRDB
import GameState
import Storage

/// A check that reads a whole store and judges the deltas of every room again. It changes nothing.
///
/// A server may run meanwhile. The check reads each room as it was at one moment.
public struct Check: Sendable {
    public private(set) var findings = StoreFindings()
    public var rooms: Int { findings.rooms }
    public var faultCount: Int { findings.faultCount }
    public var faults: [StoreFindings.Fault] { findings.faults }

    /// Checks the store of a directory, or a backup file.
    public init(_ place: String, limits: Limits = Limits()) throws(StoreOpenError) {
        let path = try StoreFile.existing(at: place)
        do {
            try FileHeader(path: path).check()
            // Check the log before SQLite opens the database and drops the damaged part.
            if let damage = LogDamage(of: path) {
                findings.note(
                    "the write-ahead log is damaged: at least \(damage.lostCommits) commits cannot be read")
            }
            let queue = try DatabaseQueue(path: path, configuration: Backup.readOnly)
            try queue.inDatabase { db in try file(db, path) }
            try checkRooms(queue, limits)
        } catch {
            throw StoreFile.failure(error, path)
        }
    }

    // MARK: the file

    private mutating func file(_ db: Database, _ path: String) throws {
        try StoreFile.examine(db, path)
        guard try Schema.version(db) == Schema.newest else {
            throw StoreOpenError.older(path: path, version: try Schema.version(db), known: Schema.newest)
        }
        if let table = try Schema.missingTable(db) {
            throw StoreOpenError.damaged(path: path, why: "its table \(table) is missing")
        }
        for fault in try String.fetchAll(db, sql: "PRAGMA quick_check") where fault != "ok" { findings.note(fault) }
        findings.participants = try Int.fetchOne(db, sql: "SELECT count(*) FROM participant") ?? 0
        try PeopleCheck(db: db).run(&findings)
        for table in ["segment", "own", "snapshot", "chat"] {
            let orphans =
                try Int.fetchOne(
                    db,
                    sql:
                        "SELECT count(*) FROM (SELECT DISTINCT room FROM \(table)) WHERE room NOT IN (SELECT id FROM room)"
                ) ?? 0
            if orphans > 0 { findings.note("rows of \(table) belong to \(orphans) rooms that do not exist") }
        }
    }

    // MARK: rooms

    /// The number of rooms and deltas to read in one transaction. A longer transaction would keep a
    /// running server from starting its write-ahead log over.
    private static let roomsAtOnce = 1_000
    private static let deltasAtOnce = 200_000

    private mutating func checkRooms(_ queue: DatabaseQueue, _ limits: Limits) throws {
        var last: Int64? = 0
        var isFirst = true
        while let after = last {
            try queue.read { db in
                let journal = try JournalCheck(db)
                if isFirst { journal.run(&findings) }
                isFirst = false
                last = try checkRooms(after: after, journal, db, limits)
            }
        }
    }

    /// Checks some rooms with IDs after `id`. Returns the last one's ID; nil if there are no more
    /// rooms.
    private mutating func checkRooms(
        after id: Int64, _ journal: JournalCheck, _ db: Database, _ limits: Limits
    ) throws -> Int64? {
        let most = findings.deltas + Self.deltasAtOnce
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM room WHERE id > ? ORDER BY id", arguments: [id])
        var last = id
        for _ in 0..<Self.roomsAtOnce where findings.deltas < most {
            guard let row = try rows.next() else { return nil }
            findings.rooms += 1
            last = row["id"]
            var check = RoomCheck(db: db, id: row["id"], row: row, journal: journal, limits: limits)
            try check.run(&findings)
        }
        return last
    }
}
