import Dispatch
import GameState
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

    private typealias Answer = (ticket: Int, finding: Finding)

    /// One at a time, so that no more memory than one hash needs is in use.
    private let queue = DispatchQueue(label: "gomoku.passwords", qos: .utility)
    private let answers = Mailbox<Answer>()
    private var lastTicket = 0
    private var waiting: [Int: (Finding) -> Void] = [:]

    init(loop: EventLoop) {
        loop.attach(answers) { [unowned self] in waiting.removeValue(forKey: $0.ticket)?($0.finding) }
    }

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
        guard waiting.count < Self.waitingLimit else { return false }
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = done
        queue.async { [answers] in answers.post((ticket, work())) }
        return true
    }
}
