import GRDB
import GameState
import Storage

/// A check that replays one room.
struct RoomCheck {
    let db: Database
    let id: Int64
    let row: Row
    let journal: JournalCheck
    let limits: Limits

    private var name: String { row["name"] }

    mutating func run(_ check: inout StoreFindings) throws {
        let header: RoomHeader
        do {
            header = try Rows.header(row)
        } catch {
            return check.note(room: name, "\(error)")
        }
        try part("", head: row["rev"], header, &check)
        let stored = try Row.fetchAll(db, sql: "SELECT owner, rev FROM own WHERE room = ?", arguments: [id])
        var owners: [String: Int] = [:]
        for owner in journal.owners(of: id) where !owner.isEmpty { owners[owner] = 0 }
        for owner in stored { owners[owner["owner"]] = owner["rev"] }
        for (owner, head) in owners.sorted(by: { $0.key < $1.key }) {
            try part(owner, head: head, header, &check)
        }
        let listed = Set(owners.keys).union([""])
        for table in ["segment", "snapshot"] {
            let stored = try String.fetchAll(
                db, sql: "SELECT DISTINCT owner FROM \(table) WHERE room = ?", arguments: [id])
            for owner in stored where !listed.contains(owner) {
                check.note(room: name, owner: owner, "a \(table) has an owner that is not listed")
            }
        }
    }

    /// Checks one ledger: that no revision is missing or unreadable, that the referee accepts each
    /// delta, and that the snapshot follows from the deltas.
    private func part(_ owner: String, head: Int, _ header: RoomHeader, _ check: inout StoreFindings) throws {
        let shown = owner.isEmpty ? nil : owner
        var replay = LedgerReplay(header, owner: shown, snapshot: try snapshot(owner, &check), limits)
        let items = journal.items(room: id, owner: owner)
        guard try filed(owner, items, &replay, &check) else { return }
        if replay.rev != head {
            check.note(room: name, owner: shown, "its newest revision is recorded as \(head), but is \(replay.rev)")
        }
        let filed = replay.rev
        for item in items where item.rev > filed {
            let delta: AcceptedDelta
            do { delta = try DeltaText.delta(item.text) } catch {
                return check.note(room: name, owner: shown, rev: item.rev, "\(error)")
            }
            guard replay.apply(delta, &check) else { return }
        }
        try records(&replay, &check)
        replay.finish(&check)
        // The room's row describes the state as of the newest delta in segments, so it can be
        // compared only if there is no newer delta.
        guard owner.isEmpty, replay.rev == filed else { return }
        if replay.facts.isListed != row["listed"] {
            check.note(room: name, "the record of whether it is listed is wrong")
        }
        if header.kind == .gomoku, replay.facts.isFinished != row["finished"] {
            check.note(room: name, "the record of whether its game is over is wrong")
        }
    }

    /// Compares the records of the games that the replay has seen end. Games that were too short
    /// have no record.
    private func records(_ replay: inout LedgerReplay, _ check: inout StoreFindings) throws {
        for ended in replay.takeEndedGames() {
            // `PeopleCheck` reports records that cannot be read.
            guard let record = try? GameTable.find(ended.id, db) else { continue }
            replay.compare(record.game, with: ended, &check)
        }
    }

    /// Replays the deltas in segments. Returns false if the ledger cannot be replayed further.
    private func filed(
        _ owner: String, _ items: [JournalCheck.Item], _ replay: inout LedgerReplay, _ check: inout StoreFindings
    ) throws -> Bool {
        let shown = owner.isEmpty ? nil : owner
        // Deltas that are being moved may be in the journal as well. Both copies must be equal.
        let doubles = Dictionary(items.map { ($0.rev, $0.text) }) { first, _ in first }
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM segment WHERE room = ? AND owner = ? ORDER BY first", arguments: [id, owner])
        while let row = try rows.next() {
            let segment: Segment
            let deltas: [AcceptedDelta]
            do {
                segment = try SegmentTable.segment(row).segment
                deltas = try segment.deltas(from: segment.first, to: segment.last)
                if deltas.count != segment.count { throw Rows.Unreadable(what: "number of deltas") }
            } catch {
                check.note(room: name, owner: shown, rev: replay.rev + 1, "\(error)")
                return false
            }
            for (delta, id) in zip(deltas, segment.ids) {
                guard replay.apply(delta, &check) else { return false }
                if journal.fingerprint.of(delta.id, by: delta.by) != id {
                    check.note(room: name, owner: shown, rev: delta.rev, "its ID differs from the recorded one")
                }
                if let double = doubles[delta.rev], (try? DeltaText.delta(double)) != delta {
                    check.note(room: name, owner: shown, rev: delta.rev, "the journal has a different delta")
                }
            }
            try records(&replay, &check)
        }
        return true
    }

    private func snapshot(_ owner: String, _ check: inout StoreFindings) throws -> SharedState.Snapshot? {
        do { return try SnapshotTable.find(room: id, owner: owner, db) } catch let error as Rows.Unreadable {
            check.note(room: name, owner: owner.isEmpty ? nil : owner, "\(error)")
            return nil
        }
    }
}
