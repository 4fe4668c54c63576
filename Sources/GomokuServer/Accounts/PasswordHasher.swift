import GameState
import Storage
import Threads
import WebSockets

/// Hashes passwords on a worker thread, because each takes a good part of a second.
///
/// The thread hashes one password at a time, so it never needs the memory of two hashes.
/// ``HashQueue`` chooses the next password.
final class PasswordHasher {
    /// The result of a job.
    enum Finding: Sendable {
        case hashed(PasswordHash?)
        case matched(Bool?)
    }

    /// The result for the password with that ticket.
    struct Answer: Sendable {
        let ticket: Int
        let finding: Finding
    }

    /// Hashes a password on another thread, and then has ``finished(_:)`` called with the result.
    typealias Run = (_ ticket: Int, _ work: @escaping @Sendable () -> Finding) -> Void

    private struct Job {
        let work: @Sendable () -> Finding
        /// A callback, which receives nil if the password was not hashed.
        let done: (Finding?) -> Void
    }

    private let run: Run
    private var queue: HashQueue
    private var lastTicket = 0
    /// Jobs that wait or are running, by ticket.
    private var jobs: [Int: Job] = [:]
    private var isHashing = false

    /// - Parameter answers: the mailbox for results of the low-priority thread. The owner of the
    ///   loop passes them to ``finished(_:)``.
    convenience init(answers: Mailbox<Answer>) {
        let thread = WorkerThreads(name: "passwords")
        self.init { ticket, work in
            thread.run { answers.post(Answer(ticket: ticket, finding: work())) }
        }
    }

    /// - Parameter limit: the maximum number of passwords that wait in each of the two queues.
    init(limit: Int = HashQueue.waitingLimit, run: @escaping Run) {
        queue = HashQueue(limit: limit)
        self.run = run
    }

    /// Takes a result of the thread, and starts the next job.
    func finished(_ answer: Answer) {
        isHashing = false
        startNext()
        jobs.removeValue(forKey: answer.ticket)?.done(answer.finding)
    }

    /// Calls `done` with the hash, now or later, or with nil if memory is short or too many
    /// passwords wait.
    func hash(_ password: String, _ turn: HashTurn, _ done: @escaping (PasswordHash?) -> Void) {
        add(turn) {
            .hashed(PasswordHash.make(of: password))
        } _: {
            if case .hashed(let hash) = $0 { done(hash) } else { done(nil) }
        }
    }

    /// Calls `done` with whether `password` matches the hash `kept`, now or later, or with nil if
    /// memory is short or too many passwords wait.
    func match(_ password: String, _ kept: PasswordHash?, _ turn: HashTurn, _ done: @escaping (Bool?) -> Void) {
        add(turn) {
            .matched(PasswordHash.matches(password, kept))
        } _: {
            if case .matched(let matches) = $0 { done(matches) } else { done(nil) }
        }
    }

    private func add(
        _ turn: HashTurn, _ work: @escaping @Sendable () -> Finding, _ done: @escaping (Finding?) -> Void
    ) {
        lastTicket += 1
        jobs[lastTicket] = Job(work: work, done: done)
        let refused = queue.add(lastTicket, turn)
        startNext()
        if let refused { jobs.removeValue(forKey: refused)?.done(nil) }
    }

    private func startNext() {
        guard !isHashing, let ticket = queue.next(), let job = jobs[ticket] else { return }
        isHashing = true
        run(ticket, job.work)
    }
}
