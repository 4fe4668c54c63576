import Foundation
import GRDB

/// Files that belong to other parts of the server and are included in backups: bans and reports by
/// players. A backup has them in a table of its own.
enum Attachments {
    /// The maximum size of a file in bytes. Larger files are not included.
    static let maximumBytes = 16 << 20

    static func add(_ names: [String], of directory: String, to file: String) throws {
        guard !names.isEmpty else { return }
        try DatabaseQueue(path: file).write { db in
            try db.execute(sql: "CREATE TABLE attached (name TEXT PRIMARY KEY, content BLOB NOT NULL)")
            for name in names {
                guard let content = FileManager.default.contents(atPath: "\(directory)/\(name)"),
                    content.count <= maximumBytes
                else { continue }
                try db.execute(sql: "INSERT INTO attached VALUES (?, ?)", arguments: [name, content])
            }
        }
    }

    /// Removes the files called `names` from a copy of a backup, and returns them. Other files are
    /// ignored. Returns nil if the backup is older than this table.
    static func take(_ names: [String], outOf file: String) throws -> [String: Data]? {
        try DatabaseQueue(path: file).write { db in
            guard try db.tableExists("attached") else { return nil }
            var found: [String: Data] = [:]
            for name in names {
                let content = try Data.fetchOne(
                    db, sql: "SELECT content FROM attached WHERE name = ? AND length(content) <= ?",
                    arguments: [name, maximumBytes])
                if let content { found[name] = content }
            }
            try db.execute(sql: "DROP TABLE attached")
            return found
        }
    }

    /// Writes the files to `directory`. Existing files called `names` are kept under other names,
    /// even if the backup lacks them.
    static func put(
        _ files: [String: Data], _ names: [String], in directory: String, now: Int
    ) throws(StoreOpenError) {
        for name in names {
            let path = "\(directory)/\(name)"
            if FileManager.default.fileExists(atPath: path) {
                try FileSystem.rename(path, to: "\(path).replaced-\(now)")
            }
            guard let content = files[name] else { continue }
            let incoming = "\(path).restoring"
            FileSystem.remove(incoming)
            guard
                FileManager.default.createFile(
                    atPath: incoming, contents: content, attributes: [.posixPermissions: 0o600])
            else { throw .other(path: incoming, why: "it cannot be written") }
            try FileSystem.giveToOwner(of: directory, [incoming])
            try FileSystem.sync(incoming)
            try FileSystem.rename(incoming, to: path)
        }
    }
}
