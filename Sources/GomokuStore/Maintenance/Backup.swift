import Foundation
import GRDB

/// A complete, consistent copy of a store in one file. A server may write to the store meanwhile.
public enum Backup {
    /// Copies the store of `directory` to `file`, and verifies the copy.
    ///
    /// The server can keep running, in this process or another. The copy is the store as it was at
    /// one moment. Throws if `file` exists.
    ///
    /// - Parameter names: files of the directory to include if they exist.
    public static func make(
        ofStoreIn directory: String, with names: [String] = [], to file: String
    ) throws(StoreOpenError) {
        FileSystem.makeNewFilesPrivate()
        let path = StoreFile.path(in: directory)
        guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
        guard !FileManager.default.fileExists(atPath: file) else { throw .exists(path: file) }
        do {
            try copy(path, to: file) { try Attachments.add(names, of: directory, to: $0) }
        } catch { throw StoreFile.failure(error, file) }
    }

    /// Copies a store file to a new path. Either the complete copy is on the disk afterwards, or
    /// nothing is.
    static func copy(_ path: String, to file: String, finish: (String) throws -> Void = { _ in }) throws {
        let partial = "\(file).partial"
        FileSystem.remove(partial)
        do {
            let source = try DatabaseQueue(path: path, configuration: readOnly)
            try source.inDatabase { db in
                try StoreFile.examine(db, path)
                try db.execute(sql: "VACUUM INTO ?", arguments: [partial])
            }
            try StoreContinuity.markCopy(partial)
            try finish(partial)
            try verify(partial)
            try FileSystem.sync(partial)
            try FileSystem.rename(partial, to: file)
        } catch {
            FileSystem.remove(partial)
            throw error
        }
    }

    /// Throws unless the file is a sound, complete store.
    static func verify(_ path: String) throws {
        try FileHeader(path: path).check()
        try DatabaseQueue(path: path, configuration: readOnly).inDatabase { db in
            try StoreFile.examine(db, path)
            guard try Schema.version(db) > 0 else { throw StoreOpenError.foreign(path: path) }
            let faults = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            if let fault = faults.first, fault != "ok" { throw StoreOpenError.damaged(path: path, why: fault) }
            // The store has no triggers. A foreign one would run with each write of the server.
            if let trigger = try String.fetchOne(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'") {
                throw StoreOpenError.damaged(path: path, why: "it contains the trigger \(trigger)")
            }
        }
    }

    static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return configuration
    }
}
