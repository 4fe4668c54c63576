/// The reason that a store cannot be opened, copied or replaced. Nothing has been changed.
public enum StoreOpenError: Error, Equatable, Sendable {
    /// Another process uses the store.
    case inUse(directory: String)
    case cannotMake(directory: String, why: String)
    /// The file can be read but not written.
    case readOnly(path: String)
    /// The file is not a database, or is a damaged one.
    case damaged(path: String, why: String)
    /// The file is a database of another program.
    case foreign(path: String)
    /// A newer version of this program wrote the file.
    case newer(path: String, version: Int, known: Int)
    /// An older version of this program wrote the file, and it has not been migrated yet.
    case older(path: String, version: Int, known: Int)
    case full(path: String)
    /// The file does not exist.
    case missing(path: String)
    /// The file exists already and is not overwritten.
    case exists(path: String)
    /// The directory holds a store, which a restore replaces only on request.
    case needsForce(path: String)
    /// The directory holds a store, which an import does not replace.
    case holdsStore(path: String)
    /// The file to restore is not a sound backup.
    case noBackup(path: String, why: String)
    case other(path: String, why: String)
}

extension StoreOpenError {
    /// A stable word for scripts and tests.
    public var code: String {
        switch self {
        case .inUse: "in-use"
        case .cannotMake: "cannot-make"
        case .readOnly: "read-only"
        case .damaged: "damaged"
        case .foreign: "foreign"
        case .newer: "newer"
        case .older: "older"
        case .full: "full"
        case .missing: "missing"
        case .exists, .needsForce, .holdsStore: "exists"
        case .noBackup: "no-backup"
        case .other: "other"
        }
    }
}

extension StoreOpenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inUse(let directory):
            "Another gomoku-server already uses \(directory). Stop it first, or choose another directory with --data."
        case .cannotMake(let directory, let why): "The directory \(directory) cannot be created: \(why)."
        case .readOnly(let path):
            "\(path) cannot be written. Give the server write permission, or choose another directory with --data."
        case .damaged(let path, let why):
            "\(path) is damaged (\(why)). Nothing was changed. Restore a backup with gomoku-server restore, or move the file away to start with an empty store."
        case .foreign(let path): "\(path) is a database of another program. Choose another directory with --data."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer gomoku-server (format \(version), this one supports \(known)). Install that version, or restore an older backup."
        case .older(let path, let version, let known):
            "\(path) was written by an older gomoku-server (format \(version), this one writes \(known)). Start the server with it once, which upgrades the file and keeps a copy."
        case .full(let path): "There is no space left on the disk of \(path). Free some space and start again."
        case .missing(let path): "There is no file \(path). Check the name."
        case .exists(let path): "\(path) already exists and was not changed. Choose another file, or move it away."
        case .needsForce(let path):
            "\(path) already exists and was not changed. Add --force to replace it with the backup and keep the old rooms beside it under another name."
        case .holdsStore(let path):
            "\(path) already exists and was not changed. Choose an empty directory with --data."
        case .noBackup(let path, let why):
            "\(path) cannot be restored (\(why)). Nothing was changed. Choose a file created by gomoku-server backup."
        case .other(let path, let why): "\(path) cannot be used: \(why)."
        }
    }
}
