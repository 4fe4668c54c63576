import Foundation
import GRDB
import GameState
import Storage

/// Decides when a store is opened whether it still knows everything that clients were shown, and begins a new generation
/// if that is not certain.
///
/// A small file beside the store, `original`, tells the store from copies of it: `meta` has the file's content, inode and
/// time of last change, which a copy does not keep. Both are renewed when the store is opened and when it is closed, so
/// that an earlier copy of either one does not fit. `meta` also says how the store was used last: a store that synced
/// only now and then may have lost its tail if the machine has stopped.
struct StoreContinuity: Sendable {
    /// Why a store begins a new generation.
    enum Doubt: Equatable, CustomStringConvertible {
        case copied, damagedLog, machineStopped

        var description: String {
            let why =
                switch self {
                case .copied: "It is a copy or a backup"
                case .damagedLog: "Its write-ahead log was damaged"
                case .machineStopped: "The machine stopped while the server ran with --durability os"
                }
            return why + ": rooms begin new epochs, and clients that come back get snapshots."
        }
    }

    /// Whether a server has used the store of `directory`.
    static func hasMark(_ directory: String) -> Bool { FileManager.default.fileExists(atPath: mark(in: directory)) }

    private static func mark(in directory: String) -> String { "\(directory)/original" }

    private let path: String
    private let durability: StoreDurability
    private let isNew: Bool
    private let isDamaged: Bool
    private let mark: Mark?
    private let boot: String

    /// Looks at the files of `directory`, which SQLite must not have opened yet.
    init(directory: String, durability: StoreDurability, isDamaged: Bool) {
        path = Self.mark(in: directory)
        self.durability = durability
        self.isDamaged = isDamaged
        isNew = !FileManager.default.fileExists(atPath: StoreFile.path(in: directory))
        mark = Mark(path)
        boot = FileSystem.bootID
    }

    // MARK: opening and closing

    /// Begins a new generation if there is a doubt, which is returned, and notes that the store is in use.
    func open(_ db: Database) throws -> Doubt? {
        let doubt = try self.doubt(db)
        do {
            try db.inTransaction(.immediate) {
                if doubt != nil {
                    let next = Generation(random: .random(in: .min ... .max))
                    try MetaTable.setText(MetaTable.generation, next.text, db)
                }
                try MetaTable.setText(Keys.use, "\(durability.rawValue) \(boot)", db)
                return .commit
            }
            try renew(db)
        } catch {
            // On a full disk a store can still be read. Its notes stay as they were, and are right with full durability.
            guard doubt == nil, durability == .full else { throw error }
        }
        return doubt
    }

    /// Notes that the store was closed.
    func close(_ db: Database) throws {
        try renew(db)
        // The last commit: if it is on the disk, all commits before it are, too.
        try MetaTable.remove(Keys.use, db)
    }

    private func doubt(_ db: Database) throws -> Doubt? {
        if isNew { return nil }
        if isDamaged { return .damagedLog }
        guard try isOriginal(db) else { return .copied }
        // Without a boot ID any start may be the first after a power cut.
        guard let use = try MetaTable.text(Keys.use, db), use.hasPrefix("\(StoreDurability.os.rawValue) "),
            boot.isEmpty || !use.hasSuffix(" \(boot)")
        else { return nil }
        return .machineStopped
    }

    // MARK: the mark

    private enum Keys {
        static let original = "original"
        /// The content of the next mark, while it is being written.
        static let next = "original.next"
        /// How the store is used: durability and boot ID. Absent while no server uses it.
        static let use = "use"
    }

    /// The file `original`.
    private struct Mark: Equatable {
        let content: String
        let text: String

        init?(_ path: String) {
            guard let data = FileManager.default.contents(atPath: path), let stamp = FileSystem.stamp(path) else {
                return nil
            }
            content = String(decoding: data, as: UTF8.self)
            text = "\(content) \(stamp)"
        }
    }

    /// Whether this is the store that was used last. A store of an earlier version has no mark, and counts as one.
    private func isOriginal(_ db: Database) throws -> Bool {
        guard let known = try MetaTable.text(Keys.original, db) else { return mark == nil }
        guard let mark else { return false }
        return try mark.text == known || mark.content == MetaTable.text(Keys.next, db)
    }

    /// Writes a new mark. A crash at any instant leaves one that fits `meta`.
    private func renew(_ db: Database) throws {
        let content = String(UInt64.random(in: .min ... .max), radix: 36)
        try MetaTable.setText(Keys.next, content, db)
        let new = "\(path).new"
        FileSystem.remove(new)
        guard FileManager.default.createFile(atPath: new, contents: Data(content.utf8)) else {
            throw StoreOpenError.other(path: new, why: "it cannot be written")
        }
        try FileSystem.sync(new)
        try FileSystem.rename(new, to: path)
        guard let mark = Mark(path) else { throw StoreOpenError.other(path: path, why: "it cannot be read") }
        try db.inTransaction(.immediate) {
            try MetaTable.setText(Keys.original, mark.text, db)
            try MetaTable.remove(Keys.next, db)
            return .commit
        }
    }

    /// Marks the file of a copy as one, wherever it is put. A file of a format that has no `meta` is left as it is.
    static func markCopy(_ file: String) throws {
        try DatabaseQueue(path: file).write { db in
            if try db.tableExists("meta") { try MetaTable.setText(Keys.original, "copy", db) }
        }
    }
}
