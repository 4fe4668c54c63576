import Dispatch
import Glibc
import Synchronization
import Testing

@testable import GomokuStore

@Suite("The writer's thread")
struct QuietThreadTests {
    @Test("Does its jobs in order, and those that it was given before it is let go")
    func order() {
        let done = Mutex<[Int]>([])
        let finished = DispatchSemaphore(value: 0)
        var thread: QuietThread? = QuietThread(name: "quiet")
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

    @Test("Knows its own thread from any other")
    func current() {
        let (thread, other) = (QuietThread(name: "quiet"), QuietThread(name: "other"))
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

    @Test("Is of low priority, and does not interrupt who has woken it on the same core")
    func priority() {
        let told = Mutex<(nice: Int32, policy: Int32)?>(nil)
        let finished = DispatchSemaphore(value: 0)
        let thread = QuietThread(name: "quiet")
        thread.run {
            told.withLock { $0 = (getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0), sched_getscheduler(0)) }
            finished.signal()
        }
        #expect(finished.wait(timeout: .now() + 20) == .success)
        let seen = told.withLock { $0 }
        #expect(seen?.nice == 10)
        #expect(seen?.policy == 3, "SCHED_BATCH")
    }
}
