import DequeModule
import Dispatch
import Engines
import Foundation
import GameState
import Robot
import Synchronization

/// A thread that runs search tasks one after the other.
final class EngineWorker: Sendable {
    private struct Job: Sendable {
        var number: Int
        var task: EngineTask
        /// Ends the search. `dropped` also discards its answer.
        var stop: StopFlag
        var dropped: StopFlag
    }

    private struct State {
        var waiting = Deque<Job>()
        var number = 0
        var running: Job?
        /// A flag that ends pondering, raised when another task arrives.
        var pondering: StopFlag?
    }

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    /// - Parameter answered: called on the worker's thread, with the number that ``think(_:)``
    ///   returned.
    init(answered: @escaping @Sendable (Int, EngineTask, EngineAnswer, SearchResult?) -> Void) {
        let thread = Thread { [self] in
            var brain = EngineBrain(seed: .random(in: 0...(.max)))
            while true {
                filled.wait()
                guard let job = state.withLock({ $0.waiting.popFirst() }) else { continue }
                if job.dropped.isRaised { continue }
                if job.task.question == .prepare {
                    brain.prepare(job.task)
                    continue
                }
                let (answer, result) = brain.think(job.task, stop: job.stop)
                if job.dropped.isRaised { continue }
                answered(job.number, job.task, answer, result)
                if job.task.info.ponders, let stop = mayPonder() { brain.ponder(job.task, after: answer, stop: stop) }
            }
        }
        thread.stackSize = 16 << 20
        thread.start()
    }

    /// Returns a stop flag for pondering, or nil if other tasks are waiting.
    private func mayPonder() -> StopFlag? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return nil }
            let stop = StopFlag()
            state.pondering = stop
            return stop
        }
    }

    /// Queues a task and returns its number.
    @discardableResult func think(_ task: EngineTask) -> Int {
        let number = state.withLock { state in
            state.number += 1
            let job = Job(number: state.number, task: task, stop: StopFlag(), dropped: StopFlag())
            if task.question != .prepare { state.running = job }
            state.waiting.append(job)
            state.pondering?.stop()
            state.pondering = nil
            return state.number
        }
        filled.signal()
        return number
    }

    /// Stops the running task and discards its answer.
    func cancel() {
        state.withLock {
            $0.running?.dropped.stop()
            $0.running?.stop.stop()
        }
    }

    /// Ends the running search early, with the best answer found by now.
    func hurry() { state.withLock { $0.running?.stop.stop() } }
}
