import GRDB
import GameState
import Storage

/// The journal as read at a start. Deltas that are not yet in segments are loaded into memory.
struct Journal {
    let unfiled: PendingDeltas
    /// The number of the newest row; 0 if there is none.
    private(set) var seq: Int64 = 0
    /// The number of the oldest row; 1 if there is none.
    private(set) var oldest: Int64 = 1
    /// The leading rows whose deltas are all in segments, left by an interrupted move into
    /// segments.
    private(set) var done: ClosedRange<Int64>?

    /// A room with deltas in the journal.
    private final class Entry {
        let name: RoomName
        let kind: RoomKind
        private(set) var rev: Int
        private(set) var isFinished: Bool
        private(set) var isListed: Bool
        /// The newest revision of each ledger so far, by owner.
        private(set) var heads: [String: Int]
        /// The newest revision in segments of each ledger, by owner.
        let filed: [String: Int]

        init(name: RoomName, kind: RoomKind, isFinished: Bool, isListed: Bool, filed: [String: Int]) {
            self.name = name
            self.kind = kind
            self.isFinished = isFinished
            self.isListed = isListed
            self.filed = filed
            rev = filed["", default: 0]
            heads = filed
        }

        /// Updates the properties for the room's next delta.
        func apply(_ item: JournalItem, _ body: [UInt8]) throws {
            heads[item.owner] = item.rev
            guard item.owner.isEmpty else { return }
            rev = item.rev
            guard JournalItem.mayMark(body, item.changes) else { return }
            let delta = try Rows.delta(String(decoding: body[item.changes], as: UTF8.self))
            if kind == .gomoku, let result = delta[.result] { isFinished = result != nil }
            isListed = Append.lists(delta, in: name) ?? isListed
        }
    }

    /// Reads the whole journal. Throws if it is damaged.
    init(_ db: Database) throws {
        unfiled = PendingDeltas()
        let fingerprint = try Fingerprint(db)
        var entries: [Int64: Entry?] = [:]
        var isDone = true
        try JournalTable.read(db) { seq, body in
            if self.seq == 0 { oldest = seq }
            self.seq = seq
            var staged: [StagedDelta] = []
            var scanner = ItemScanner(body)
            while let range = try scanner.next() {
                let item = try JournalItem(range, of: body)
                if entries[item.room] == nil { entries[item.room] = .some(try Self.entry(item.room, db)) }
                // Nil if the room was removed. Its ID is never reused.
                guard case .some(.some(let entry)) = entries[item.room] else { continue }
                guard item.rev > entry.filed[item.owner] ?? 0 else { continue }
                guard item.rev == entry.heads[item.owner, default: 0] + 1 else {
                    throw Rows.Unreadable(what: "journal (a revision of \(entry.name) before \(item.rev) is missing)")
                }
                try entry.apply(item, body)
                staged.append(
                    StagedDelta(
                        room: item.room, name: entry.name, kind: entry.kind, owner: item.owner, rev: item.rev,
                        at: item.at, id: fingerprint.of(item.id, by: item.by), part: item.start..<range.upperBound,
                        roomRev: entry.rev, isFinished: entry.isFinished, isListed: entry.isListed))
            }
            unfiled.publish(staged, of: body)
            isDone = isDone && staged.isEmpty
            if isDone { done = oldest...seq }
        }
    }

    private static func entry(_ room: Int64, _ db: Database) throws -> Entry? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT name, kind, rev, finished, listed FROM room WHERE id = ?"),
                arguments: [room])
        else { return nil }
        guard let name = RoomName(key: try row.sound("name")), let kind = RoomKind(rawValue: try row.sound("kind"))
        else { throw Rows.Unreadable(what: "room") }
        var filed = ["": try row.sound("rev") as Int]
        let owners = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT owner, rev FROM own WHERE room = ?"), arguments: [room])
        for owner in owners { filed[try owner.sound("owner")] = try owner.sound("rev") as Int }
        return Entry(
            name: name, kind: kind, isFinished: try row.sound("finished"), isListed: try row.sound("listed"),
            filed: filed)
    }
}
