import GRDB
import GRDBSQLite
import Synchronization

/// SQLite's write-ahead log: its fill level, and the zeros that extend its file before the space is
/// needed.
///
/// Flushing a file that has grown makes the file system write its own journal too, which flushing
/// existing bytes does not. SQLite ignores bytes after the log's last frame, zeros or not.
final class WriteAheadLog: Sendable {
    /// The length in frames at which pages are copied into the database file, so that the log can
    /// start over.
    let checkpointFrames: Int
    /// The length in frames that the log exceeds by at most one commit, unless a reader holds it
    /// for long.
    var limitFrames: Int { checkpointFrames / 2 * 5 }
    /// The fill levels, in bytes, at which the file is extended ahead. A log that stays short does
    /// not need it, and a longer one soon starts over.
    static let ahead = 256 << 10..<23 << 20
    /// The number of bytes by which the file is extended at a time.
    static let aheadStep = 1 << 20
    private static let headerBytes = 32
    static let frameBytes = 4_096 + 24

    /// The counters that the connection's hook updates after each commit.
    private final class Count: Sendable {
        let frames = Atomic<Int>(0)
        /// The number of frames whose pages are in the database file.
        let copied = Atomic<Int>(0)
    }

    /// The counters of all connections, 32 bytes each. They stay until the process ends, because a
    /// connection may outlive its store and does not report its end.
    private static let watched = Mutex<[Count]>([])

    private let count = Count()
    private let path: String
    /// The file's length when it was last read.
    private let fileEnd = Atomic<Int>(0)

    init(of database: String, checkpointFrames: Int = JournalOptions.defaultLogFrames) {
        path = "\(database)-wal"
        self.checkpointFrames = checkpointFrames
    }

    /// The number of frames in the log after the last commit.
    var frames: Int { count.frames.load(ordering: .relaxed) }
    /// The bytes of the header and those frames.
    var usedBytes: Int { Self.headerBytes + frames * Self.frameBytes }
    /// The bytes of frames whose pages are not in the database file yet.
    var uncopiedBytes: Int { max(0, frames - count.copied.load(ordering: .relaxed)) * Self.frameBytes }

    /// Notes that all pages are in the database file.
    func isCopied() { count.copied.store(frames, ordering: .relaxed) }

    /// Counts the connection's frames from now on, and disables its automatic checkpoints.
    func watch(_ db: Database) {
        Self.watched.withLock { $0.append(count) }
        let context = unsafe Unmanaged.passUnretained(count).toOpaque()
        let hook: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt = {
            context, _, _, frames in
            if let context = unsafe context {
                let count = unsafe Unmanaged<Count>.fromOpaque(context).takeUnretainedValue()
                // The log has started over if it has no more frames than before.
                if count.frames.exchange(Int(frames), ordering: .relaxed) >= Int(frames) {
                    count.copied.store(0, ordering: .relaxed)
                }
            }
            return SQLITE_OK
        }
        _ = unsafe sqlite3_wal_hook(db.sqliteConnection, hook, context)
    }

    /// Extends the file when the log has nearly reached its end. Call this between two transactions
    /// of the only connection that writes. If the disk refuses, a later call tries again, because
    /// nothing depends on it.
    func writeAhead() {
        let used = usedBytes
        let needed = used + Self.aheadStep / 4
        guard Self.ahead.contains(used), fileEnd.load(ordering: .relaxed) < needed else { return }
        fileEnd.store(FileSystem.extend(path, with: Self.aheadStep, whenLessThan: needed), ordering: .relaxed)
    }
}
