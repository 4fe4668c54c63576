import Dispatch
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
}
