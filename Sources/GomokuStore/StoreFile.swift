import Foundation
import GRDB
import GameState

/// The SQLite file of a store: opening it with an error for each kind of failure, and migrating it
/// to the newest format.
enum StoreFile {
    /// The size to which SQLite truncates a write-ahead log that has outgrown it, in bytes. A slow
    /// reader, such as a backup, makes the log grow.
    private static let logBytesKept = 64 << 20

    /// The writer's page cache, which holds the pages that a move of deltas into segments touches.
    private static let cacheKilobytes = 16_384

    static func path(in directory: String) -> String { "\(directory)/gomoku.sqlite" }

    /// Returns the path of the store file in a directory, or `place` itself if it is a file.
    static func existing(at place: String) throws(StoreOpenError) -> String {
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory) else {
            throw .missing(path: place)
        }
        let path = isDirectory.boolValue ? Self.path(in: place) : place
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        return path
    }

    /// Opens the file for writing. Creates it if it is missing, and migrates it to the newest
    /// format.
    static func open(_ path: String, durability: StoreDurability, now: Int) throws(StoreOpenError) -> DatabasePool {
        do {
            try inspect(path)
            try backUpBeforeUpgrade(path, now: now)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                // Debian's SQLite deletes securely by default. It would overwrite freed pages of
                // the table `journal` with zeros, although they are soon reused.
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST")
                try Schema.migrate(db)
                try setDurability(durability, db)
                try db.execute(
                    sql: """
                        PRAGMA journal_size_limit = \(logBytesKept);
                        PRAGMA wal_autocheckpoint = 0;
                        PRAGMA cache_size = -\(cacheKilobytes)
                        """)
            }
            return pool
        } catch {
            throw failure(error, path)
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        // The store always writes related rows together, and a check would slow down each append.
        configuration.foreignKeysEnabled = false
        return configuration
    }

    /// Sets how durable a commit is. Call this after the file is in WAL mode, because GRDB sets
    /// `synchronous` to NORMAL together with that mode. NORMAL in WAL mode flushes nothing at a
    /// commit.
    ///
    /// `os` is NORMAL rather than OFF. Commits cost the same, and the occasional flush keeps the
    /// file intact after a power cut.
    private static func setDurability(_ durability: StoreDurability, _ db: Database) throws {
        let level = durability == .full ? 2 : 1
        try db.execute(sql: "PRAGMA synchronous = \(level)")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
            throw DatabaseError(message: "synchronous cannot be set")
        }
    }

    /// Throws if the file cannot be written, is damaged, belongs to another program, or has too new
    /// a format. Changes nothing.
    ///
    /// - Parameter more: further reads, called for a file of the newest format.
    static func inspect(
        _ path: String, with configuration: Configuration = StoreFile.configuration,
        _ more: (Database) throws -> Void = { _ in }
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard FileManager.default.isWritableFile(atPath: path) else { throw StoreOpenError.readOnly(path: path) }
        // SQLite would take an empty file for a new database.
        if FileSystem.identity(path)?.isEmpty == true, StoreContinuity.hasMark(FileSystem.directory(of: path)) {
            throw StoreOpenError.damaged(path: path, why: "it is empty, although a server has used it")
        }
        try FileHeader(path: path).check()
        try DatabaseQueue(path: path, configuration: configuration).inDatabase { db in
            try examine(db, path)
            guard try Schema.version(db) == Schema.newest else { return }
            if let table = try Schema.missingTable(db) {
                throw StoreOpenError.damaged(path: path, why: "its table \(table) is missing")
            }
            try more(db)
        }
    }

    /// Throws if the database belongs to another program or has too new a format.
    static func examine(_ db: Database, _ path: String) throws {
        if try Schema.isForeign(db) { throw StoreOpenError.foreign(path: path) }
        let version = try Schema.version(db)
        guard version <= Schema.newest else {
            throw StoreOpenError.newer(path: path, version: version, known: Schema.newest)
        }
    }

    /// Copies a file that is about to be migrated.
    private static func backUpBeforeUpgrade(_ path: String, now: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let version = try DatabaseQueue(path: path, configuration: configuration).inDatabase { db in
            try Schema.version(db)
        }
        guard version > 0, version < Schema.newest else { return }
        try Backup.copy(path, to: "\(path).backup-v\(version)-\(now)")
    }
}
