/// How long is waited, milliseconds. Time in which the process itself stood still does not count.
public struct RedisPatience: Sendable {
    /// For a connection, or for replicas, before a call is given up that was never sent.
    public var connection: Int
    /// For the answer to a call that was sent, before whoever asked is told that nobody knows whether it was carried out.
    public var call: Int
    /// For anything at all from a Redis that was asked, before nothing more is sent to it: what comes later is known not
    /// to have been carried out.
    public var silence: Int
    /// The same, before another connection is made.
    public var answer: Int

    /// - Parameters:
    ///   - call: nil: as long as `answer`.
    ///   - silence: nil: as long as `answer`.
    public init(connection: Int = 4_000, answer: Int = 4_000, call: Int? = nil, silence: Int? = nil) {
        self.connection = connection
        self.answer = answer
        self.call = call ?? answer
        self.silence = silence ?? answer
    }

    /// A server's: whoever asks it for anything hears something within five seconds, and it is known to be out of order
    /// within three.
    public static let ofServer = RedisPatience(silence: 1_500)
}
