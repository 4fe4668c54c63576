/// When deltas go from the journal into segments, and the write-ahead log into the file.
public struct FilingOptions: Equatable, Sendable {
    /// Bytes of deltas that a filing begins at; it is done before there are as many again.
    public let bytes: Int
    /// Bytes of segments that a commit takes along, and of the journal's rows those that it removes.
    let sliceBytes: Int
    let rowsAtOnce: Int64
    /// Frames of the write-ahead log after which their pages are copied into the file, so that the log begins anew.
    public let logFrames: Int
    /// Milliseconds after which it begins in any case.
    let milliseconds = 3_600_000
    /// Bytes that are kept in memory for it at the most while the disk takes commits, but no filing.
    var bytesLimit: Int { 8 * bytes }

    /// Bytes in memory beyond which the writer files before it commits again.
    var bytesWanted: Int { 2 * bytes }

    /// Bytes and frames where there is place enough.
    public static let usualBytes = 8 << 20, usualLogFrames = 2_000

    /// What is filed often is filed in small slices as well: so that a test that ends the server at any instant ends it
    /// in a filing.
    public init(bytes: Int = usualBytes, logFrames: Int = usualLogFrames) {
        self.bytes = bytes
        self.logFrames = logFrames
        sliceBytes = min(65_536, max(1, bytes / 8))
        rowsAtOnce = bytes < 1 << 20 ? 2 : 16
    }

    /// Less of both where there is little memory or disk, in bytes; 0: enough.
    ///
    /// What is not filed is in memory, twice `bytes` at the most; on the disk it is in the journal, and once more in
    /// segments until the journal's rows are free. The log is up to two and a half times as long as it should be.
    public init(bytes: Int = usualBytes, memory: Int, disk: Int) {
        var (bytes, frames) = (bytes, Self.usualLogFrames)
        if memory > 0 { bytes = min(bytes, max(Self.leastBytes, memory / Self.memoryPart)) }
        if disk > 0 {
            bytes = min(bytes, max(Self.leastBytes, disk / Self.diskPart))
            frames = min(frames, max(Self.leastLogFrames, disk / Self.logPart / WriteAheadLog.frameBytes))
        }
        self.init(bytes: bytes, logFrames: frames)
    }

    /// With less each commit would move more than it brings.
    private static let leastBytes = 262_144, leastLogFrames = 128
    private static let memoryPart = 32, diskPart = 24, logPart = 24
}
