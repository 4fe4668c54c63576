/// The thresholds for moving deltas from the journal into segments, and for copying the write-ahead
/// log into the database file.
public struct JournalOptions: Equatable, Sendable {
    /// The bytes of pending deltas at which a move into segments begins. The move ends before as
    /// many bytes are pending again.
    public let bytes: Int
    /// The bytes of segments that a commit may write besides its own deltas, and the number of
    /// journal rows that it may delete. A move is spread over many commits in this way.
    let sliceBytes: Int
    let rowsAtOnce: Int64
    /// The length of the write-ahead log, in frames, at which its pages are copied into the
    /// database file.
    public let logFrames: Int
    /// The time after which a move begins in any case, in milliseconds.
    let milliseconds = 3_600_000
    /// The maximum bytes of deltas in memory while the disk accepts commits but no moves.
    var bytesLimit: Int { 8 * bytes }

    /// The bytes of deltas in memory beyond which the writer moves slices before the next commit.
    var bytesWanted: Int { 2 * bytes }

    /// The defaults for a machine with enough memory and disk space.
    public static let defaultBytes = 8 << 20, defaultLogFrames = 2_000

    /// Makes options with small slices for a small `bytes`, so that a test that kills the server at
    /// a random time often interrupts a move.
    public init(bytes: Int = defaultBytes, logFrames: Int = defaultLogFrames) {
        self.bytes = bytes
        self.logFrames = logFrames
        sliceBytes = min(65_536, max(1, bytes / 8))
        rowsAtOnce = bytes < 1 << 20 ? 2 : 16
    }

    /// Lowers both thresholds on a machine with little memory or disk space.
    ///
    /// Memory holds up to twice `bytes` of deltas that are not yet in segments. On the disk, the
    /// journal holds them, and segments hold them once more until the journal's rows are deleted.
    /// The write-ahead log can reach two and a half times `logFrames`.
    ///
    /// - Parameters:
    ///   - memory: available bytes; 0 if there is enough.
    ///   - disk: available bytes; 0 if there is enough.
    public init(bytes: Int = defaultBytes, memory: Int, disk: Int) {
        var (bytes, frames) = (bytes, Self.defaultLogFrames)
        if memory > 0 { bytes = min(bytes, max(Self.minimumBytes, memory / Self.memoryPart)) }
        if disk > 0 {
            bytes = min(bytes, max(Self.minimumBytes, disk / Self.diskPart))
            frames = min(frames, max(Self.minimumLogFrames, disk / Self.logPart / WriteAheadLog.frameBytes))
        }
        self.init(bytes: bytes, logFrames: frames)
    }

    /// The minimums of the thresholds. Below them, each commit would cause more work than it
    /// stores.
    private static let minimumBytes = 262_144, minimumLogFrames = 128
    private static let memoryPart = 32, diskPart = 24, logPart = 24
}
