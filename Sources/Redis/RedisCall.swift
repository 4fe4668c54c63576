/// One call on its way.
final class RedisCall {
    let command: RedisCommand
    let assurance: Assurance
    let since: Int
    var wasSent = false
    /// Nil: a look at the replicas.
    let done: ((RedisClient.Answer) -> Void)?

    init(_ command: RedisCommand, _ assurance: Assurance, since: Int, _ done: ((RedisClient.Answer) -> Void)?) {
        self.command = command
        self.assurance = assurance
        self.since = since
        self.done = done
    }
}
