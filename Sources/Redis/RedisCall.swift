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

    init(_ command: RedisCommand, _ assurance: Assurance = .answered, since: Int, _ purpose: Purpose) {
        self.command = command
        self.assurance = assurance
        self.since = since
        self.purpose = purpose
    }

    /// Whether somebody waits for the answer, so that it is asked again on the next connection.
    var isAwaited: Bool { if case .asked = purpose { true } else { false } }

    func finish(_ answer: RedisClient.Answer) { if case .asked(let done) = purpose { done(answer) } }
}
