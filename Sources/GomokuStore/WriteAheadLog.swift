import GRDB
import GRDBSQLite
import Synchronization

/// SQLite's write-ahead log: how far it is filled, and the part of its file that is still to come, written with zeros
/// before it is needed.
///
/// A sync of a file that grows makes the file system write its own journal too; one of bytes that were there before
/// does not. What follows a log's last frame is no frame, zeros or not.
final class WriteAheadLog: Sendable {
    /// Frames after which their pages are copied into the database's file, so that the log begins anew.
    let checkpointFrames: Int
    /// So long it becomes at the most, but for one commit, as long as nobody reads from it for long.
    var limitFrames: Int { checkpointFrames / 2 * 5 }
    /// How full a log is that is written ahead: one that stays short need not be, and one that is longer is soon begun
    /// anew.
    static let ahead = 256 << 10..<23 << 20
    /// Bytes that are written ahead at a time.
    static let aheadStep = 1 << 20
    private static let headerBytes = 32
    static let frameBytes = 4_096 + 24

    /// What the connection tells after each commit.
    private final class Count: Sendable {
        let frames = Atomic<Int>(0)
        /// Those of them whose pages are in the file.
        let copied = Atomic<Int>(0)
    }

    /// Kept until the process ends, 32 bytes each: a connection may outlive its store, and does not say when it ends.
    private static let watched = Mutex<[Count]>([])

    private let count = Count()
    private let path: String
    /// How long the file was when it was looked at last.
    private let fileEnd = Atomic<Int>(0)

    init(of database: String, checkpointFrames: Int = FilingOptions.usualLogFrames) {
        path = "\(database)-wal"
        self.checkpointFrames = checkpointFrames
    }

    /// Frames in the log after the last commit.
    var frames: Int { count.frames.load(ordering: .relaxed) }
    /// Bytes of them.
    var usedBytes: Int { Self.headerBytes + frames * Self.frameBytes }
    /// Bytes of those whose pages are not in the file yet.
    var uncopiedBytes: Int { max(0, frames - count.copied.load(ordering: .relaxed)) * Self.frameBytes }

    /// All of it is in the file.
    func isCopied() { count.copied.store(frames, ordering: .relaxed) }

    /// From now on the connection counts, and makes no checkpoints by itself.
    func watch(_ db: Database) {
        Self.watched.withLock { $0.append(count) }
        let context = unsafe Unmanaged.passUnretained(count).toOpaque()
        let hook: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt = {
            context, _, _, frames in
            if let context = unsafe context {
                let count = unsafe Unmanaged<Count>.fromOpaque(context).takeUnretainedValue()
                // Fewer than before: it has begun anew.
                if count.frames.exchange(Int(frames), ordering: .relaxed) >= Int(frames) {
                    count.copied.store(0, ordering: .relaxed)
                }
            }
            return SQLITE_OK
        }
        _ = unsafe sqlite3_wal_hook(db.sqliteConnection, hook, context)
    }

    /// Writes the next step ahead when the log has come near it; to be called between two transactions of the only
    /// connection that writes. What the disk refuses is tried again later: nothing depends on it.
    func writeAhead() {
        let used = usedBytes
        let needed = used + Self.aheadStep / 4
        guard Self.ahead.contains(used), fileEnd.load(ordering: .relaxed) < needed else { return }
        fileEnd.store(FileSystem.extend(path, with: Self.aheadStep, whenLessThan: needed), ordering: .relaxed)
    }
}
