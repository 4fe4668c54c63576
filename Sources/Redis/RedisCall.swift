/// A call that waits for its answer.
final class RedisCall {
    enum Purpose {
        /// A call of the client's user, who gets the answer.
        case asked((RedisClient.Answer) -> Void)
        /// A `WAIT`: the number of replicas that have everything up to this call.
        case replicas
        /// A `ROLE`: whether Redis is the primary, and its replicas.
        case role
        /// A `PING`: whether Redis answers at all.
        case pulse
    }

    let command: RedisCommand
    let assurance: WriteGuarantee
    let since: Int
    let purpose: Purpose
    var wasSent = false
    /// Whether the call has waited too long.
    var isGivenUp = false
    /// Whether the caller has its answer or a failure. A later answer of Redis is ignored.
    private(set) var isOver = false

    init(_ command: RedisCommand, _ assurance: WriteGuarantee = .answered, since: Int, _ purpose: Purpose) {
        self.command = command
        self.assurance = assurance
        self.since = since
        self.purpose = purpose
    }

    /// Whether a caller waits for the answer, so that the call is repeated on the next connection.
    var isAwaited: Bool { if case .asked = purpose { !isOver } else { false } }

    func finish(_ answer: RedisClient.Answer) {
        guard case .asked(let done) = purpose, !isOver else { return }
        isOver = true
        done(answer)
    }
}
