import GameState
import Storage

/// The open questions to other servers, with the answers so far.
package final class NodeQuestions {
    /// The timeout for answers, in milliseconds. After it, the answers so far are the result.
    package static let patienceMilliseconds = 10_000
    /// The time after which a question no longer waits for servers that have failed, in
    /// milliseconds.
    package static let goneMilliseconds = 1_000
    /// The maximum number of open questions. Further questions get no answers.
    package static let limit = 1_000

    /// An open question.
    private final class Waiting {
        var answers: [[UInt8]] = []
        var answered: Set<NodeID> = []
        var expected: Int?
        var isLate = false
        let asked: NodeID?
        let done: ([[UInt8]]) -> Void
        let timer: any OneShotTimer

        init(of asked: NodeID?, _ timer: any OneShotTimer, _ done: @escaping ([[UInt8]]) -> Void) {
            self.asked = asked
            self.timer = timer
            self.done = done
        }
    }

    private let network: any NodeNetwork
    private let links: NodeLinks
    private let counts: SharedCounts
    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private var waiting: [Int: Waiting] = [:]
    private var lastNumber = 0

    /// Creates the list of questions.
    ///
    /// - Parameter counts: The source of the list of running servers.
    package init(
        _ network: any NodeNetwork, _ links: NodeLinks, counts: SharedCounts,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer
    ) {
        self.counts = counts
        self.network = network
        self.links = links
        self.timer = timer
    }

    /// Asks one server, or (`nil`) all others. Calls `done` with the answers of all servers that
    /// receive the question.
    package func ask(_ question: NodeQuestion, of node: NodeID? = nil, _ done: @escaping ([[UInt8]]) -> Void) {
        guard waiting.count < Self.limit else { return done([]) }
        lastNumber += 1
        let number = lastNumber
        let one = Waiting(of: node, timer { [weak self] in self?.late(number) }, done)
        waiting[number] = one
        one.timer.schedule(afterMilliseconds: Self.goneMilliseconds)
        links.tell(.question(number, question), to: node) { [weak self] heard in
            one.expected = heard
            self?.check(number)
        }
    }

    /// Asks the server of `room`. Calls `done` with `nil` if no other server serves it or there is
    /// no answer.
    package func ask(_ question: NodeQuestion, servingOther room: RoomName, _ done: @escaping ([UInt8]?) -> Void) {
        network.holder(of: room) { [self] holder in
            guard let holder else { return done(nil) }
            ask(question, of: holder) { done($0.first.flatMap { $0.isEmpty ? nil : $0 }) }
        }
    }

    /// Returns the sum of numeric answers.
    package static func sum(_ answers: [[UInt8]]) -> Int {
        answers.reduce(0) { $0 + (Int(String(decoding: $1, as: UTF8.self)) ?? 0) }
    }

    package func answered(_ number: Int, _ answer: [UInt8], by node: NodeID) {
        guard let one = waiting[number], one.answered.insert(node).inserted else { return }
        one.answers.append(answer)
        check(number)
    }

    /// Checks all open questions again, because a server has failed that may not have answered
    /// them.
    package func checkAll() { for number in waiting.keys { check(number) } }

    private func late(_ number: Int) {
        guard let one = waiting[number], !one.isLate else { return finish(number) }
        one.isLate = true
        one.timer.schedule(afterMilliseconds: Self.patienceMilliseconds - Self.goneMilliseconds)
        check(number)
    }

    private func check(_ number: Int) {
        guard let one = waiting[number], let expected = one.expected else { return }
        let isMissed = counts.peers.contains {
            (one.asked == nil || one.asked == $0) && !one.answered.contains($0)
        }
        if one.answers.count >= expected || (one.isLate && !isMissed) { finish(number) }
    }

    private func finish(_ number: Int) {
        guard let one = waiting.removeValue(forKey: number) else { return }
        one.timer.cancel()
        one.done(one.answers)
    }
}
