import Foundation
import GRDB

/// The replacement of a store by a backup.
public enum Restore {
    /// Makes the backup `file` the store of `directory`, whose server must have stopped.
    ///
    /// The backup is verified before anything changes. An existing store is kept under another
    /// name, which is returned. Without `force`, an existing store makes this throw. If the backup
    /// includes files called `names`, they are restored in the same way. All new files belong to
    /// the owner of `directory`.
    @discardableResult
    public static func put(
        _ file: String, with names: [String] = [], inPlaceOfStoreIn directory: String, force: Bool, now: Int
    ) throws(StoreOpenError) -> String? {
        FileSystem.makeNewFilesPrivate()
        guard FileManager.default.fileExists(atPath: file) else { throw .missing(path: file) }
        do { try Backup.verify(file) } catch { throw noBackup(StoreFile.failure(error, file)) }
        try DurableStore.make(directory)
        let lock = try DirectoryLock(directory)
        defer { withExtendedLifetime(lock) {} }

        try FileSystem.giveToOwner(of: directory, [DirectoryLock.path(in: directory)])

        let path = StoreFile.path(in: directory)
        let isThere = FileManager.default.fileExists(atPath: path)
        guard force || !isThere else { throw .needsForce(path: path) }
        let incoming = "\(path).restoring"
        FileSystem.remove(incoming)
        let attached: [String: Data]?
        do {
            try Backup.copy(file, to: incoming)
            attached = try Attachments.take(names, outOf: incoming)
        } catch { throw StoreFile.failure(error, incoming) }
        try FileSystem.giveToOwner(of: directory, [incoming])

        let kept = "\(path).replaced-\(now)"
        if isThere { try setAside(path, as: kept) }
        if let attached { try Attachments.put(attached, names, in: directory, now: now) }
        try FileSystem.rename(incoming, to: path)
        return isThere ? kept : nil
    }

    /// Returns the error for a backup that cannot be restored, without the advice about a server's
    /// own store.
    private static func noBackup(_ failure: StoreOpenError) -> StoreOpenError {
        switch failure {
        case .damaged(let path, let why): .noBackup(path: path, why: why)
        case .foreign(let path): .noBackup(path: path, why: "it is a database of another program")
        default: failure
        }
    }

    /// Renames a store, together with its write-ahead log, which may have newer pages.
    private static func setAside(_ path: String, as kept: String) throws(StoreOpenError) {
        // Empty the log first, so that the two renames need not be atomic. Ignore a failure, as for
        // a damaged file, which no server can open anyway.
        if let queue = try? DatabaseQueue(path: path) {
            _ = try? queue.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
            try? queue.close()
        }
        if FileManager.default.fileExists(atPath: "\(path)-wal") {
            try FileSystem.rename("\(path)-wal", to: "\(kept)-wal")
        }
        FileSystem.remove("\(path)-shm")
        try FileSystem.rename(path, to: kept)
    }
}
