import Foundation
import GRDB

/// A check of whether a server could open the store of a directory.
public enum StoreProbe {
    /// Throws the error with which a server would fail if it opened the store of `directory` now.
    ///
    /// Changes nothing and creates no file. Reads the same as a start: the file's header, format
    /// and tables, the journal and the claimed names. ``Check`` also reads the rooms.
    public static func check(directory: String) throws(StoreOpenError) {
        guard FileManager.default.fileExists(atPath: directory) else { return try checkPlace(of: directory) }
        try FileSystem.checkLock(directory)
        let path = StoreFile.path(in: directory)
        do {
            try StoreFile.inspect(path, with: Backup.readOnly) { db in
                _ = try MetaTable.generation(db)
                _ = try Journal(db)
                _ = try ClaimedNames(db)
            }
        } catch {
            throw StoreFile.failure(error, path)
        }
    }

    /// Throws unless a missing directory can be created, that is unless its nearest existing
    /// ancestor is a writable directory.
    private static func checkPlace(of directory: String) throws(StoreOpenError) {
        let files = FileManager.default
        var above = FileSystem.directory(of: directory)
        while !files.fileExists(atPath: above), above != "/", above != "." { above = FileSystem.directory(of: above) }
        var isDirectory: ObjCBool = false
        guard unsafe files.fileExists(atPath: above, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw .cannotMake(directory: directory, why: "\(above) is not a directory")
        }
        guard files.isWritableFile(atPath: above) else {
            throw .cannotMake(directory: directory, why: "this user may not write to \(above)")
        }
    }
}
