import GRDB
import GameState
import Storage

/// The move of deltas from the journal into segments, one slice per commit.
///
/// A crash between slices or a failed commit loses nothing. Deltas up to a ledger's stored revision
/// are in segments, and the others are still in the journal.
struct SegmentFiling {
    /// The number of commits without a slice after a commit with a slice has failed.
    static let pause = 64

    /// The part of the move that one commit carries out: segments to write, or rows of the journal
    /// to delete.
    struct Slice {
        fileprivate let units: Range<Int>
        fileprivate let rows: ClosedRange<Int64>?
    }

    private let options: JournalOptions
    private var units: [PendingDeltas.Unit] = []
    private var next = 0
    /// The rows of the journal that hold only the deltas of `units` and deltas that were moved
    /// before.
    private var rows: ClosedRange<Int64>?
    /// The number of the journal's oldest row.
    private var oldest: Int64
    private var held = 0

    /// Resumes with the rows that the start found to be in segments already.
    init(_ journal: Journal, _ options: JournalOptions) {
        self.options = options
        rows = journal.done
        oldest = journal.oldest
    }

    /// Whether a move is in progress.
    var isActive: Bool { rows != nil }

    /// Begins to move all pending deltas. `seq` is the number of the journal's newest row.
    mutating func begin(_ unfiled: PendingDeltas, through seq: Int64) {
        guard !isActive else { return }
        units = unfiled.beginFiling()
        next = 0
        if !units.isEmpty { rows = min(oldest, seq)...seq }
    }

    /// Returns the next slice; nil if there is none, or during a pause. A large commit gets a slice
    /// of its own size, so that commits cannot outrun the move.
    func slice(for bytesCommitted: Int = 0) -> Slice? {
        guard held == 0, let rows else { return nil }
        guard next < units.count else {
            let last = min(rows.upperBound, rows.lowerBound + options.rowsAtOnce - 1)
            return Slice(units: 0..<0, rows: rows.lowerBound...last)
        }
        let most = bytesCommitted > Segment.bytes ? bytesCommitted : options.sliceBytes
        var (end, bytes) = (next, 0)
        while end < units.count, end == next || bytes + units[end].segment.body.count <= most {
            bytes += units[end].segment.body.count
            end += 1
        }
        return Slice(units: next..<end, rows: nil)
    }

    /// Carries out a slice inside a transaction.
    func carryOut(_ slice: Slice, _ unfiled: PendingDeltas, _ db: Database) throws {
        if let rows = slice.rows { try JournalTable.remove(from: rows.lowerBound, to: rows.upperBound, db) }
        var index = slice.units.lowerBound
        while index < slice.units.upperBound {
            let room = units[index].room
            // Nil if a purge has moved all of the room's deltas meanwhile.
            let facts = unfiled.filing(room)
            var shared: Int?
            while index < slice.units.upperBound, units[index].room == room {
                let unit = units[index]
                index += 1
                guard facts != nil else { continue }
                try Self.file(unit, db)
                try SmallSegments.merge(after: unit, db)
                if unit.owner.isEmpty { shared = unit.segment.last }
            }
            if let facts { try Self.note(room, shared, facts.facts, db) }
        }
    }

    /// Moves all of a room's remaining deltas into segments at once, before a purge removes the
    /// room.
    static func carryOut(_ part: PendingDeltas.Part, _ db: Database) throws {
        for (owner, segments) in part.ledgers {
            for segment in segments { try file(PendingDeltas.Unit(room: part.id, owner: owner, segment: segment), db) }
        }
        try note(part.id, part.ledgers[""]?.last?.last, part.room.facts, db)
    }

    private static func file(_ unit: PendingDeltas.Unit, _ db: Database) throws {
        try SegmentTable.add(unit.segment, room: unit.room, owner: unit.owner, db)
        guard !unit.owner.isEmpty else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO own (room, owner, rev) VALUES (?, ?, ?)").execute(
            arguments: [unit.room, unit.owner, unit.segment.last])
    }

    private static func note(_ room: Int64, _ rev: Int?, _ facts: PendingDeltas.Facts, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE room SET rev = coalesce(?, rev), changed = ?, finished = ?, listed = ? WHERE id = ?"
        ).execute(arguments: [rev, facts.summary.changed, facts.isFinished, facts.isListed, room])
    }

    /// Advances after the commit with this slice.
    mutating func committed(_ slice: Slice, _ unfiled: PendingDeltas) {
        if let done = slice.rows, let all = rows {
            oldest = done.upperBound + 1
            rows = oldest <= all.upperBound ? oldest...all.upperBound : nil
        }
        guard !slice.units.isEmpty else { return }
        unfiled.filed(units[slice.units])
        // Release the moved deltas now, not only after the last unit.
        for index in slice.units { units[index].segment = Segment(first: units[index].segment.first) }
        next = slice.units.upperBound
        if next == units.count { (units, next) = ([], 0) }
    }

    /// Pauses the move after a commit with a slice has failed.
    mutating func hold() { held = Self.pause }

    /// Notes that a commit without a slice has succeeded.
    mutating func passed() { held = max(0, held - 1) }
}

/// The merging of small segments, which accumulate in a ledger that grows by a few deltas at a
/// time.
enum SmallSegments {
    /// The minimum number of small segments to merge.
    static let count = 16
    /// The number of deltas below which a segment is small. The segments are counted whenever a
    /// ledger has grown by this many.
    static let deltas = 64

    /// Merges a ledger's small segments if enough of them have accumulated. Call this after writing
    /// a segment.
    static func merge(after unit: PendingDeltas.Unit, _ db: Database) throws {
        let segment = unit.segment
        guard segment.count < deltas, (segment.first - 1) / deltas < segment.last / deltas else { return }
        let statement = try db.cachedStatement(
            sql: "SELECT first FROM segment WHERE room = ? AND owner = ? ORDER BY first DESC LIMIT 256")
        let firsts = try Int.fetchAll(statement, arguments: [unit.room, unit.owner])
        var oldest = segment.last + 1
        var found = 0
        for first in firsts {
            guard oldest - first < deltas else { break }
            oldest = first
            found += 1
        }
        guard found >= count else { return }
        try merge(room: unit.room, owner: unit.owner, from: oldest, to: segment.last, db)
    }

    private static func merge(room: Int64, owner: String, from: Int, to: Int, _ db: Database) throws {
        var parts: [Segment] = []
        var bytes = 0
        do {
            try SegmentTable.read(room: room, owner: owner, from: from, to: to, db) { segment in
                parts.append(segment)
                bytes += segment.body.count
                return bytes <= 2 * Segment.bytes
            }
        } catch is Rows.Unreadable {
            // Leave a damaged segment as it is, so that a check can find it.
            return
        }
        guard bytes <= 2 * Segment.bytes, let first = parts.first, first.first == from, parts.last?.last == to,
            zip(parts, parts.dropFirst()).allSatisfy({ $0.last + 1 == $1.first })
        else { return }
        let whole = Segment(
            first: from, body: Array(parts.map(\.body).joined(separator: [UInt8(ascii: ",")])),
            ids: parts.flatMap(\.ids))
        try db.cachedStatement(sql: "DELETE FROM segment WHERE room = ? AND owner = ? AND first >= ?").execute(
            arguments: [room, owner, from])
        try SegmentTable.add(whole, room: room, owner: owner, db)
    }
}
