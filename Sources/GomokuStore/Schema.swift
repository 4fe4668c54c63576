import GRDB

/// The database's format, and the migrations between its versions.
///
/// A released migration never changes. A file of any version goes through all later migrations in
/// one transaction.
enum Schema {
    /// The application ID "GOMK", which distinguishes the store's files from other programs'
    /// databases.
    static let applicationID = 0x474F_4D4B

    /// The migrations, each from version N to N + 1 by its index N.
    private static let steps: [String] = [
        """
        CREATE TABLE room (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            epoch TEXT NOT NULL,
            host TEXT NOT NULL,
            created INTEGER NOT NULL,
            rev INTEGER NOT NULL,
            changed INTEGER NOT NULL
        );
        -- One row per delta. The other tables can be computed from it. owner is the participant whose
        -- private state it changes, or '' for the shared state.
        CREATE TABLE delta (
            room INTEGER NOT NULL REFERENCES room (id),
            owner TEXT NOT NULL,
            rev INTEGER NOT NULL,
            by TEXT NOT NULL,
            at INTEGER NOT NULL,
            id TEXT,
            changes TEXT NOT NULL,
            PRIMARY KEY (room, owner, rev)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX delta_id ON delta (room, owner, by, id) WHERE id IS NOT NULL;
        -- The rooms in which each participant has private state.
        CREATE TABLE own (
            room INTEGER NOT NULL REFERENCES room (id),
            owner TEXT NOT NULL,
            rev INTEGER NOT NULL,
            PRIMARY KEY (room, owner)
        ) WITHOUT ROWID;
        -- The state at one revision, so that a room with many deltas loads quickly.
        CREATE TABLE snapshot (
            room INTEGER NOT NULL REFERENCES room (id),
            owner TEXT NOT NULL,
            rev INTEGER NOT NULL,
            state TEXT NOT NULL,
            PRIMARY KEY (room, owner)
        ) WITHOUT ROWID;
        CREATE TABLE participant (
            id TEXT NOT NULL PRIMARY KEY,
            token BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            bot INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        // Lists of rooms are sorted by age. Participants who were never seen again can be deleted.
        """
        CREATE INDEX room_changed ON room (changed);
        ALTER TABLE participant ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        """,
        // Rooms whose game is over can be removed earlier than others. The newest delta with a
        // `result` decides whether it is over.
        """
        ALTER TABLE room ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
        UPDATE room SET finished = 1 WHERE kind = 'gomoku' AND 'text' = (
            SELECT json_type(changes, '$.result') FROM delta
            WHERE delta.room = room.id AND owner = '' AND json_type(changes, '$.result') IS NOT NULL
            ORDER BY rev DESC LIMIT 1);
        CREATE INDEX room_finished ON room (changed) WHERE finished = 1;
        CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        """,
        // Claimed names, several tokens per name, ratings, and finished games, which stay when
        // their rooms are removed.
        """
        -- key is equal for names that look the same. The other columns are the scrypt hash of the password.
        CREATE TABLE account (
            participant TEXT NOT NULL PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            since INTEGER NOT NULL,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            block INTEGER NOT NULL,
            parallel INTEGER NOT NULL
        ) WITHOUT ROWID;
        -- Further tokens of a participant. The oldest has the smallest id.
        CREATE TABLE token (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            participant TEXT NOT NULL
        );
        CREATE INDEX token_participant ON token (participant, id);
        CREATE TABLE rating (
            participant TEXT NOT NULL,
            rule TEXT NOT NULL,
            speed TEXT NOT NULL,
            rating REAL NOT NULL,
            deviation REAL NOT NULL,
            volatility REAL NOT NULL,
            games INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (participant, rule, speed)
        ) WITHOUT ROWID;
        -- Finished games in the order of their ends. Ratings were computed in the order of id.
        CREATE TABLE game (
            id INTEGER PRIMARY KEY,
            epoch TEXT NOT NULL,
            number INTEGER NOT NULL,
            room TEXT NOT NULL,
            rule TEXT NOT NULL,
            size INTEGER NOT NULL,
            opening TEXT NOT NULL,
            clock TEXT,
            takebacks INTEGER NOT NULL,
            rated INTEGER NOT NULL,
            x TEXT,
            o TEXT,
            xName TEXT,
            oName TEXT,
            xRating INTEGER,
            oRating INTEGER,
            xAfter INTEGER,
            oAfter INTEGER,
            result TEXT NOT NULL,
            reason TEXT NOT NULL,
            moves TEXT NOT NULL,
            ended INTEGER NOT NULL,
            UNIQUE (epoch, number)
        );
        CREATE INDEX game_x ON game (x, ended);
        CREATE INDEX game_o ON game (o, ended);
        """,
        // The newest chat messages of each room, numbered by `n`. Messages with `spectators` are
        // hidden from the players.
        """
        CREATE TABLE chat (
            room INTEGER NOT NULL REFERENCES room (id),
            n INTEGER NOT NULL,
            by TEXT NOT NULL,
            name TEXT NOT NULL,
            bot INTEGER NOT NULL,
            at INTEGER NOT NULL,
            id TEXT NOT NULL,
            text TEXT NOT NULL,
            spectators INTEGER NOT NULL,
            PRIMARY KEY (room, n)
        ) WITHOUT ROWID;
        """,
        // No list shows a room unless its newest value of `listed` is "yes". From this version on,
        // the name of a room with a secret contains "#" and the secret's SHA-256.
        """
        ALTER TABLE room ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
        UPDATE room SET listed = 1 WHERE 'yes' = (
            SELECT json_extract(changes, '$.listed') FROM delta
            WHERE delta.room = room.id AND owner = '' AND json_type(changes, '$.listed') IS NOT NULL
            ORDER BY rev DESC LIMIT 1);
        CREATE INDEX room_listed ON room (changed) WHERE listed = 1;
        """,
        // All tokens of a name's owner become sessions, which can be listed and ended. This
        // includes the first token, which was in the owner's row of `participant`.
        """
        ALTER TABLE token ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE token ADD COLUMN device TEXT;
        INSERT INTO token (hash, participant, since, seen)
            SELECT token, id, since, seen FROM participant JOIN account ON account.participant = participant.id;
        UPDATE token SET (since, seen) = (SELECT since, seen FROM participant
            JOIN account ON account.participant = participant.id WHERE participant.id = token.participant)
            WHERE participant IN (SELECT participant FROM account);
        UPDATE participant SET token = randomblob(32) WHERE id IN (SELECT participant FROM account);
        """,
        // A commit appends one row to the journal. Later, the deltas of each ledger move into
        // segments of many deltas. The columns `rev`, `changed`, `finished` and `listed` of a room,
        // and `rev` of `own`, reflect only deltas that are in segments. `JournalMigration` does the
        // rest.
        """
        -- body has the deltas of one commit: [room,"owner",rev,"by",at,"id",{changes}],…
        CREATE TABLE journal (seq INTEGER PRIMARY KEY, crc INTEGER NOT NULL, body TEXT NOT NULL);
        -- body has deltas: [rev,"by",at,"id",{changes}],…  ids has a fingerprint of each id
        CREATE TABLE segment (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES room (id),
            owner TEXT NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            ids BLOB NOT NULL,
            crc INTEGER NOT NULL,
            body TEXT NOT NULL
        );
        CREATE UNIQUE INDEX segment_room ON segment (room, owner, first);
        ALTER TABLE snapshot ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
        """,
        // Reserved names of deleted accounts, and whether the room of a finished game was listed.
        // The names of unlisted rooms are not shown.
        """
        CREATE TABLE reserved (key TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
        ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
        UPDATE game SET listed = 1 WHERE room IN (SELECT name FROM room WHERE listed = 1);
        """,
        // The times of a game's moves, such as `3512/296488 900/299100`; NULL if none is known.
        """
        ALTER TABLE game ADD COLUMN times TEXT;
        """,
    ]

    /// The version that this program writes.
    static var newest: Int { steps.count }

    static func version(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Whether the database belongs to another program. An empty database does not.
    static func isForeign(_ db: Database) throws -> Bool {
        let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard id != applicationID else { return false }
        return try id != 0 || Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0
    }

    /// Runs all migrations from the file's version to `version`, in one transaction.
    static func migrate(_ db: Database, to version: Int = newest) throws {
        let found = try self.version(db)
        guard found < version else { return }
        try db.inTransaction(.immediate) {
            for step in found..<version {
                try db.execute(sql: steps[step])
                if step + 1 == JournalMigration.version { try JournalMigration.run(db) }
            }
            // Version 7 changed how keys are computed from names.
            if (4..<7).contains(found), version >= 7 { try PersonTables.renewKeys(db) }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// Returns the name of the first missing table; nil if all tables exist.
    static func missingTable(_ db: Database) throws -> String? {
        let found = Set(try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
        return [
            "room", "journal", "segment", "own", "snapshot", "participant", "meta", "account", "token", "rating",
            "game", "chat", "reserved",
        ]
        .first { !found.contains($0) }
    }
}
