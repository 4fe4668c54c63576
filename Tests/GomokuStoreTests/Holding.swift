import Dispatch
import GRDB

@testable import GomokuStore

extension DurableStore {
    /// Blocks the writer until the closure returns.
    func holding(_ body: () throws -> Void) rethrows {
        let (held, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        pool.asyncWriteWithoutTransaction { _ in
            held.signal()
            release.wait()
        }
        held.wait()
        defer { release.signal() }
        try body()
    }
}
