import Foundation
import GRDB
import GameState

/// The one file of a directory of rooms: opened with all that can go wrong told apart, and taken to the newest format.
enum StoreFile {
    /// Bytes that the write-ahead log keeps once they have been needed (by a long reader, such as a backup).
    private static let logBytesKept = 64 << 20

    /// The writer's page cache: the ends of what a filing touches.
    private static let cacheKilobytes = 16_384

    static func path(in directory: String) -> String { "\(directory)/gomoku.sqlite" }

    /// The file of a directory of rooms, or the file that is named.
    static func existing(at place: String) throws(StoreOpenError) -> String {
        var isDirectory: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: place, isDirectory: &isDirectory) else {
            throw .missing(path: place)
        }
        let path = isDirectory.boolValue ? Self.path(in: place) : place
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        return path
    }

    /// Opens the file for writing, made or taken to the newest format as needed.
    static func open(_ path: String, durability: StoreDurability, now: Int) throws(StoreOpenError) -> DatabasePool {
        do {
            try inspect(path)
            try backUpBeforeUpgrade(path, now: now)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                // Debian's SQLite would write zeros over each page of the journal that is used again soon.
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
        configuration.foreignKeysEnabled = false  // rows are only written together, and a check costs on every delta
        return configuration
    }

    /// How sure a commit is. To be called once the file is in WAL mode: GRDB sets `synchronous` to NORMAL, which in
    /// that mode is no fsync at a commit, together with the mode.
    ///
    /// `os` is NORMAL rather than OFF: commits cost the same, and what is synced now and then keeps the file whole
    /// after a power cut.
    private static func setDurability(_ durability: StoreDurability, _ db: Database) throws {
        let level = durability == .full ? 2 : 1
        try db.execute(sql: "PRAGMA synchronous = \(level)")
        guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
            throw DatabaseError(message: "synchronous cannot be set")
        }
    }

    /// Refuses what cannot be written, is damaged, not ours or too new, without changing anything.
    ///
    /// - Parameter more: what else is read of a file of the newest format.
    static func inspect(
        _ path: String, with configuration: Configuration = StoreFile.configuration,
        _ more: (Database) throws -> Void = { _ in }
    ) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard FileManager.default.isWritableFile(atPath: path) else { throw StoreOpenError.readOnly(path: path) }
        // SQLite takes an empty file for a new database.
        if FileSystem.identity(path)?.isEmpty == true, StoreContinuity.hasMark(FileSystem.directory(of: path)) {
            throw StoreOpenError.damaged(path: path, why: "it is empty, though a server has used it")
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

    /// Refuses what is not ours or too new.
    static func examine(_ db: Database, _ path: String) throws {
        if try Schema.isForeign(db) { throw StoreOpenError.foreign(path: path) }
        let version = try Schema.version(db)
        guard version <= Schema.newest else {
            throw StoreOpenError.newer(path: path, version: version, known: Schema.newest)
        }
    }

    /// Puts a copy beside a file that is about to be upgraded.
    private static func backUpBeforeUpgrade(_ path: String, now: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let version = try DatabaseQueue(path: path, configuration: configuration).inDatabase { db in
            try Schema.version(db)
        }
        guard version > 0, version < Schema.newest else { return }
        try Backup.copy(path, to: "\(path).backup-v\(version)-\(now)")
    }
}
