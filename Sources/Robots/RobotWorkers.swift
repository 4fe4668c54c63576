import Threads

/// Threads of low priority that search, one position each at a time.
///
/// Quick moves, long searches for moves, and what is no move have threads of their own, so that none of them waits for
/// another's search to end; the kernel divides the processors among them. Whoever adds work bounds how much of it waits:
/// the robot one for each thread, ``HintService/limit``, and of reports one position.
package final class RobotWorkers: Sendable {
    package enum Kind {
        /// A move that takes a few milliseconds.
        case quickMove
        /// A move that takes as long as it may.
        case move
        /// Somebody looks at the board.
        case hint
        /// Somebody can wait.
        case report
    }

    private let quick = WorkerThreads(name: "quick")
    private let moves: WorkerThreads
    private let studies: WorkerThreads

    /// - Parameter count: long searches for moves at a time, and as many for hints and reports.
    package init(count: Int) {
        moves = WorkerThreads(name: "robot", count: count)
        studies = WorkerThreads(name: "study", count: count)
    }

    /// Has `work` done on a worker's thread, after what was added before; reports after hints.
    package func add(_ kind: Kind, _ work: @escaping WorkerThreads.Job) {
        switch kind {
        case .quickMove: quick.run(work)
        case .move: moves.run(work)
        case .hint: studies.run(work)
        case .report: studies.run(isUrgent: false, work)
        }
    }
}
