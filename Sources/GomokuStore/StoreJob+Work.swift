import GRDB
import GameState
import Storage

extension StoreJob {
    /// Throws when the transaction is lost; what concerns one job alone is its outcome.
    func carryOut(_ log: inout RoomLog, _ now: () -> Int, _ db: Database) throws -> StoreOutcome {
        do {
            switch self {
            case .append(let append): return .appended(try log.append(append, db))
            case .save(let participant):
                try PeopleTable.save(participant, seen: now(), db)
                return .saved(nil)
            case .say(let line, let room, let epoch, let limit):
                if let row = try log.row(of: room, epoch: epoch, db) {
                    try ChatTable.add(line, of: row.id, limit: limit, db)
                }
                return .saved(nil)
            case .keepOrder(let people, let room, let epoch):
                if let row = try log.row(of: room, epoch: epoch, db) {
                    try MetaTable.keepOrder(people, of: row.id, epoch: row.epoch, db)
                }
                return .saved(nil)
            case .change(let verb):
                var refusal: PeopleRefusal?
                // An error of one statement undoes the others of the verb.
                try db.inSavepoint {
                    refusal = try PeopleTables.change(verb, now: now(), db)
                    return .commit
                }
                return .changed(refusal)
            case .purge(let retention, let kept, let limit):
                return .purged(.success(try log.purge(retention, keeping: kept, limit: limit, db)))
            case .heartbeat:
                try MetaTable.set(MetaTable.alive, now(), db)
                return .alive(nil)
            case .look: return .alive(nil)
            case .close: return .closed
            }
        } catch let error as Rows.Unreadable {
            if case .append(let append) = self { log.refuse(append) }
            return failed(StoreFile.sentence(error))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && db.isInsideTransaction {
            // SQLite has undone that one statement; the others are none of its business.
            return failed(StoreFile.sentence(error))
        }
    }
}
