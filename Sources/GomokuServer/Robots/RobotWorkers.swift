import Dispatch
import Foundation
import GameState
import Robot
import Synchronization

/// Threads of low priority that search, one position each at a time.
final class RobotWorkers: Sendable {
    private let waiting = Mutex<[RobotTask]>([])
    private let signal = DispatchSemaphore(value: 0)
    private let answer: @Sendable (RobotAnswer) -> Void

    /// - Parameter answer: called on a worker's thread.
    init(count: Int, answer: @escaping @Sendable (RobotAnswer) -> Void) {
        self.answer = answer
        for number in 0..<count {
            let thread = Thread { [self] in
                // The kernel gives the rest of the server, and of the machine, precedence. On Linux 0 is this thread.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
                work()
            }
            thread.name = "robot-\(number)"
            thread.start()
        }
    }

    func add(_ task: RobotTask) {
        waiting.withLock { $0.append(task) }
        signal.signal()
    }

    private func work() {
        while true {
            signal.wait()
            let task = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let task else { continue }
            answer(RobotAnswer(task: task, delta: task.stop.isRaised ? nil : RobotBrain.answer(task)))
        }
    }

    private static let niceness: Int32 = 10
}
