/// The state of ``StoreWriter`` that only the writer's thread uses.
///
/// `@unchecked`: the writer is Sendable because any thread may hand it jobs. Its initializer makes this state before the
/// thread has its first job; from then on only the thread uses it, as an assertion in ``StoreWriter`` checks.
final class WriterState: @unchecked Sendable {
    var log: RoomLog
    var filing: Filing
    /// When the oldest delta came that waits for a filing to begin.
    var pendingSince: Int?

    init(log: RoomLog, filing: Filing) {
        self.log = log
        self.filing = filing
    }
}
