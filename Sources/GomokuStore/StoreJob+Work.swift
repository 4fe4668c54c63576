import GRDB
import GameState
import Storage

extension StoreJob {
    /// Carries out the job inside the writer's transaction. Throws if the whole transaction has
    /// failed. A failure of this job alone is returned as its outcome.
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
            case .storeOrder(let people, let room, let epoch):
                if let row = try log.row(of: room, epoch: epoch, db) {
                    try MetaTable.writeOrder(people, of: row.id, epoch: row.epoch, db)
                }
                return .saved(nil)
            case .change(let verb):
                var refusal: PeopleRefusal?
                // Use a savepoint, so that an error in one statement also undoes the verb's other
                // statements.
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
            case .checkFiles: return .alive(nil)
            case .close: return .closed
            }
        } catch let error as Rows.Unreadable {
            if case .append(let append) = self { log.refuse(append) }
            return failed(StoreFile.sentence(error))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && db.isInsideTransaction {
            // SQLite has undone only this statement. The rest of the transaction stands.
            return failed(StoreFile.sentence(error))
        }
    }
}
