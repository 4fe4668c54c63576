import Foundation
import GRDB
import GameState

/// The one file of a directory of rooms: opened with all that can go wrong told apart, and taken to the newest format.
enum StoreFile {
    static func path(in directory: String) -> String { "\(directory)/gomoku.sqlite" }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        configuration.foreignKeysEnabled = false  // rows are only written together, and a check costs on every delta
        return configuration
    }

    /// Opens the file for writing, made or taken to the newest format as needed.
    static func open(_ path: String, durability: StoreDurability, now: Int) throws(StoreOpenError) -> DatabasePool {
        do {
            if FileManager.default.fileExists(atPath: path), !FileManager.default.isWritableFile(atPath: path) {
                throw StoreOpenError.readOnly(path: path)
            }
            try inspect(path, now: now)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                // After opening: GRDB itself sets NORMAL on a pool's writer, which does not sync the log at a commit.
                try db.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "OFF")")
                try Schema.migrate(db)
            }
            return pool
        } catch {
            throw failure(error, path)
        }
    }

    /// Refuses what is not ours or too new, and puts a backup beside a file that is about to be upgraded.
    private static func inspect(_ path: String, now: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            if try Schema.isForeign(db) { throw StoreOpenError.foreign(path: path) }
            let version = try Schema.version(db)
            guard version <= Schema.newest else {
                throw StoreOpenError.newer(path: path, version: version, known: Schema.newest)
            }
            guard version > 0, version < Schema.newest else { return }
            let backup = "\(path).backup-v\(version)-\(now)"
            try db.execute(sql: "VACUUM INTO ?", arguments: [backup])
        }
    }

    /// SQLite's words as facts.
    static func failure(_ error: any Error, _ path: String) -> StoreOpenError {
        if let failure = error as? StoreOpenError { return failure }
        guard let error = error as? DatabaseError else { return .other(path: path, why: "\(error)") }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return .damaged(path: path, why: error.message ?? "\(error.resultCode)")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return .readOnly(path: path)
        case .SQLITE_FULL: return .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .inUse(directory: (path as NSString).deletingLastPathComponent)
        default: return .other(path: path, why: error.message ?? "\(error.resultCode)")
        }
    }

    /// Why something could not be written, as clients and operators are told.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "This cannot be stored just now (\(error)). Try again later." }
        switch error.resultCode {
        case .SQLITE_FULL: return "The server's disk is full, so nothing can be stored. Try again later."
        case .SQLITE_READONLY, .SQLITE_PERM: return "The server may not write to its disk, so nothing can be stored. Try again later."
        case .SQLITE_IOERR: return "The server's disk does not work, so nothing can be stored. Try again later."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return "The server's file is damaged, so nothing can be stored. Tell the operator."
        default: return "This cannot be stored just now (\(error.message ?? "\(error.resultCode)")). Try again later."
        }
    }
}
