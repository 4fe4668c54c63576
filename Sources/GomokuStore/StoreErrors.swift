import GRDB

extension StoreFile {
    /// Returns the error to throw for an error of SQLite or of the file.
    static func failure(_ error: any Error, _ path: String) -> StoreOpenError {
        if let failure = error as? StoreOpenError { return failure }
        if let unreadable = error as? Rows.Unreadable { return .damaged(path: path, why: unreadable.description) }
        guard let error = error as? DatabaseError else { return .other(path: path, why: "\(error)") }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return .damaged(path: path, why: error.message ?? "\(error.resultCode)")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return .readOnly(path: path)
        case .SQLITE_FULL: return .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .inUse(directory: FileSystem.directory(of: path))
        default: return .other(path: path, why: error.message ?? "\(error.resultCode)")
        }
    }

    /// The failure of a request when too many others wait.
    static let overload = "The server's disk is too slow for the current load. Try again in a moment."

    /// Returns a sentence for clients and operators that says why a write failed.
    static func sentence(_ error: any Error) -> String {
        if error is StoreFileWatch.Lost {
            return
                "The server's database was removed or replaced, so nothing can be stored. Tell the operator."
        }
        guard let error = error as? DatabaseError else {
            return "This cannot be stored right now (\(error)). Try again later."
        }
        switch error.resultCode {
        case .SQLITE_FULL: return "The server's disk is full, so nothing can be stored. Try again later."
        case .SQLITE_READONLY, .SQLITE_PERM:
            return "The server has no permission to write to its disk, so nothing can be stored. Try again later."
        case .SQLITE_IOERR: return "The server's disk does not work, so nothing can be stored. Try again later."
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return "The server's database is damaged, so nothing can be stored. Tell the operator."
        default: return "This cannot be stored right now (\(error.message ?? "\(error.resultCode)")). Try again later."
        }
    }
}
