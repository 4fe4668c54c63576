import Dispatch
import GRDB
import GameState
import Storage
import Synchronization

/// The thread that reads the database, beside the writer's thread.
final class StoreReader: Sendable {
    /// The number of requests that may wait. Further ones fail and ask the caller to try again.
    static let waitingLimit = 100_000

    private let pool: DatabasePool
    private let limits: Limits
    private let unfiled: PendingDeltas
    private let generation: Generation
    private let queue = DispatchQueue(label: "gomoku.store.reader")
    private let waiting = Mutex(0)
    private let notify: @Sendable (StoreCompletion) -> Void

    init(
        pool: DatabasePool, limits: Limits, unfiled: PendingDeltas, generation: Generation,
        notify: @escaping @Sendable (StoreCompletion) -> Void
    ) {
        self.generation = generation
        self.pool = pool
        self.limits = limits
        self.unfiled = unfiled
        self.notify = notify
    }

    /// Calls `copy` on the reader's thread, then `read` with the database. In the other order,
    /// deltas that move into segments between the two calls would be missing from both.
    func read<Copy: Sendable, Value: Sendable>(
        _ request: StoreRequest<Result<Value, StoreFailure>>,
        copy: @escaping @Sendable (PendingDeltas) -> Copy,
        _ read: @escaping @Sendable (RoomReader, Copy) throws -> Value
    ) {
        let isTaken = waiting.withLock { waiting in
            guard waiting < Self.waitingLimit else { return false }
            waiting += 1
            return true
        }
        guard isTaken else {
            request.answer = .unavailable(StoreFile.overload)
            return notify(StoreCompletion(requests: [request.number]))
        }
        queue.async { [self] in
            waiting.withLock { $0 -= 1 }
            do {
                let copy = copy(unfiled)
                request.answer = .success(
                    try pool.read { db in
                        try read(RoomReader(db: db, limits: limits, generation: generation), copy)
                    })
            } catch {
                request.answer = .failure(error as? StoreFailure ?? StoreFailure("\(error)"))
            }
            notify(StoreCompletion(requests: [request.number]))
        }
    }
}
