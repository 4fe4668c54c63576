/// Time limits, in milliseconds. Time in which the process itself stood still does not count.
public struct RedisTimeouts: Sendable {
    /// The time to wait for a connection, or for replicas, before a call that was never sent is
    /// given up.
    public var connection: Int
    /// The time to wait for the answer to a call that was sent. After it, the caller is told that
    /// the result is unknown.
    public var call: Int
    /// The silence of a Redis with unanswered calls after which nothing more is sent to it. Later
    /// calls are known not to have been executed.
    public var silence: Int
    /// The silence of a Redis with unanswered calls after which the client reconnects.
    public var answer: Int

    /// Creates time limits.
    ///
    /// - Parameters:
    ///   - call: The default is `answer`.
    ///   - silence: The default is `answer`.
    public init(connection: Int = 4_000, answer: Int = 4_000, call: Int? = nil, silence: Int? = nil) {
        self.connection = connection
        self.answer = answer
        self.call = call ?? answer
        self.silence = silence ?? answer
    }

    /// The limits of a server. Every request is answered within five seconds, and a failure of
    /// Redis is known within three.
    public static let ofServer = RedisTimeouts(silence: 1_500)
}
