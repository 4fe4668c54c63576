import Dispatch
import Foundation
import Synchronization

/// A thread of its own, of low priority, that does what it is given, in order.
///
/// Where the loop and the disk's work share a core, the kernel gives a thread of the same priority whole time slices,
/// and a ping waits for several of them. What waits for the disk can wait a little longer; what arrives meanwhile
/// shares the commit.
package final class QuietThread: Sendable {
    private final class Shared: Sendable {
        private struct State {
            var jobs: [@Sendable () -> Void] = []
            var isOver = false
        }
        private let state = Mutex(State())
        private let signal = DispatchSemaphore(value: 0)

        func add(_ job: @escaping @Sendable () -> Void) {
            state.withLock { $0.jobs.append(job) }
            signal.signal()
        }

        func end() {
            state.withLock { $0.isOver = true }
            signal.signal()
        }

        /// Waits for the next job; nil when there will be none.
        func next() -> (@Sendable () -> Void)? {
            while true {
                signal.wait()
                let (job, isOver) = state.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.isOver) }
                if let job { return job }
                if isOver { return nil }
            }
        }
    }

    private let shared = Shared()
    /// The identity of the thread, which lives at least as long as this object.
    private let identity: ObjectIdentifier

    package init(name: String) {
        let shared = shared
        let thread = Thread {
            BackgroundPriority.take()
            while let job = shared.next() { job() }
        }
        thread.name = name
        identity = ObjectIdentifier(thread)
        thread.start()
    }

    /// Whether the caller runs on this thread.
    package var isCurrent: Bool { ObjectIdentifier(Thread.current) == identity }

    package func run(_ job: @escaping @Sendable () -> Void) { shared.add(job) }

    deinit { shared.end() }
}
