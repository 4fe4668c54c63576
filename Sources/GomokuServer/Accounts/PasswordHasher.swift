import GameState
import GomokuStore
import WebSockets

/// Has passwords hashed on a thread beside the loop: each takes a good part of a second.
final class PasswordHasher {
    /// Passwords that may wait; over it whoever comes is told to come again.
    static let waitingLimit = 64

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

    /// One at a time, so that no more memory than one hash needs is in use; and whoever plays has the processor first.
    private let thread = QuietThread(name: "passwords")
    private let answers: Mailbox<Answer>
    private let limit: Int
    private var lastTicket = 0
    private var waiting: [Int: (Finding) -> Void] = [:]

    /// - Parameters:
    ///   - answers: where the thread puts what it has found; whoever has the loop gives it to ``finished(_:)``.
    ///   - limit: passwords that may wait.
    init(answers: Mailbox<Answer>, limit: Int = waitingLimit) {
        self.answers = answers
        self.limit = limit
    }

    /// The thread is done with one.
    func finished(_ answer: Answer) { waiting.removeValue(forKey: answer.ticket)?(answer.finding) }

    /// Calls `done` with the hash, nil when it could not be made. False: too many wait, and it will not.
    func hash(_ password: String, _ done: @escaping (PasswordHash?) -> Void) -> Bool {
        add {
            .hashed(PasswordHash.make(of: password))
        } _: {
            if case .hashed(let hash) = $0 { done(hash) }
        }
    }

    /// Calls `done` with whether the password is that of `kept`, nil when it could not be found out. False: too many
    /// wait.
    func match(_ password: String, _ kept: PasswordHash?, _ done: @escaping (Bool?) -> Void) -> Bool {
        add {
            .matched(PasswordHash.matches(password, kept))
        } _: {
            if case .matched(let matches) = $0 { done(matches) }
        }
    }

    private func add(_ work: @escaping @Sendable () -> Finding, _ done: @escaping (Finding) -> Void) -> Bool {
        guard waiting.count < limit else { return false }
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = done
        thread.run { [answers] in answers.post(Answer(ticket: ticket, finding: work())) }
        return true
    }
}
