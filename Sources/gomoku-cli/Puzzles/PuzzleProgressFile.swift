import Foundation
import GameState
import Puzzles

/// The file with the person's record of puzzles, for all servers. Several programs may use it at
/// once.
final class PuzzleProgressFile {
    /// The greatest size of the file, in bytes. A full record has about 130 kB.
    static let sizeLimit = 1_048_576

    /// The path, or nil to keep the record in memory only.
    let path: String?
    private(set) var progress: PuzzleProgress
    /// Whether the last change was not stored.
    private(set) var hasFailed = false
    private let seed: UInt32

    /// Reads the record, if there is one.
    ///
    /// - Parameters:
    ///   - folder: the directory of the file; nil to keep the record in memory.
    ///   - seed: the number that orders the puzzles for a new record.
    init(folder: String?, seed: UInt32, today: PuzzleDay) {
        self.path = folder.map { $0 + "/puzzles.json" }
        self.seed = seed
        progress = PuzzleProgress(seed: seed)
        if let stored = stored(today) { progress = stored }
    }

    /// Changes the record and stores it before it returns. Changes that another program has stored
    /// meanwhile stay.
    func change(_ today: PuzzleDay, _ body: (inout PuzzleProgress) -> Void) {
        Self.locked(path) {
            if let stored = stored(today) { progress = stored }
            body(&progress)
            hasFailed = path.map { !Self.write(progress.text, to: $0) } ?? false
        }
    }

    /// Returns the stored record, or nil if there is none. A damaged file is set aside.
    private func stored(_ today: PuzzleDay) -> PuzzleProgress? {
        guard !hasFailed, let path, let bytes = Self.bytes(path) else { return nil }
        if let stored = PuzzleProgress(bytes, seed: seed, today: today) { return stored }
        unsafe rename(path, path + ".damaged")
        return nil
    }

    // MARK: Files

    /// Calls `body` while no other program does so for the same file. If the lock cannot be taken,
    /// calls it nevertheless.
    static func locked(_ path: String?, _ body: () -> Void) {
        let lock = path.map { unsafe open($0 + ".lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        if let lock, lock >= 0 { flock(lock, LOCK_EX) }
        defer { if let lock, lock >= 0 { close(lock) } }
        body()
    }

    /// Returns the contents of a file; nil if there is none, or if it is too large.
    static func bytes(_ path: String, limit: Int = sizeLimit) -> [UInt8]? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: limit + 1), data.count <= limit else { return nil }
        return Array(data)
    }

    /// Replaces a file completely or not at all. Returns false on failure.
    static func write(_ text: String, to path: String) -> Bool {
        let url = URL(fileURLWithPath: path)
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return (try? Data(text.utf8).write(to: url, options: .atomic)) != nil
    }
}
