import GameState
import Storage

/// Questions to other servers, and what they answer.
package final class NodeQuestions {
    /// How long answers are waited for, milliseconds; then what is there counts.
    static let patienceMilliseconds = 10_000
    /// After this long one that stands still is not waited for, once it counts as gone.
    package static let goneMilliseconds = 1_000
    /// Questions that wait at a time; to more there is no answer.
    package static let limit = 1_000

    /// One that waits.
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

    /// - Parameter counts: knows who is there.
    package init(
        _ network: any NodeNetwork, _ links: NodeLinks, counts: SharedCounts,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer
    ) {
        self.counts = counts
        self.network = network
        self.links = links
        self.timer = timer
    }

    /// Asks that server, or with nil all others; calls `done` with the answers of all that hear it.
    package func ask(_ question: NodeQuestion, of node: NodeID? = nil, _ done: @escaping ([[UInt8]]) -> Void) {
        guard waiting.count < Self.limit else { return done([]) }
        lastNumber += 1
        let number = lastNumber
        let one = Waiting(of: node, timer { [weak self] in self?.late(number) }, done)
        waiting[number] = one
        one.timer.schedule(afterMilliseconds: Self.goneMilliseconds)
        links.tell(.question(number, question), to: node) { [weak self] heard in
            one.expected = heard
            self?.look(at: number)
        }
    }

    /// The server that serves `room` is asked; with nil where that is none other, or it does not answer.
    package func ask(_ question: NodeQuestion, servingOther room: RoomName, _ done: @escaping ([UInt8]?) -> Void) {
        network.holder(of: room) { [self] holder in
            guard let holder else { return done(nil) }
            ask(question, of: holder) { done($0.first.flatMap { $0.isEmpty ? nil : $0 }) }
        }
    }

    /// Answers in numbers, together.
    package static func sum(_ answers: [[UInt8]]) -> Int {
        answers.reduce(0) { $0 + (Int(String(decoding: $1, as: UTF8.self)) ?? 0) }
    }

    package func answered(_ number: Int, _ answer: [UInt8], by node: NodeID) {
        guard let one = waiting[number], one.answered.insert(node).inserted else { return }
        one.answers.append(answer)
        look(at: number)
    }

    /// Somebody is gone, perhaps before it has answered.
    package func lookAgain() { for number in waiting.keys { look(at: number) } }

    private func late(_ number: Int) {
        guard let one = waiting[number], !one.isLate else { return finish(number) }
        one.isLate = true
        one.timer.schedule(afterMilliseconds: Self.patienceMilliseconds - Self.goneMilliseconds)
        look(at: number)
    }

    private func look(at number: Int) {
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
