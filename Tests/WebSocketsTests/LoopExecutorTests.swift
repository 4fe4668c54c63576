import Testing
import WebSockets

/// Tasks on the loop's thread, which await callbacks.
@Suite("Tasks of the loop")
struct LoopExecutorTests {
    /// A part that answers when the test says so.
    private final class Part {
        var waiting: [(Int) -> Void] = []
        var log: [String] = []

        func ask(_ done: @escaping (Int) -> Void) { waiting.append(done) }

        /// Asks twice, and notes the answers.
        func work(_ name: String) async {
            defer { log.append("\(name) ends") }
            do {
                for _ in 0..<2 {
                    let number = try await answer { ask($0) }
                    log.append("\(name) \(number)")
                }
            } catch {
                log.append("\(name) \(type(of: error))")
            }
        }

        func answerFirst(_ number: Int) {
            if waiting.isEmpty { Issue.record("no task waits") } else { waiting.removeFirst()(number) }
        }
    }

    @Test("A task runs inside the call that starts or answers it, and two tasks take turns")
    func order() {
        let (executor, part) = (LoopExecutor(), Part())
        for name in ["a", "b"] {
            executor.start { await part.work(name) }
            part.log.append("\(name) waits")
        }
        for number in 1...4 {
            part.answerFirst(number)
            part.log.append("after \(number)")
        }
        #expect(
            part.log == [
                "a waits", "b waits", "a 1", "after 1", "b 2", "after 2", "a 3", "a ends", "after 3", "b 4", "b ends",
                "after 4",
            ])
    }

    @Test("A task may start another one and answer it, which then runs at once")
    func nested() {
        let (executor, part) = (LoopExecutor(), Part())
        executor.start {
            executor.start { await part.work("inner") }
            part.answerFirst(1)
            part.log.append("outer")
            part.answerFirst(2)
        }
        #expect(part.log == ["inner 1", "outer", "inner 2", "inner ends"])
    }

    @Test("A callback that is called inside the question answers the task, and only the first call counts")
    func immediate() {
        var number: Int?
        LoopExecutor().start {
            number = try? await answer { done in
                done(1)
                done(2)
            }
        }
        #expect(number == 1)
    }

    @Test("A task whose callback is dropped ends with an error, and frees what it holds")
    func dropped() {
        let (executor, part) = (LoopExecutor(), Part())
        weak var held: Part?
        do {
            let object = Part()
            held = object
            executor.start {
                await part.work("a")
                object.log.append("done")
            }
        }
        #expect(held != nil && part.log.isEmpty)
        part.waiting = []
        #expect(part.log == ["a CancellationError", "a ends"])
        #expect(held == nil)
    }

    @Test("A task ends in order when its answer arrives after the loop has stopped")
    func afterStop() throws {
        let loop = try EventLoop()
        let part = Part()
        let mailbox = Mailbox<Void>()
        loop.attach(mailbox) {
            loop.executor.start { await part.work("a") }
            loop.stop()
        }
        mailbox.post(())
        try loop.run()
        #expect(part.log.isEmpty)
        part.answerFirst(1)
        part.answerFirst(2)
        #expect(part.log == ["a 1", "a 2", "a ends"])
    }
}
