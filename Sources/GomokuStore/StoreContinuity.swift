import Foundation
import GRDB
import GameState
import Storage

/// A check, when a store is opened, that the store still knows everything that clients were shown.
/// If that is not certain, the store begins a new generation.
///
/// A small file beside the store, `original`, distinguishes the store from copies of it. `meta`
/// records that file's content, inode and change time, which a copy does not keep. Opening and
/// closing the store renews the file and this record, so that an earlier copy of either does not
/// match. `meta` also records how the store was last used. A store that was not flushed at each
/// commit may have lost its newest commits if the machine stopped.
struct StoreContinuity: Sendable {
    /// The reason that a store begins a new generation.
    enum Doubt: Equatable, CustomStringConvertible {
        case copied, damagedLog, machineStopped

        var description: String {
            let why =
                switch self {
                case .copied: "The store is a copy or a backup"
                case .damagedLog: "The store's write-ahead log was damaged"
                case .machineStopped: "The machine stopped while the server ran with --durability os"
                }
            return why + ", so rooms begin new epochs and reconnecting clients get snapshots."
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

    /// Reads the files of `directory`. SQLite must not have opened them yet.
    init(directory: String, durability: StoreDurability, isDamaged: Bool) {
        path = Self.mark(in: directory)
        self.durability = durability
        self.isDamaged = isDamaged
        isNew = !FileManager.default.fileExists(atPath: StoreFile.path(in: directory))
        mark = Mark(path)
        boot = FileSystem.bootID
    }

    // MARK: opening and closing

    /// Notes that the store is in use, and begins a new generation if there is a doubt. Returns
    /// that doubt.
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
            // Ignore the error if there is no doubt, because a store on a full disk can still be
            // read. With full durability, the store's earlier notes remain correct.
            guard doubt == nil, durability == .full else { throw error }
        }
        return doubt
    }

    /// Notes that the store was closed.
    func close(_ db: Database) throws {
        try renew(db)
        // Make this the last commit. If it is on the disk, so are all commits before it.
        try MetaTable.remove(Keys.use, db)
    }

    private func doubt(_ db: Database) throws -> Doubt? {
        if isNew { return nil }
        if isDamaged { return .damagedLog }
        guard try isOriginal(db) else { return .copied }
        // Without a boot ID, any start may be the first one after a power cut.
        guard let use = try MetaTable.text(Keys.use, db), use.hasPrefix("\(StoreDurability.os.rawValue) "),
            boot.isEmpty || !use.hasSuffix(" \(boot)")
        else { return nil }
        return .machineStopped
    }

    // MARK: the mark

    private enum Keys {
        static let original = "original"
        /// The key of the content of the next mark while that mark is being written.
        static let next = "original.next"
        /// The key of the durability and boot ID of the server that uses the store; absent while no
        /// server uses it.
        static let use = "use"
    }

    /// The content and identity of the file `original`.
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

    /// Whether this is the store that was last used, and not a copy. A store of an earlier version
    /// has no mark and counts as the original.
    private func isOriginal(_ db: Database) throws -> Bool {
        guard let known = try MetaTable.text(Keys.original, db) else { return mark == nil }
        guard let mark else { return false }
        return try mark.text == known || mark.content == MetaTable.text(Keys.next, db)
    }

    /// Writes a new mark. A crash at any time leaves a mark that matches `meta`.
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

    /// Marks a file as a copy, wherever it is moved later. A file in a format without `meta` stays
    /// as it is.
    static func markCopy(_ file: String) throws {
        try DatabaseQueue(path: file).write { db in
            if try db.tableExists("meta") { try MetaTable.setText(Keys.original, "copy", db) }
        }
    }
}
