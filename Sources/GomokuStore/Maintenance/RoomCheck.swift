import GRDB
import GameState

/// Replays one room.
struct RoomCheck {
    let db: Database
    let id: Int64
    let row: Row
    let limits: Limits

    private var name: String { row["name"] }

    init(db: Database, id: Int64, row: Row, limits: Limits) {
        self.db = db
        self.id = id
        self.row = row
        self.limits = limits
    }

    mutating func run(_ check: inout Check) throws {
        let header: RoomHeader
        do {
            header = try Rows.header(row)
        } catch {
            return check.note(room: name, "\(error)")
        }
        try part("", head: row["rev"], isGame: header.kind == .gomoku, &check)
        let owners = try Row.fetchAll(db, sql: "SELECT owner, rev FROM own WHERE room = ?", arguments: [id])
        for owner in owners { try part(owner["owner"], head: owner["rev"], isGame: false, &check) }

        let listed = Set(owners.map { $0["owner"] as String }).union([""])
        for table in ["delta", "snapshot"] {
            let stored = try String.fetchAll(
                db, sql: "SELECT DISTINCT owner FROM \(table) WHERE room = ?", arguments: [id])
            for owner in stored where !listed.contains(owner) {
                check.note(room: name, owner: owner, "a \(table) of nobody listed")
            }
        }
    }

    /// One ledger: no gap, nothing unreadable, each delta what the referee makes of it, and the snapshot what the
    /// deltas make.
    private func part(_ owner: String, head: Int, isGame: Bool, _ check: inout Check) throws {
        let shown = owner.isEmpty ? nil : owner
        var state = SharedState(tombstoneLimit: owner.isEmpty ? limits.tombstonesPerRoom : limits.privateKeys)
        var audit = Audit()
        var isFinished = false
        let snapshot = try self.snapshot(owner, &check)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT rev, by, at, id, changes FROM delta WHERE room = ? AND owner = ? ORDER BY rev",
            arguments: [id, owner])
        while let row = try rows.next() {
            check.countDelta()
            let rev: Int = row["rev"]
            guard rev == state.rev + 1 else {
                return check.note(
                    room: name, owner: shown, rev: rev, "it follows revision \(state.rev); what lies between is missing"
                )
            }
            let delta: AcceptedDelta
            do { delta = try Rows.accepted(row) } catch {
                return check.note(room: name, owner: shown, rev: rev, "\(error)")
            }
            state.apply(delta.delta, rev: rev)
            if isGame {
                if let fault = audit.next(delta, state: state) { check.note(room: name, rev: rev, "\(fault)") }
                if let result = delta.delta[.result] { isFinished = result != nil }
            }
            if !owner.isEmpty, delta.by.text != owner {
                check.note(room: name, owner: shown, rev: rev, "it is by \(delta.by)")
            }
            if let snapshot, snapshot.rev == rev, !Self.agree(snapshot, state) {
                check.note(room: name, owner: shown, rev: rev, "the snapshot is not what the deltas make")
            }
        }
        if state.rev != head {
            check.note(room: name, owner: shown, "its newest revision is noted as \(head), and is \(state.rev)")
        }
        if let snapshot, snapshot.rev > state.rev {
            check.note(room: name, owner: shown, "the snapshot is of revision \(snapshot.rev), after the newest")
        }
        guard isGame else { return }
        if let fault = audit.last(state) { check.note(room: name, "\(fault)") }
        if isFinished != self.row["finished"] { check.note(room: name, "whether its game is over is noted wrongly") }
    }

    private func snapshot(_ owner: String, _ check: inout Check) throws -> SharedState.Archive? {
        let row = try Row.fetchOne(
            db, sql: "SELECT rev, state FROM snapshot WHERE room = ? AND owner = ?", arguments: [id, owner])
        guard let row else { return nil }
        do { return try Rows.archive(row["state"], rev: row["rev"]) } catch {
            check.note(room: name, owner: owner.isEmpty ? nil : owner, rev: row["rev"], "\(error)")
            return nil
        }
    }

    /// Deleted keys are left out: how many of them are remembered is a matter of limits.
    private static func agree(_ archive: SharedState.Archive, _ state: SharedState) -> Bool {
        func alive(_ archive: SharedState.Archive) -> [String: [JSON]] {
            var keys: [String: [JSON]] = [:]
            for case (let key, let value?, let rev) in archive.entries { keys[key] = [value, JSON(rev)] }
            return keys
        }
        return alive(archive) == alive(state.archive)
    }
}
