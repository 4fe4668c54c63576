import Foundation
import GRDB

/// Puts a backup in the place of a store.
public enum Restore {
    /// Makes `file`, a backup, the store of `directory`, whose server must have stopped.
    ///
    /// The backup is read through before anything is touched. A store that is there is kept beside it under another
    /// name, which is returned; without `force` it makes this throw. So are the files called `names`, where the backup
    /// has such. Everything that is made belongs to the owner of `directory`.
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

    /// What is wrong with a file that is to be restored: advice about a server's own store does not fit it.
    private static func noBackup(_ failure: StoreOpenError) -> StoreOpenError {
        switch failure {
        case .damaged(let path, let why): .noBackup(path: path, why: why)
        case .foreign(let path): .noBackup(path: path, why: "it is a database of another program")
        default: failure
        }
    }

    /// The log goes with its file: it may hold what the file does not.
    private static func setAside(_ path: String, as kept: String) throws(StoreOpenError) {
        // So that nothing depends on the two being renamed together; a damaged file cannot, and need not.
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
