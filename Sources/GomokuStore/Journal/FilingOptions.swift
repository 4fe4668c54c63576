/// When deltas go from the journal into segments.
public struct FilingOptions: Equatable, Sendable {
    /// Bytes of deltas that a filing begins at; it is done long before there are as many again.
    public let bytes: Int
    /// Bytes of segments that a commit takes along, and of the journal's rows those that it removes.
    let sliceBytes: Int
    let rowsAtOnce: Int64
    /// Milliseconds after which it begins in any case.
    let milliseconds = 3_600_000
    /// Bytes that are kept in memory for it at the most while the disk takes commits, but no filing.
    var bytesLimit: Int { 8 * bytes }

    /// Bytes in memory beyond which the writer files before it commits again.
    var bytesWanted: Int { 3 * bytes }

    /// What is filed often is filed in small slices as well: so that a test that ends the server at any instant ends it
    /// in a filing.
    public init(bytes: Int = 8 << 20) {
        self.bytes = bytes
        sliceBytes = min(65_536, max(1, bytes / 8))
        rowsAtOnce = bytes < 1 << 20 ? 2 : 16
    }
}
