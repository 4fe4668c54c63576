import GRDB
import GameState
import Storage

/// Carries out verbs about people inside the writer's transaction, and loads the records that they
/// read.
enum PeopleTables {
    /// Judges a verb and writes the changed records. Returns the refusal if the verb is refused.
    ///
    /// - Parameter now: the time of the visit to note for a new person.
    static func change(_ verb: PeopleVerb, now: Int = 0, _ db: Database) throws -> PeopleRefusal? {
        let writes: PeopleWrites
        do { writes = try verb.judge(load(verb.reads, db)) } catch let refusal as PeopleRefusal { return refusal }
        for person in writes.people { try PersonTables.replace(person.before, with: person.after, now: now, db) }
        for (name, until) in writes.reservations { try reserve(name, until: until, db) }
        if let game = writes.game { try GameTable.add(game, db) }
        return nil
    }

    static func load(_ reads: PeopleReads, _ db: Database) throws -> PeopleRecords {
        var records = PeopleRecords()
        var ids = reads.people
        for name in reads.names {
            if let owner = try PersonTables.owner(of: name, db) ?? PersonTables.formerOwner(of: name, db) {
                records.names[name] = .owned(by: owner)
                ids.append(owner)
            } else if let until = try reservation(of: name, db) {
                records.names[name] = .reserved(until: until)
            }
        }
        if let token = reads.token, let owner = try PeopleTable.find(tokenHash: token, db)?.id {
            records.owner = owner
            ids.append(owner)
        }
        for id in ids where records.people[id] == nil {
            records.people[id] = try PersonTables.find(id, db)
            if reads.counts { records.counts[id] = try GameTable.counts(of: id, db) }
        }
        if let game = reads.game {
            records.isRecorded = try GameTable.find(game.id, db) != nil
            if let (x, o, _) = game.rated {
                records.counted = try GameTable.counted(x, o, since: game.ended - RatingRule.milliseconds, db)
            }
        }
        return records
    }

    // MARK: the names of deleted accounts

    private static func reservation(of name: NameKey, _ db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT until FROM reserved WHERE key = ?"), arguments: [name.text])
    }

    /// Sets the end of a name's reservation, or removes the reservation if `until` is nil.
    static func reserve(_ name: NameKey, until: Int?, _ db: Database) throws {
        guard let until else {
            return try db.execute(sql: "DELETE FROM reserved WHERE key = ?", arguments: [name.text])
        }
        // Delete reservations that had expired when this one began.
        try db.execute(
            sql: "DELETE FROM reserved WHERE until <= ?", arguments: [until - PeopleLimits.reservedMilliseconds])
        try db.execute(
            sql: "INSERT OR REPLACE INTO reserved (key, until) VALUES (?, ?)", arguments: [name.text, until])
    }

    /// Calls `take` with each reserved name, ordered by key.
    static func reservations(_ db: Database, _ take: (NameKey, _ until: Int) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT key, until FROM reserved ORDER BY key")
        while let row = try rows.next() { try take(NameKey(stored: row.sound("key")), row.sound("until")) }
    }
}
