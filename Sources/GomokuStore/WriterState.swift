/// The state of ``StoreWriter`` that only the writer's thread uses.
///
/// `@unchecked` because the writer is Sendable, so that any thread can send it requests. Its
/// initializer creates this state before the thread has its first request. From then on only that
/// thread uses it, which an assertion in ``StoreWriter`` checks.
final class WriterState: @unchecked Sendable {
    var log: RoomLog
    var filing: SegmentFiling
    /// The time of the oldest delta that waits to be moved into segments.
    var pendingSince: Int?

    init(log: RoomLog, filing: SegmentFiling) {
        self.log = log
        self.filing = filing
    }
}
