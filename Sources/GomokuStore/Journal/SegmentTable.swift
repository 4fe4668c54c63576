import Foundation
import GRDB
import GameState

/// The segments of all ledgers. A row with a wrong checksum is never returned.
enum SegmentTable {
    static func add(_ segment: Segment, room: Int64, owner: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO segment (room, owner, first, last, ids, crc, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            room, owner, segment.first, segment.last, Data(segment.idBytes),
            segment.checksum(room: room, owner: owner), String(decoding: segment.body, as: UTF8.self),
        ])
    }

    /// Returns the segment in a row. Throws if the row is damaged.
    static func segment(_ row: Row) throws -> (room: Int64, owner: String, segment: Segment) {
        let (room, owner): (Int64, String) = (try row.sound("room"), try row.sound("owner"))
        let (first, last): (Int, Int) = (try row.sound("first"), try row.sound("last"))
        let segment = Segment(first: first, body: try row.bytes("body"), ids: Segment.ids(try row.bytes("ids")))
        let sum: Int64 = try row.sound("crc")
        guard sum == Int64(segment.checksum(room: room, owner: owner)), segment.last == last, segment.count > 0 else {
            throw Rows.Unreadable(what: "segment of revisions \(first) to \(last)")
        }
        return (room, owner, segment)
    }

    /// Calls `take` with each segment of a ledger that has any of the revisions `from...to`, oldest
    /// first unless `newestFirst`. Stops when `take` returns false.
    static func read(
        room: Int64, owner: String, from: Int, to: Int, newestFirst: Bool = false, _ db: Database,
        take: (Segment) throws -> Bool
    ) throws {
        guard from <= to else { return }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT * FROM segment WHERE room = ?1 AND owner = ?2 AND first <= ?4 AND first >= coalesce(
                        (SELECT max(first) FROM segment WHERE room = ?1 AND owner = ?2 AND first <= ?3), 0)
                    ORDER BY first \(newestFirst ? "DESC" : "ASC")
                    """),
            arguments: [room, owner, from, to])
        while let row = try rows.next() {
            guard try take(segment(row).segment) else { return }
        }
    }

    /// Returns the fingerprints of the IDs in a ledger's segments.
    static func ids(room: Int64, owner: String, _ db: Database) throws -> [(first: Int, ids: [UInt32])] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT first, ids FROM segment WHERE room = ? AND owner = ? ORDER BY first"),
            arguments: [room, owner])
        var found: [(first: Int, ids: [UInt32])] = []
        while let row = try rows.next() {
            found.append((try row.sound("first"), Segment.ids(try row.bytes("ids"))))
        }
        return found
    }

    /// Returns the delta with this ID and author from a ledger's segments; nil if there is none.
    static func delta(
        id: String, by: ParticipantID, fingerprint: UInt32, room: Int64, owner: String, _ db: Database
    ) throws -> AcceptedDelta? {
        for (first, ids) in try ids(room: room, owner: owner, db) where ids.contains(fingerprint) {
            var found: AcceptedDelta?
            try read(room: room, owner: owner, from: first, to: first, db) { segment in
                found = try segment.delta(id: id, by: by, fingerprint: fingerprint)
                return false
            }
            if let found { return found }
        }
        return nil
    }
}
