/// Why a store cannot be opened, copied or replaced. Nothing was changed.
public enum StoreOpenError: Error, Equatable, Sendable {
    /// Another process has it.
    case inUse(directory: String)
    case cannotMake(directory: String, why: String)
    /// It can be read but not written.
    case readOnly(path: String)
    /// The file is no database, or a damaged one.
    case damaged(path: String, why: String)
    /// A database, but none of ours.
    case foreign(path: String)
    /// Written by a newer version of this program.
    case newer(path: String, version: Int, known: Int)
    /// Written by an older version of this program, and not upgraded yet.
    case older(path: String, version: Int, known: Int)
    case full(path: String)
    /// There is no such file.
    case missing(path: String)
    /// There is such a file already, and it is not overwritten.
    case exists(path: String)
    /// The directory holds a store, which a restore replaces only when it is told to.
    case needsForce(path: String)
    /// The directory holds a store, and an import replaces none.
    case holdsStore(path: String)
    /// The file that is to be restored is none that a backup has made.
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
            "Another gomoku-server uses \(directory) already. Stop it first, or name another directory with --data."
        case .cannotMake(let directory, let why): "The directory \(directory) cannot be made: \(why)."
        case .readOnly(let path):
            "\(path) cannot be written. Give the server the right to write there, or name another directory with --data."
        case .damaged(let path, let why):
            "\(path) is damaged (\(why)). Nothing was changed. Restore a backup with gomoku-server restore, or move the file away to begin anew."
        case .foreign(let path): "\(path) is a database of another program. Name another directory with --data."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer gomoku-server (format \(version), this one knows \(known)). Install that version, or restore an older backup."
        case .older(let path, let version, let known):
            "\(path) was written by an older gomoku-server (format \(version), this one writes \(known)). Start the server on it once; it upgrades the file and keeps a copy."
        case .full(let path): "There is no room left on the disk of \(path). Make some and start again."
        case .missing(let path): "There is no file \(path). Check the name."
        case .exists(let path): "\(path) is there already and was left as it is. Name another file, or move it away."
        case .needsForce(let path):
            "\(path) is there already and was left as it is. Add --force to put the backup in its place: the old rooms are then kept beside it under another name."
        case .holdsStore(let path):
            "\(path) is there already and was left as it is. Name an empty directory with --data."
        case .noBackup(let path, let why):
            "\(path) cannot be restored (\(why)). Nothing was changed. Name a file that gomoku-server backup has made."
        case .other(let path, let why): "\(path) cannot be used: \(why)."
        }
    }
}
