import Foundation

/// Reads and replaces files in the ``StateFolder`` that several programs may use at once.
enum StateFile {
    /// Calls `body` while no other program does so for the same file. If no lock is possible, calls
    /// `body` without one.
    static func locked(_ path: String?, _ body: () -> Void) {
        let lock = path.map { unsafe open($0 + ".lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        if let lock, lock >= 0 { flock(lock, LOCK_EX) }
        defer { if let lock, lock >= 0 { close(lock) } }
        body()
    }

    /// Returns the contents of a file; nil if there is none, or if it is too large.
    static func bytes(_ path: String, limit: Int) -> [UInt8]? {
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
