import Foundation
import GRDB
import GameState

/// Reads a whole store and judges every room's deltas again; changes nothing.
///
/// It may run while a server does: each room is read as it was at one moment.
public struct Check: Sendable {
    /// Faults that are described; more are only counted.
    public static let faultsKept = 1_000

    /// Something that is not as it must be.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// Nil: the file as a whole.
        public let room: String?
        /// Whose private state; nil: the shared state.
        public let owner: String?
        public let rev: Int?
        public let what: String

        public var description: String {
            let place = [
                room.map { "room \($0)" }, owner.map { "private state of \($0)" }, rev.map { "revision \($0)" },
            ]
            let text = place.compactMap { $0 }.joined(separator: ", ")
            return text.isEmpty ? what : "\(text): \(what)"
        }
    }

    public private(set) var rooms = 0
    public private(set) var deltas = 0
    public private(set) var participants = 0
    /// Claimed names.
    public private(set) var accounts = 0
    /// Finished games.
    public private(set) var games = 0
    /// How many faults there are, the ones not kept included.
    public private(set) var faultCount = 0
    public private(set) var faults: [Fault] = []

    /// Checks the store of a directory, or a backup file.
    public init(_ place: String, limits: Limits = Limits()) throws(StoreOpenError) {
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory) else {
            throw .missing(path: place)
        }
        let path = isDirectory.boolValue ? StoreFile.path(in: place) : place
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        do {
            try FileHeader(path: path).check()
            // Before it is opened: what comes first of a damaged log may be repaired by whoever opens it.
            if let damage = LogDamage(of: path) {
                note("the write-ahead log is damaged: \(damage.lostCommits) commits or more in it cannot be read")
            }
            let queue = try DatabaseQueue(path: path, configuration: Backup.readOnly)
            try queue.inDatabase { db in try file(db, path) }
            try checkRooms(queue, limits)
        } catch {
            throw StoreFile.failure(error, path)
        }
    }

    mutating func note(room: String? = nil, owner: String? = nil, rev: Int? = nil, _ what: String) {
        faultCount += 1
        if faults.count < Self.faultsKept { faults.append(Fault(room: room, owner: owner, rev: rev, what: what)) }
    }

    mutating func countDelta() { deltas += 1 }
    mutating func countAccount() { accounts += 1 }
    mutating func countGame() { games += 1 }

    // MARK: the file

    private mutating func file(_ db: Database, _ path: String) throws {
        try StoreFile.examine(db, path)
        guard try Schema.version(db) == Schema.newest else {
            throw StoreOpenError.older(path: path, version: try Schema.version(db), known: Schema.newest)
        }
        if let table = try Schema.missingTable(db) {
            throw StoreOpenError.damaged(path: path, why: "its table \(table) is missing")
        }
        for fault in try String.fetchAll(db, sql: "PRAGMA quick_check") where fault != "ok" { note(fault) }
        participants = try Int.fetchOne(db, sql: "SELECT count(*) FROM participant") ?? 0
        try PeopleCheck(db: db).run(&self)
        for table in ["segment", "own", "snapshot", "chat"] {
            let orphans =
                try Int.fetchOne(
                    db,
                    sql:
                        "SELECT count(*) FROM (SELECT DISTINCT room FROM \(table)) WHERE room NOT IN (SELECT id FROM room)"
                ) ?? 0
            if orphans > 0 { note("\(table)s of \(orphans) rooms that are not there") }
        }
    }

    // MARK: rooms

    /// Rooms and deltas that are read as they were at one moment; more would keep the log of a running server from
    /// beginning anew.
    private static let roomsAtOnce = 1_000
    private static let deltasAtOnce = 200_000

    private mutating func checkRooms(_ queue: DatabaseQueue, _ limits: Limits) throws {
        var last: Int64? = 0
        var isFirst = true
        while let after = last {
            try queue.read { db in
                let journal = try JournalCheck(db)
                if isFirst { journal.run(&self) }
                isFirst = false
                last = try checkRooms(after: after, journal, db, limits)
            }
        }
    }

    /// Some rooms after a room's id; returns the last one's id, nil when there are no more.
    private mutating func checkRooms(
        after id: Int64, _ journal: JournalCheck, _ db: Database, _ limits: Limits
    ) throws -> Int64? {
        let most = deltas + Self.deltasAtOnce
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM room WHERE id > ? ORDER BY id", arguments: [id])
        var last = id
        for _ in 0..<Self.roomsAtOnce where deltas < most {
            guard let row = try rows.next() else { return nil }
            rooms += 1
            last = row["id"]
            var check = RoomCheck(db: db, id: row["id"], row: row, journal: journal, limits: limits)
            try check.run(&self)
        }
        return last
    }
}
