import GRDB
import GameState
import Storage

/// What those who have changed their names were called: so that nobody else is called so, and links to them lead on.
///
/// Kept as `meta` rows: the name's key, and once more by participant, since a name is changed once.
enum FormerNames {
    private static func byName(_ key: NameKey) -> String { "former:\(key.text)" }
    private static func byOwner(_ participant: ParticipantID) -> String { "renamed:\(participant.text)" }

    static func owner(of key: NameKey, _ db: Database) throws -> ParticipantID? {
        try String.fetchOne(try value(db), arguments: [byName(key)]).map { ParticipantID($0) }
    }

    static func has(_ participant: ParticipantID, _ db: Database) throws -> Bool {
        try String.fetchOne(try value(db), arguments: [byOwner(participant)]) != nil
    }

    static func key(of participant: ParticipantID, _ db: Database) throws -> NameKey? {
        try String.fetchOne(try value(db), arguments: [byOwner(participant)]).map { NameKey(stored: $0) }
    }

    static func add(_ key: NameKey, of participant: ParticipantID, _ db: Database) throws {
        for (row, value) in [(byName(key), participant.text), (byOwner(participant), key.text)] {
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
                .execute(arguments: [row, value])
        }
    }

    static func remove(_ participant: ParticipantID, _ db: Database) throws {
        guard let key = try String.fetchOne(try value(db), arguments: [byOwner(participant)]) else { return }
        for row in ["former:\(key)", byOwner(participant)] {
            try db.cachedStatement(sql: "DELETE FROM meta WHERE key = ?").execute(arguments: [row])
        }
    }

    /// Their keys.
    static func all(_ db: Database) throws -> FastDatabaseValueCursor<String> {
        // From one prefix to the next: an index is read, and nothing else of the table.
        try String.fetchCursor(db, sql: "SELECT substr(key, 8) FROM meta WHERE key >= 'former:' AND key < 'former;'")
    }

    private static func value(_ db: Database) throws -> Statement {
        try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?")
    }
}
