import DequeModule
import Dispatch
import Foundation
import Synchronization

/// Low-priority threads that run jobs in order of arrival.
///
/// If the loop and a worker of the same priority shared a core, the kernel would give the worker
/// whole time slices, and a ping would wait for several of them. A job can wait a little longer.
///
/// When the object is deallocated, the threads run the remaining jobs and end.
package final class WorkerThreads: Sendable {
    package typealias Job = @Sendable () -> Void

    private final class Jobs: Sendable {
        private struct State {
            var urgent = Deque<Job>()
            var other = Deque<Job>()
            var isOver = false
        }
        private let state = Mutex(State())
        private let signal = DispatchSemaphore(value: 0)

        func add(_ job: @escaping Job, isUrgent: Bool) {
            state.withLock { isUrgent ? $0.urgent.append(job) : $0.other.append(job) }
            signal.signal()
        }

        func end() {
            state.withLock { $0.isOver = true }
            signal.signal()
        }

        /// Waits for the next job. Returns nil if there will be none.
        func next() -> Job? {
            while true {
                signal.wait()
                let (job, isOver) = state.withLock { ($0.urgent.popFirst() ?? $0.other.popFirst(), $0.isOver) }
                if let job { return job }
                guard isOver else { continue }
                // Wake the next thread, so that all of them end.
                signal.signal()
                return nil
            }
        }
    }

    private let jobs = Jobs()
    /// The identities of the threads, which live at least as long as this object.
    private let identities: Set<ObjectIdentifier>

    /// - Parameters:
    ///   - name: the name of the threads. If there are several, a number follows it.
    ///   - count: the number of jobs that can run at the same time.
    ///   - niceness: the nice value of the threads.
    package init(name: String, count: Int = 1, niceness: Int32 = BackgroundPriority.niceness) {
        identities = Set(
            (0..<count).map { [jobs] number in
                let thread = Thread {
                    BackgroundPriority.apply(niceness: niceness)
                    while let job = jobs.next() { job() }
                }
                thread.name = count == 1 ? name : "\(name)-\(number)"
                thread.start()
                return ObjectIdentifier(thread)
            })
    }

    /// Whether the caller runs on one of these threads.
    package var isCurrent: Bool { identities.contains(ObjectIdentifier(Thread.current)) }

    /// Runs `job` on a thread, after the jobs that wait already.
    ///
    /// - Parameter isUrgent: whether the job goes before all jobs that are not urgent.
    package func run(isUrgent: Bool = true, _ job: @escaping Job) { jobs.add(job, isUrgent: isUrgent) }

    deinit { jobs.end() }
}
