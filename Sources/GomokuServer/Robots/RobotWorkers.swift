import DequeModule
import Dispatch
import Foundation
import GomokuStore
import Synchronization

/// Threads of low priority that search, one position each at a time.
///
/// Quick moves, long searches for moves, and what is no move have threads of their own, so that none of them waits for
/// another's search to end; the kernel divides the processors among them. Whoever adds work bounds how much of it waits:
/// the robot one for each thread, ``HintService/limit``, and of reports one position.
final class RobotWorkers: Sendable {
    enum Kind {
        /// A move that takes a few milliseconds.
        case quickMove
        /// A move that takes as long as it may.
        case move
        /// Somebody looks at the board.
        case hint
        /// Somebody can wait.
        case report
    }

    typealias Work = @Sendable () -> Void

    private let quick: Pool
    private let moves: Pool
    private let studies: Pool

    /// - Parameter count: long searches for moves at a time, and as many for hints and reports.
    init(count: Int) {
        quick = Pool("quick", threads: 1)
        moves = Pool("robot", threads: count)
        studies = Pool("study", threads: count)
    }

    /// Has `work` done on a worker's thread, after what was added before; reports after hints.
    func add(_ kind: Kind, _ work: @escaping Work) {
        switch kind {
        case .quickMove: quick.add(work)
        case .move: moves.add(work)
        case .hint: studies.add(work)
        case .report: studies.add(work, isUrgent: false)
        }
    }

    /// Threads that share what they do.
    private final class Pool: Sendable {
        private struct Waiting {
            var urgent = Deque<Work>()
            var other = Deque<Work>()
        }

        private let waiting = Mutex(Waiting())
        private let signal = DispatchSemaphore(value: 0)

        init(_ name: String, threads: Int) {
            for number in 0..<threads {
                let thread = Thread { [self] in
                    // The kernel gives the rest of the server, and of the machine, precedence.
                    BackgroundPriority.take()
                    goOn()
                }
                thread.name = "\(name)-\(number)"
                thread.start()
            }
        }

        func add(_ work: @escaping Work, isUrgent: Bool = true) {
            waiting.withLock { isUrgent ? $0.urgent.append(work) : $0.other.append(work) }
            signal.signal()
        }

        private func goOn() {
            while true {
                signal.wait()
                let work = waiting.withLock { waiting -> Work? in
                    waiting.urgent.popFirst() ?? waiting.other.popFirst()
                }
                work?()
            }
        }
    }
}
