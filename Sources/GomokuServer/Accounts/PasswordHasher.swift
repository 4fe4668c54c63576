import GameState
import Storage
import Threads
import WebSockets

/// Has passwords hashed on a thread beside the loop: each takes a good part of a second.
///
/// One at a time, so that no more memory than one hash needs is in use. ``HashQueue`` says which is next.
final class PasswordHasher {
    /// What a thread has found out.
    enum Finding: Sendable {
        case hashed(PasswordHash?)
        case matched(Bool?)
    }

    /// What a thread has found out about the password with that ticket.
    struct Answer: Sendable {
        let ticket: Int
        let finding: Finding
    }

    /// Hashes a password beside the loop, and has ``finished(_:)`` called with what it found out.
    typealias Run = (_ ticket: Int, _ work: @escaping @Sendable () -> Finding) -> Void

    private struct Job {
        let work: @Sendable () -> Finding
        /// Nil: the password was not hashed.
        let done: (Finding?) -> Void
    }

    private let run: Run
    private var queue: HashQueue
    private var lastTicket = 0
    /// What waits or is being hashed.
    private var jobs: [Int: Job] = [:]
    private var isHashing = false

    /// - Parameter answers: where a thread of low priority puts what it has found; whoever has the loop gives it to
    ///   ``finished(_:)``.
    convenience init(answers: Mailbox<Answer>) {
        let thread = WorkerThreads(name: "passwords")
        self.init { ticket, work in
            thread.run { answers.post(Answer(ticket: ticket, finding: work())) }
        }
    }

    /// - Parameter limit: passwords that may wait in each of the two queues.
    init(limit: Int = HashQueue.waitingLimit, run: @escaping Run) {
        queue = HashQueue(limit: limit)
        self.run = run
    }

    /// The thread is done with one.
    func finished(_ answer: Answer) {
        isHashing = false
        startNext()
        jobs.removeValue(forKey: answer.ticket)?.done(answer.finding)
    }

    /// Calls `done` with the hash, now or later; nil: there is no memory for it, or too many passwords wait.
    func hash(_ password: String, _ turn: HashTurn, _ done: @escaping (PasswordHash?) -> Void) {
        add(turn) {
            .hashed(PasswordHash.make(of: password))
        } _: {
            if case .hashed(let hash) = $0 { done(hash) } else { done(nil) }
        }
    }

    /// Calls `done` with whether the password is that of `kept`, now or later; nil: there is no memory for it, or too
    /// many passwords wait.
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
