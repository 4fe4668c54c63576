import Threads

/// Low-priority threads for searches, each of which searches one position at a time.
///
/// Quick moves, long searches for moves, hints with reports, and analyses have separate threads, so
/// that none waits for another's end. The kernel divides the processors among them. Analyses have
/// the lowest priority, so they take less time from a move that is being searched. The callers
/// limit the work that waits: the robot to one search per thread, hints to ``HintService/limit``,
/// reports to one step, and analyses to one step per thread.
package final class RobotWorkers: Sendable {
    package enum Kind {
        /// A move that takes a few milliseconds.
        case quickMove
        /// A move that takes all of its time.
        case move
        /// A hint, for which a player waits.
        case hint
        /// A report, which can wait longer than a hint.
        case report
        /// A few milliseconds of an analysis, for which a person waits.
        case look
        /// A longer step of an analysis.
        case analysis
    }

    /// The number of threads for looks.
    static let lookThreads = 1

    private let quick = WorkerThreads(name: "quick")
    private let moves: WorkerThreads
    private let studies: WorkerThreads
    private let looks: WorkerThreads
    private let analyses: WorkerThreads

    /// - Parameter count: the number of threads for long searches. Hints with reports, and
    ///   analyses, each have as many. Looks have one thread, so that they take little from moves.
    package init(count: Int) {
        moves = WorkerThreads(name: "robot", count: count)
        studies = WorkerThreads(name: "study", count: count)
        looks = WorkerThreads(name: "look", count: Self.lookThreads)
        analyses = WorkerThreads(name: "analysis", count: count, niceness: BackgroundPriority.lowestNiceness)
    }

    /// Runs `work` on a thread of that kind, in order of arrival, except that hints go before
    /// reports.
    package func add(_ kind: Kind, _ work: @escaping WorkerThreads.Job) {
        switch kind {
        case .quickMove: quick.run(work)
        case .move: moves.run(work)
        case .hint: studies.run(work)
        case .report: studies.run(isUrgent: false, work)
        case .look: looks.run(work)
        case .analysis: analyses.run(work)
        }
    }
}
