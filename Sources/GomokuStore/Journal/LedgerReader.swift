import GRDB
import GameState

/// A reader of one ledger, that is the deltas of a room's shared state or of one participant's
/// private state. Deltas in segments come from the database, newer ones from memory. A gap between
/// revisions is an error.
struct LedgerReader {
    let room: Int64
    let owner: String
    /// The newest revision in segments, as this transaction sees the database.
    let filed: Int
    /// The deltas that were not yet in segments just before this transaction, oldest first.
    let unfiled: [Segment]
    let db: Database

    /// The newest revision.
    var head: Int { max(filed, unfiled.last?.last ?? 0) }

    init(room: Int64, owner: String, filed: Int, unfiled: [Segment], _ db: Database) {
        self.room = room
        self.owner = owner
        self.filed = filed
        self.unfiled = unfiled
        self.db = db
    }

    /// Returns the newest revision of a ledger in segments.
    static func filed(room: Int64, owner: String, _ db: Database) throws -> Int {
        let sql =
            owner.isEmpty
            ? "SELECT rev FROM room WHERE id = ? AND ? = ''" : "SELECT rev FROM own WHERE room = ? AND owner = ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [room, owner]) ?? 0
    }

    /// Returns the deltas with revisions `from...to` that exist, up to `limit`. Stops after the
    /// delta that reaches a total of `bytes`.
    func deltas(from: Int, to: Int, limit: Int = .max, bytes: Int = .max) throws -> [AcceptedDelta] {
        let from = max(1, from)
        guard from <= min(to, head), limit > 0 else { return [] }
        let to = min(to, head, limit > head - from ? head : from + limit - 1)
        var deltas: [AcceptedDelta] = []
        var left = bytes
        func read(_ segment: Segment, to end: Int) throws -> Bool {
            let next = from + deltas.count
            guard segment.first <= next else { throw Rows.Unreadable(what: "revision \(next)") }
            for delta in try segment.deltas(from: next, to: end) {
                deltas.append(delta)
                left -= delta.size
                if left <= 0 { return false }
            }
            return from + deltas.count <= end
        }
        try SegmentTable.read(room: room, owner: owner, from: from, to: min(to, filed), db) { segment in
            try read(segment, to: min(to, filed))
        }
        guard left > 0 else { return deltas }
        if from <= filed { try expect(from + deltas.count - 1, min(to, filed)) }
        for segment in unfiled where left > 0 && segment.last >= from + deltas.count && from + deltas.count <= to {
            _ = try read(segment, to: to)
        }
        if left > 0 { try expect(from + deltas.count - 1, to) }
        return deltas
    }

    /// Returns the newest deltas of `from...to`, in order. Stops before a delta once the newer ones
    /// have reached `bytes`.
    func newest(from: Int, to: Int, bytes: Int) throws -> [AcceptedDelta] {
        let (from, to) = (max(1, from), min(to, head))
        var deltas: [AcceptedDelta] = []
        var left = bytes
        var next = to
        func read(_ segment: Segment) throws -> Bool {
            guard segment.last >= next else { throw Rows.Unreadable(what: "revision \(next)") }
            for delta in try segment.deltas(from: max(from, segment.first), to: next).reversed() {
                guard left > 0 else { return false }
                deltas.append(delta)
                left -= delta.size
                next -= 1
            }
            return left > 0 && next >= from
        }
        for segment in unfiled.reversed() where segment.first <= next && next > filed && next >= from && left > 0 {
            _ = try read(segment)
        }
        guard left > 0, next >= from else { return deltas.reversed() }
        try SegmentTable.read(room: room, owner: owner, from: from, to: next, newestFirst: true, db, take: read)
        if left > 0 { try expect(next, from - 1) }
        return deltas.reversed()
    }

    private func expect(_ found: Int, _ expected: Int) throws {
        guard found == expected else { throw Rows.Unreadable(what: "ledger (revision \(expected) is missing)") }
    }
}
