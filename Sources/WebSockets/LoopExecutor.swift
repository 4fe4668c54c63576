import Glibc

/// Runs tasks on the loop's thread, between its callbacks, so that code there can `await` answers.
///
/// A task runs at once: when it starts, and when the callback that it awaits is called. It runs
/// until it waits again, inside the call that resumed it, as a callback would. So the order of
/// events does not depend on whether a part of the program awaits or uses callbacks.
///
/// The executor keeps no tasks. A task that waits is owned by the callback for which it waits
/// (``answer(_:)``).
public final class LoopExecutor: TaskExecutor {
    private let thread = pthread_self()

    /// Creates the executor of the calling thread, which must be the loop's.
    public init() {}

    /// Starts a task. Its parts run on the loop's thread only.
    public func start(_ work: @escaping () async -> Void) {
        // `work` need not be Sendable, because this executor runs every part of the task on the
        // thread of the caller.
        nonisolated(unsafe) let work = work
        Task(executorPreference: self) { await work() }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        precondition(pthread_equal(pthread_self(), thread) != 0, "Only the loop's thread may resume the loop's tasks.")
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// Calls `ask`, and waits until it calls its callback. Throws `CancellationError` if the callback
/// is deallocated before it was called, for example because the server stops. So no task outlives
/// the part of the program that owes it an answer.
///
/// Call this in tasks of ``LoopExecutor`` only.
public func answer<Value: Sendable>(_ ask: (@escaping (Value) -> Void) -> Void) async throws -> Value {
    try await withUnsafeThrowingContinuation { continuation in
        let waiting = WaitingTask<Value>(continuation)
        ask { waiting.resume(returning: $0) }
    }
}

/// A task that waits for a callback. Deallocating it resumes the task with an error.
private final class WaitingTask<Value: Sendable> {
    private var continuation: UnsafeContinuation<Value, any Error>?

    init(_ continuation: UnsafeContinuation<Value, any Error>) { self.continuation = continuation }

    func resume(returning value: Value) { continuation.take()?.resume(returning: value) }

    deinit { continuation?.resume(throwing: CancellationError()) }
}
