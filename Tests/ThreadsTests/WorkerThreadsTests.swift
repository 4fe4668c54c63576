import Dispatch
import Glibc
import Synchronization
import Testing
import Threads

@Suite("Worker threads")
struct WorkerThreadsTests {
    @Test("Jobs run in order, including those that still wait when the threads end")
    func order() {
        let done = Mutex<[Int]>([])
        let finished = DispatchSemaphore(value: 0)
        var thread: WorkerThreads? = WorkerThreads(name: "quiet")
        for number in 0..<100 {
            thread?.run {
                done.withLock { $0.append(number) }
                if number == 99 { finished.signal() }
            }
        }
        thread = nil
        #expect(finished.wait(timeout: .now() + 20) == .success)
        #expect(done.withLock { $0 } == Array(0..<100))
    }

    @Test("A thread tells callers that run on it from all others")
    func current() {
        let (thread, other) = (WorkerThreads(name: "quiet"), WorkerThreads(name: "other"))
        let seen = Mutex<[Bool]>([])
        let finished = DispatchSemaphore(value: 0)
        for one in [thread, other] {
            one.run {
                seen.withLock { $0.append(thread.isCurrent) }
                finished.signal()
            }
            #expect(finished.wait(timeout: .now() + 20) == .success)
        }
        #expect(seen.withLock { $0 } == [true, false] && !thread.isCurrent)
    }

    @Test("Worker threads have low priority and batch scheduling")
    func priority() {
        let told = Mutex<(nice: Int32, policy: Int32)?>(nil)
        let finished = DispatchSemaphore(value: 0)
        let thread = WorkerThreads(name: "quiet")
        thread.run {
            told.withLock { $0 = (getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0), sched_getscheduler(0)) }
            finished.signal()
        }
        #expect(finished.wait(timeout: .now() + 20) == .success)
        let seen = told.withLock { $0 }
        #expect(seen?.nice == 10)
        #expect(seen?.policy == 3, "the policy is SCHED_BATCH")
    }

    @Test("Urgent jobs run before others")
    func urgency() {
        let done = Mutex<[Int]>([])
        let (begin, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let threads = WorkerThreads(name: "quiet")
        threads.run { begin.wait() }
        for (number, isUrgent) in [(2, false), (0, true), (3, false), (1, true)] {
            threads.run(isUrgent: isUrgent) {
                done.withLock { $0.append(number) }
                finished.signal()
            }
        }
        begin.signal()
        for _ in 0..<4 { #expect(finished.wait(timeout: .now() + 20) == .success) }
        #expect(done.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test("As many jobs run at the same time as there are threads, and each runs on one of them")
    func several() {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let met = Mutex(0)
        let finished = DispatchSemaphore(value: 0)
        let threads = WorkerThreads(name: "quiet", count: 2)
        for (mine, other) in [(first, second), (second, first)] {
            threads.run {
                mine.signal()
                if other.wait(timeout: .now() + 20) == .success, threads.isCurrent { met.withLock { $0 += 1 } }
                finished.signal()
            }
        }
        for _ in 0..<2 { #expect(finished.wait(timeout: .now() + 40) == .success) }
        #expect(met.withLock { $0 } == 2 && !threads.isCurrent)
    }
}
