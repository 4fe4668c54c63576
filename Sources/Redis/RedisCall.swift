/// One call on its way.
final class RedisCall {
    enum Purpose {
        /// The answer is given to whoever asked.
        case asked((RedisClient.Answer) -> Void)
        /// How many replicas have all that was asked until then.
        case replicas
        /// Whether Redis is the primary, and which replicas it has.
        case role
        /// Whether anything is answered at all.
        case pulse
    }

    let command: RedisCommand
    let assurance: Assurance
    let since: Int
    let purpose: Purpose
    var wasSent = false
    /// It has waited for too long.
    var isGivenUp = false
    /// It has its answer, or was told that there is none: whatever Redis still answers is nobody's.
    private(set) var isOver = false

    init(_ command: RedisCommand, _ assurance: Assurance = .answered, since: Int, _ purpose: Purpose) {
        self.command = command
        self.assurance = assurance
        self.since = since
        self.purpose = purpose
    }

    /// Whether somebody waits for the answer, so that it is asked again on the next connection.
    var isAwaited: Bool { if case .asked = purpose { !isOver } else { false } }

    func finish(_ answer: RedisClient.Answer) {
        guard case .asked(let done) = purpose, !isOver else { return }
        isOver = true
        done(answer)
    }
}
