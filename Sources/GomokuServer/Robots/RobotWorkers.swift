import Dispatch
import Foundation
import GomokuStore
import Synchronization

/// Threads of low priority that search, one position each at a time.
///
/// Whoever adds work bounds how much of it waits: the robot one for each thread, ``HintService/limit``, and of reports one
/// position.
final class RobotWorkers: Sendable {
    /// What goes first when several wait.
    enum Urgency: Int, CaseIterable {
        /// Somebody's clock may run.
        case move
        /// Somebody looks at the board.
        case hint
        /// Somebody can wait.
        case report
    }

    typealias Work = @Sendable () -> Void

    private let waiting = Mutex<[[Work]]>(Urgency.allCases.map { _ in [] })
    private let signal = DispatchSemaphore(value: 0)

    init(count: Int) {
        for number in 0..<count {
            let thread = Thread { [self] in
                // The kernel gives the rest of the server, and of the machine, precedence.
                BackgroundPriority.take()
                goOn()
            }
            thread.name = "robot-\(number)"
            thread.start()
        }
    }

    /// Has `work` done on a worker's thread, after what is at least as urgent.
    func add(_ urgency: Urgency, _ work: @escaping Work) {
        waiting.withLock { $0[urgency.rawValue].append(work) }
        signal.signal()
    }

    private func goOn() {
        while true {
            signal.wait()
            let work = waiting.withLock { queues -> Work? in
                guard let queue = queues.firstIndex(where: { !$0.isEmpty }) else { return nil }
                return queues[queue].removeFirst()
            }
            work?()
        }
    }
}
