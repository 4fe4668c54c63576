import Foundation
import GRDB
import GameState

/// The journal: one row per commit with all of its deltas, kept until they are in segments.
enum JournalTable {
    static func add(_ body: [UInt8], seq: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO journal (seq, crc, body) VALUES (?, ?, ?)").execute(arguments: [
            seq, checksum(body, seq: seq), String(decoding: body, as: UTF8.self),
        ])
    }

    private static func checksum(_ body: [UInt8], seq: Int64) -> UInt32 {
        var sum = Checksum()
        sum.add(seq)
        sum.add(body)
        return sum.value
    }

    /// Deletes rows whose deltas are all in segments.
    static func remove(from first: Int64, to last: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM journal WHERE seq BETWEEN ? AND ?").execute(arguments: [first, last])
    }

    /// Calls `take` with each row, in order. Throws at the first row that is missing or damaged.
    static func read(_ db: Database, row take: (_ seq: Int64, _ body: [UInt8]) throws -> Void) throws {
        var before: Int64?
        let rows = try Row.fetchCursor(db, sql: "SELECT seq, crc, body FROM journal ORDER BY seq")
        while let row = try rows.next() {
            let seq: Int64 = try row.sound("seq")
            let (sum, body): (Int64, [UInt8]) = (try row.sound("crc"), try row.bytes("body"))
            guard sum == Int64(checksum(body, seq: seq)), before.map({ $0 + 1 == seq }) ?? true else {
                throw Rows.Unreadable(what: "row \(seq) of the journal")
            }
            before = seq
            try take(seq, body)
        }
    }
}
